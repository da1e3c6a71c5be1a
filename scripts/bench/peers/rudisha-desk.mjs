/**
 * Rudisha as it ships, for the same kills: its command line bundled to plain JavaScript, a folder of its own, and the
 * local M-Pesa that comes with it, told to carry out every request, also a repeated one, and never to answer a payout.
 */
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './port.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** From the money to its callback: later than a kill lands, on a busy machine too. */
const CALLBACK_DELAY_MS = 1_000;

/** Bundles the command line into dist/bench-peers/ and returns the script. */
export async function bundleDesk() {
  const { build } = createRequire(join(ROOT, 'package.json'))('esbuild');
  const folder = join(ROOT, 'dist/bench-peers');
  await build({
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    outfile: join(folder, 'main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  cpSync(join(ROOT, 'src/store/migrations'), join(folder, 'migrations'), { recursive: true });
  return join(folder, 'main.js');
}

/** A desk in a folder: `run(...args)` starts `rudisha ARGS` there. */
export async function openDesk(script, folder, cases) {
  const [simulator, listener] = [await freePort(), await freePort()];
  const env = { ...process.env, ...settings(folder, simulator, listener) };
  writeFileSync(join(folder, 'statement.csv'), statementOf(cases));
  writeFileSync(join(folder, 'orders.csv'), ordersOf(cases));
  const hang = [{ operation: 'reversal', faults: ['hang_after_accept'] }];
  writeFileSync(join(folder, 'faults.json'), JSON.stringify(hang));
  const run = (...args) => started(script, args, folder, env);
  return {
    run,
    simulatorArguments: [
      ...['simulator', '--port', simulator, '--statement', 'statement.csv', '--faults', 'faults.json'],
      ...['--callback-delay', String(CALLBACK_DELAY_MS), '--without-dedupe', '--quiet'],
    ],
    importRecords: async () => {
      for (const args of [
        ['init'],
        ['records', 'import-payments', 'statement.csv'],
        ['records', 'import-orders', 'orders.csv'],
      ])
        await run(...args).done();
    },
  };
}

/** A running `rudisha ARGS`; what it says goes to a file, which is read when it fails. */
function started(script, args, folder, env) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let isReady = () => undefined;
  const ready = new Promise((resolve) => (isReady = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said = (said + data).slice(-4_000);
      if (/(worker|simulator) ready/.test(said)) isReady();
    });
  }
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const failed = (how) => new Error(`rudisha ${args.slice(0, 2).join(' ')} ended with ${how}: ${said}`);
  return {
    ended,
    ready: () =>
      Promise.race([
        ready,
        ended.then((how) => {
          throw failed(how);
        }),
      ]),
    done: async () => {
      const how = await ended;
      if (how !== 0) throw failed(how);
    },
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Short waits, so that a payout without an answer is asked about within a second; nothing else differs. */
function settings(folder, simulator, listener) {
  return {
    RUDISHA_DB: join(folder, 'rudisha.db'),
    RUDISHA_LISTEN_PORT: listener,
    MODEL: 'rules',
    DARAJA_BASE_URL: `http://127.0.0.1:${simulator}`,
    DARAJA_CERTIFICATE: join(folder, 'certificate.pem'),
    LANE_INTERVAL: '0ms',
    ASK_AFTER: '500ms,2s,4s',
    LAST_ANSWER_WITHIN: '1500ms',
    STATUS_ANSWER_WITHIN: '1500ms',
    LIMIT_PER_DAY: '900000000',
  };
}

function statementOf(cases) {
  const head =
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
  const at = yesterday();
  const rows = cases.map(({ payment: { receipt, phone, order, amountCents } }) => {
    const who = `${phone} - MTEJA MFANO`;
    const paid = (amountCents / 100).toFixed(2);
    return `${receipt},${at},${at},Pay Bill from ${who} Acc. ${order},Completed,"${paid}",,"102,350.00",true,Pay Bill Online,${who},,${order}`;
  });
  return [head, ...rows, ''].join('\n');
}

function ordersOf(cases) {
  const rows = cases.map(
    ({ payment }) => `${payment.order},${payment.amountCents / 100},unpaid,${payment.phone},`,
  );
  return ['number,total,status,phone,paid_by', ...rows, ''].join('\n');
}

/** A statement's times are Nairobi's: three hours ahead of UTC, without summer time. */
function yesterday() {
  const [date, time] = new Date(Date.now() - 21 * 3_600_000).toISOString().split(/[T.]/);
  return `${date.split('-').reverse().join('-')} ${time}`;
}
