/**
 * The journey as an OpenWorkflow run on PostgreSQL: `step.run` a step, `step.waitForSignal` for the approval, and a
 * worker that claims again, when its lease has run out, what a dead one had begun.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { OpenWorkflow } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import { extract, match } from './journey.mjs';

const LOOK_EVERY_MS = 10;
const HOUR_MS = 3_600_000;
/** Its checklist starts with ten and tunes; its architecture page names a hundred for many runs at once. */
const CONCURRENCY = 100;

export async function open(pay) {
  const backend = await BackendPostgres.connect(process.env['PEER_DATABASE'], {
    namespaceId: process.env['PEER_LANE'],
  });
  const ow = new OpenWorkflow({ backend });
  const signalOf = ({ caseId }) => `approval:${caseId}`;
  const refundCase = ow.defineWorkflow({ name: 'refund-case' }, async ({ input, step }) => {
    const facts = await step.run({ name: 'extract' }, () => extract(input.text));
    const refund = await step.run({ name: 'match' }, () => match(facts, input.payment));
    const approval = await step.waitForSignal({ name: 'approve', signal: signalOf(input), timeout: '1d' });
    if (approval === null) throw new Error('nobody approved');
    await step.run({ name: 'pay' }, () => pay(input.caseId, refund));
    return step.run({ name: 'close' }, () => 'refunded');
  });
  await ow.newWorker({ concurrency: CONCURRENCY }).start();
  /** The same key gives the same run, so that a restarted process has its handle. */
  const handleOf = (one) => refundCase.run(one, { idempotencyKey: one.caseId });
  const end = async (one) => {
    const outcome = await (await handleOf(one)).result();
    if (outcome !== 'refunded') throw new Error(`${one.caseId} ended as ${outcome}`);
  };
  return {
    /** Until the run is parked: a signal that nobody waits for is dropped, and one sent while it parks can wake nobody. */
    start: async (one) => {
      const { workflowRun } = await handleOf(one);
      for (;;) {
        const run = await backend.getWorkflowRun({ workflowRunId: workflowRun.id });
        if (run.workerId === null && run.availableAt > Date.now() + HOUR_MS) return;
        await pause(LOOK_EVERY_MS);
      }
    },
    approve: async (one) => {
      const { workflowRunIds } = await ow.sendSignal({ signal: signalOf(one), data: { by: 'achieng' } });
      if (workflowRunIds.length !== 1)
        throw new Error(`${workflowRunIds.length} runs heard of ${one.caseId}`);
      await end(one);
    },
    recover: end,
  };
}
