/**
 * The outside world, in a process that is never killed: it pays every request that it gets, the second for a case like
 * the first, and keeps its own books. It says to its parent when it has accepted the first request of a case, and
 * leaves that one without an answer: whoever is killed then has paid and does not know it.
 */
import { createServer } from 'node:http';

const payouts = new Map();

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const { caseId } = JSON.parse(body);
    const times = (payouts.get(caseId) ?? 0) + 1;
    payouts.set(caseId, times);
    if (times === 1) {
      process.send({ said: 'accepted', caseId });
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ payoutId: `${caseId}-${times}` }));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send({ said: 'ready', url: `http://127.0.0.1:${server.address().port}` });
});

process.on('message', ({ ask }) => {
  if (ask === 'books') process.send({ said: 'books', payouts: Object.fromEntries(payouts) });
});
process.once('disconnect', () => process.exit(0));
