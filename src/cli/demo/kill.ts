import { formatKes } from '../../core/money.ts';
import { approveCase, closed, showDecision, waiting } from './acts.ts';
import { isAlive } from './children.ts';
import { payRequests } from './provider.ts';
import type { Complaint } from './script.ts';
import { showMessage, type Stage } from './stage.ts';
import { until } from './until.ts';

/** What the simulator does to the request of this scene: takes it, moves the money, and never says so. */
export function silenceAbout(receipt: string): readonly unknown[] {
  return [{ operation: 'reversal', receipt, faults: ['hang', 'lose_callback'] }];
}

/** The worker dies between sending and hearing back; another one finds out what happened, and sends nothing again. */
export async function killTheWorker(complaint: Complaint, stage: Stage): Promise<void> {
  showDecision(await waiting(complaint, stage), stage);
  await approveCase(complaint, stage);
  await showSent(complaint, stage);
  await killIt(stage);
  await showInDark(complaint, stage);
  stage.worker = stage.children.start('worker', ['worker']);
  stage.story.tell('restart', `a new worker, process ${stage.worker.pid}, opens the same database`);
  await showFoundOut(complaint, stage);
  await showMessage(complaint, complaint.told, stage);
}

async function showSent({ receipt }: Complaint, stage: Stage): Promise<void> {
  const money = await until('the request in the books of M-Pesa', stage.watch, async () => {
    const books = await stage.provider.books();
    return books.moneyOut.find(({ originalReceipt }) => originalReceipt === receipt) ?? null;
  });
  stage.story.tell(
    'sent',
    `M-Pesa has the request, and by its books ${formatKes(money.amountCents)} moved. The worker waits for the answer and knows nothing yet`,
  );
}

async function killIt(stage: Stage): Promise<void> {
  const { pid } = stage.worker;
  await stage.worker.kill();
  if (isAlive(pid)) throw new Error(`worker ${pid} survived SIGKILL`);
  stage.story.tell('KILL', `SIGKILL to the worker, process ${pid}: gone, in the middle of a payout`, 'bad');
}

/** What the dead worker left behind: a reservation, committed before the request was sent. */
async function showInDark(complaint: Complaint, stage: Stage): Promise<void> {
  const { store } = stage.app.desk;
  const [payout] = await store.payoutsOfReceipt(complaint.receipt);
  if (payout?.state !== 'unresolved')
    throw new Error(`the killed worker had heard back already: ${payout?.state ?? 'no payout'}`);
  stage.story.tell(
    'on disk',
    `${payout.reference} is reserved and unresolved. Sending it again would pay twice here; forgetting it would leave the customer in the dark`,
  );
}

async function showFoundOut(complaint: Complaint, stage: Stage): Promise<void> {
  const { payout } = await closed(complaint, stage);
  if (payout === null) throw new Error('the killed payout is gone');
  const { store } = stage.app.desk;
  const [attempt] = await store.attemptsOf(payout.key);
  const facts = (attempt && (await store.attempt(attempt.id)))?.facts ?? [];
  const answer = facts.map(({ fact }) => fact).findLast(({ kind }) => kind === 'status_answer');
  const word = answer?.kind === 'status_answer' ? (answer.status ?? answer.code) : 'no answer';
  const requests = payRequests(await stage.provider.books(), complaint.receipt, null).length;
  stage.story.tell(
    'settled',
    `it sends nothing again; it asks M-Pesa what became of ${complaint.receipt}, and hears “${word}”. Requests to pay it that M-Pesa ever received: ${requests}`,
    'good',
  );
}
