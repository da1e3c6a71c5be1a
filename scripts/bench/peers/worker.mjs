/**
 * A peer as a process that can be killed, with what it is told by kills.mjs and what it says: `start` begins a case
 * and is done when it can be approved; `approve` when it is closed; `recover` does what the peer documents for a
 * restart, and is done when the case is closed.
 */
import { pay } from './journey.mjs';

const SAYS = { start: 'waiting', approve: 'closed', recover: 'closed' };

const { open } = await import(`./${process.env['PEER']}.mjs`);
const peer = await open(pay);
process.on('message', ({ ask, one }) => {
  peer[ask](one).then(
    () => process.send({ said: SAYS[ask], caseId: one.caseId }),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
process.send({ said: 'ready' });
