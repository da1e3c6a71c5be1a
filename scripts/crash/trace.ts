/** One finished system call of a trace. */
interface Call {
  readonly name: string;
  /** The file or socket that `strace -y` names after the descriptor. */
  readonly target: string;
  readonly text: string;
}

export type SyncProof = { readonly shown: true } | { readonly shown: false; readonly why: string };

/** Calls that `syncedBeforeSend` needs to see. */
export const TRACED_CALLS = 'write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync';

const WRITES = new Set(['write', 'writev', 'pwrite64', 'sendto', 'sendmsg']);
const SYNCS = new Set(['fsync', 'fdatasync']);

/**
 * Reads from a trace (`strace -f -y -e trace=…`) of a worker whether its reservation was on the disk before its request
 * left: between the boundary before the commit of `reserve` and the request there is a write to the write-ahead log,
 * and after the last such write a sync of that log.
 */
export function syncedBeforeSend(trace: string, requestPath: string): SyncProof {
  const calls = callsOf(trace);
  const request = calls.findIndex(
    ({ name, text }) => WRITES.has(name) && text.includes(`POST ${requestPath}`),
  );
  if (request < 0) return { shown: false, why: `no request to ${requestPath} in the trace` };
  const before = calls.slice(0, request);
  const begins = before.findLastIndex(({ text }) => text.includes('reserve before-commit'));
  if (begins < 0) return { shown: false, why: 'the request left before a reservation was committed' };
  const between = before.slice(begins);
  const written = between.findLastIndex(({ name, target }) => WRITES.has(name) && isLog(target));
  if (written < 0)
    return { shown: false, why: 'the reservation was not written to the log before the request' };
  const synced = between.slice(written).some(({ name, target }) => SYNCS.has(name) && isLog(target));
  return synced
    ? { shown: true }
    : { shown: false, why: 'the log was written, but not synced before the request left' };
}

function isLog(target: string): boolean {
  return target.endsWith('rudisha.db-wal');
}

/** Finished calls in the order in which they finished; one that another thread interrupts is put together again. */
function callsOf(trace: string): readonly Call[] {
  const unfinished = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(?:\[pid\s+)?(\d+)\]?\s+(.*)$/.exec(line) ?? [];
    const cut = /^(.*)<unfinished \.\.\.>$/.exec(rest);
    if (cut) {
      unfinished.set(thread, cut[1] ?? '');
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const whole = resumed ? (unfinished.get(thread) ?? '') + (resumed[1] ?? '') : rest;
    const call = /^(\w+)\(\d+<(.*?)>(.*)$/.exec(whole);
    const failed = / = -1 E/.test(whole);
    return call && !failed ? [{ name: call[1] ?? '', target: call[2] ?? '', text: call[3] ?? '' }] : [];
  });
}
