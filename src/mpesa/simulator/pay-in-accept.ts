import { atomically } from './books-open.ts';
import type { ConversationIds } from './books-requests.ts';
import type { Answer } from './fault-answers.ts';
import type { Booked } from './refusals.ts';
import { processAt } from './process-at.ts';
import type { Workings } from './workings.ts';

/** What an operation answers; `accepted` is the number of a request that is carried out later. */
export type PayInAnswer = Answer | { readonly answer: Answer; readonly accepted: number };

/** From here on the payment is the provider's: it comes whatever becomes of connection and process. */
export function acceptPayIn(workings: Workings, { number, behaviour }: Booked, ids: ConversationIds): void {
  const { books, db, settings } = workings;
  atomically(db, () => {
    books.requests.accept(number, ids, processAt(settings, behaviour));
  });
}
