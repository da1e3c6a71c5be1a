/**
 * The journey as a DBOS workflow on PostgreSQL: `DBOS.runStep` a step, `DBOS.recv` for the approval, and
 * `DBOS.launch()` at a restart, which recovers what this executor had begun.
 */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { extract, match } from './journey.mjs';

/** A day. Nobody waits for it here. */
const APPROVAL_SECONDS = 86_400;

export async function open(pay) {
  const refundCase = async ({ caseId, text, payment }) => {
    const facts = await DBOS.runStep(async () => extract(text), { name: 'extract' });
    const refund = await DBOS.runStep(async () => match(facts, payment), { name: 'match' });
    const approval = await DBOS.recv('approval', APPROVAL_SECONDS);
    if (approval === null) throw new Error('nobody approved');
    // Retries of a step are off unless asked for: a second payout is the recovery's.
    await DBOS.runStep(() => pay(caseId, refund), { name: 'pay' });
    return DBOS.runStep(async () => 'refunded', { name: 'close' });
  };
  DBOS.setConfig({
    name: 'refunds',
    systemDatabaseUrl: process.env['PEER_DATABASE'],
    executorID: process.env['PEER_LANE'],
    logLevel: 'error',
  });
  const workflow = DBOS.registerWorkflow(refundCase, { name: 'refundCase' });
  await DBOS.launch();
  /** A handle of a workflow that this process began knows its end at once; one that is looked up asks every second. */
  const handles = new Map();
  const end = async ({ caseId }) => {
    const outcome = await (handles.get(caseId) ?? DBOS.retrieveWorkflow(caseId)).getResult();
    handles.delete(caseId);
    if (outcome !== 'refunded') throw new Error(`${caseId} ended as ${outcome}`);
  };
  return {
    start: async (one) => {
      handles.set(one.caseId, await DBOS.startWorkflow(workflow, { workflowID: one.caseId })(one));
    },
    approve: async (one) => {
      await DBOS.send(one.caseId, { by: 'achieng' }, 'approval');
      await end(one);
    },
    recover: end,
  };
}
