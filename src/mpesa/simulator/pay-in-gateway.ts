import type { Incoming } from './exchange.ts';
import { scriptedAnswer } from './fault-answers.ts';
import type { Answer } from './fault-answers.ts';
import type { PayInOperation } from './operations.ts';
import { registerUrls, simulatePayment } from './c2b-gateway.ts';
import type { Pump } from './pump.ts';
import type { PayInAnswer } from './pay-in-accept.ts';
import { pull, registerPull } from './pull.ts';
import { askPush, push } from './push-gateway.ts';
import { refuse } from './refusals.ts';
import type { Booked } from './refusals.ts';
import type { Workings } from './workings.ts';

type Do = (workings: Workings, booked: Booked) => PayInAnswer;

const DO: Readonly<Record<PayInOperation, Do>> = {
  c2b_register: registerUrls,
  c2b: simulatePayment,
  stk: push,
  stk_query: askPush,
  pull_register: registerPull,
  pull,
};

/** Takes a request of the paths on which customers' money comes in (daraja.md §5). It is in the books already. */
export async function takePayIn(
  workings: Workings,
  pump: Pump,
  operation: PayInOperation,
  incoming: Incoming,
  booked: Booked,
): Promise<Answer> {
  const refused = scriptedAnswer('before', incoming, booked) ?? refuse(workings, operation, incoming, booked);
  if (refused !== null) return refused;
  const done = DO[operation](workings, booked);
  if (!('answer' in done)) return scriptedAnswer('after', incoming, booked) ?? done;
  workings.settings.moment(`${operation}:accepted`);
  const request = workings.books.requests.accepted(done.accepted);
  if (booked.behaviour.callback_before_answer && request !== null) await pump.rush(request);
  pump.wake();
  return scriptedAnswer('after', incoming, booked) ?? done.answer;
}
