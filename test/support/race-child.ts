import { once } from 'node:events';
import { openApp } from '../../src/app.ts';
import { pay } from '../../src/cases/pay.ts';
import { readConfig } from '../../src/config.ts';
import { testClock } from './desk.ts';

/**
 * One of several processes that want to pay the same case at the same moment: `child CASE_ID NOW`, settings in the
 * environment. It says `ready`, waits for a line, and then tries again and again, without the steps that would tell
 * it that somebody was faster.
 */
const [caseId = '', now = ''] = process.argv.slice(2);
const app = await openApp(readConfig(process.env), {
  pays: true,
  wrapping: { clock: testClock(Number(now)) },
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let times = 0; times < 5; times += 1) {
  const snapshot = await app.desk.store.snapshot(caseId);
  if (snapshot) await pay(snapshot, app.desk);
}
app.close();
process.stdin.destroy();
