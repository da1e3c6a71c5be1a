/**
 * The journey as a LangGraph.js graph with its SQLite checkpointer: a node a step, `interrupt()` for the approval in a
 * node of its own (a node runs again from its beginning when it is resumed), the payout in a node of its own, a thread
 * a case.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { extract, match } from './journey.mjs';

/** SQLite's number for it. */
const FULL = 2;

const State = Annotation.Root({
  caseId: Annotation(),
  text: Annotation(),
  payment: Annotation(),
  facts: Annotation(),
  refund: Annotation(),
  approval: Annotation(),
  payout: Annotation(),
  outcome: Annotation(),
});

/** `pay(caseId, refund)` is the only thing that touches the world. */
export function open(pay) {
  const db = new Database(join(process.env['PEER_FOLDER'], `${process.env['PEER_LANE']}.db`));
  // The driver's default in WAL mode is NORMAL, which may forget what it committed; Rudisha runs with FULL.
  db.pragma('synchronous = FULL');
  const saver = new SqliteSaver(db);
  saver.setup();
  if (db.pragma('synchronous', { simple: true }) !== FULL) throw new Error('not synchronous=FULL');
  const graph = new StateGraph(State)
    .addNode('extract', ({ text }) => ({ facts: extract(text) }))
    .addNode('match', ({ facts, payment }) => ({ refund: match(facts, payment) }))
    .addNode('approve', ({ refund }) => ({ approval: interrupt(refund) }))
    .addNode('pay', async ({ caseId, refund }) => ({ payout: await pay(caseId, refund) }))
    .addNode('close', () => ({ outcome: 'refunded' }))
    .addEdge(START, 'extract')
    .addEdge('extract', 'match')
    .addEdge('match', 'approve')
    .addEdge('approve', 'pay')
    .addEdge('pay', 'close')
    .addEdge('close', END)
    .compile({ checkpointer: saver });
  // 'sync': a checkpoint is written before the next step starts. The default, 'async', is faster and may lose one.
  const options = ({ caseId }) => ({ configurable: { thread_id: caseId }, durability: 'sync' });
  const toTheEnd = async (input, one) => {
    const { outcome } = await graph.invoke(input, options(one));
    if (outcome !== 'refunded') throw new Error(`${one.caseId} ended as ${outcome}`);
  };
  return {
    start: (one) => graph.invoke(one, options(one)),
    approve: (one) => toTheEnd(new Command({ resume: { by: 'achieng' } }), one),
    /** As documented for a run that failed: the same thread, with `null` for its input. */
    recover: (one) => toTheEnd(null, one),
  };
}
