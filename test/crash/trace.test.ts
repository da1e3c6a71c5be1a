import { describe, expect, it } from 'vitest';
import { syncedBeforeSend } from '../../scripts/crash/trace.ts';

// Goal: a trace is called a proof only when it is one. Method: traces in the form of `strace -f -y`, shortened.

const PATH = '/mpesa/reversal/v1/request';
const mark = (moment: string) =>
  `100   write(20</tmp/run/passed>, "worker \\302\\267 approved \\302\\267 reserve ${moment} \\302\\267 1\\n", 55) = 55`;
const begins = mark('before-commit');
const ends = mark('after-commit');
const logged = '100   pwrite64(24</tmp/run/rudisha.db-wal>, "\\0\\0\\0"..., 4096, 32) = 4096';
const synced = '100   fdatasync(24</tmp/run/rudisha.db-wal>) = 0';
const sent = `100   write(27<TCP:[127.0.0.1:40000->127.0.0.1:12000]>, "POST ${PATH} HTTP/1.1\\r\\nhost"..., 900) = 900`;

const proofOf = (...lines: readonly string[]) => syncedBeforeSend(lines.join('\n'), PATH);

describe('a traced worker synced its reservation before its request left', () => {
  it('when the log was written and then synced, and then the request was sent', () => {
    expect(proofOf(begins, logged, synced, ends, sent)).toEqual({ shown: true });
    expect(proofOf(begins, logged, logged, synced.replace('fdatasync', 'fsync'), ends, sent)).toEqual({
      shown: true,
    });
  });

  it('when another thread interrupted the sync, and it finished in time', () => {
    const cut = '100   fdatasync(24</tmp/run/rudisha.db-wal> <unfinished ...>';
    const other = '101   write(9</dev/null>, "x", 1) = 1';
    expect(proofOf(begins, logged, cut, other, '100   <... fdatasync resumed>) = 0', sent)).toEqual({
      shown: true,
    });
  });
});

describe('a trace is no proof', () => {
  it.each([
    ['without any sync', [begins, logged, ends, sent], 'not synced'],
    ['when the sync came after the request', [begins, logged, ends, sent, synced], 'not synced'],
    [
      'when the sync finished after the request',
      [
        begins,
        logged,
        '100   fdatasync(24</tmp/run/rudisha.db-wal> <unfinished ...>',
        sent.replace('100', '101'),
        '100   <... fdatasync resumed>) = 0',
      ],
      'not synced',
    ],
    ['when the log was written once more after the sync', [begins, synced, logged, ends, sent], 'not synced'],
    [
      'when the sync failed',
      [begins, logged, synced.replace('= 0', '= -1 EIO (Input/output error)'), sent],
      'not synced',
    ],
    [
      'when another file was synced',
      [begins, logged, synced.replace('rudisha', 'simulator'), sent],
      'not synced',
    ],
    ['when only an earlier commit was written', [logged, synced, begins, ends, sent], 'not written'],
    ['when no reservation came before', [logged, synced, sent], 'before a reservation'],
    ['when nothing was sent', [begins, logged, synced, ends], 'no request'],
  ])('%s', (_, lines, why) => {
    const proof = proofOf(...lines);
    expect(proof.shown ? '' : proof.why).toContain(why);
  });
});
