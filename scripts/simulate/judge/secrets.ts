import type { ModelQuestion } from '../../../src/reading/types.ts';
import type { Books } from '../provider/books.ts';

/**
 * Why a question shows a secret; null when it shows none. Looks for what the world knows, not for patterns: the nine
 * digits that make a number, and the receipts, however they are spaced or written.
 */
export function secretIn(question: ModelQuestion, phones: readonly string[], books: Books): string | null {
  const text = JSON.stringify([question.redacted, question.choices]);
  const digits = text.replaceAll(/\D/g, '');
  const phone = phones.find((one) => digits.includes(one.slice(3)));
  if (phone !== undefined) return `a question shows ${phone}: ${question.redacted}`;
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const receipt = [...books.payments.keys()].find((one) => letters.includes(one));
  return receipt === undefined ? null : `a question shows ${receipt}: ${question.redacted}`;
}
