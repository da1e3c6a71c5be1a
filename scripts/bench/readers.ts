import { takeApart } from '../../src/reading/control-tokens.ts';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { findDates } from '../../src/reading/dates.ts';
import { withoutInjection } from '../../src/reading/injection.ts';
import { readMessage } from '../../src/reading/message.ts';
import { findOrderNumbers } from '../../src/reading/order-numbers.ts';
import { findPhones } from '../../src/reading/phones.ts';
import { findReceipts } from '../../src/reading/receipts.ts';
import { holdsSecret, redact } from '../../src/reading/redact.ts';
import { readReply } from '../../src/reading/reply.ts';
import { parseSms } from '../../src/reading/sms.ts';

export type Reader = (text: string) => unknown;

/** The finders of candidates, each by itself on the whole text. */
const FINDERS: Readonly<Record<string, Reader>> = {
  findReceipts,
  findPhones,
  findAmounts: (text) => findAmounts(text),
  findOrderNumbers: (text) => findOrderNumbers(text),
};

function candidates(text: string): unknown {
  return Object.values(FINDERS).map((find) => find(text));
}

/** The pair that the bar of speed is about. */
export const CANDIDATES_AND_REDACT = 'candidates and redact';

export const CANDIDATES_DEFINED =
  `candidates = ${Object.keys(FINDERS).join(' + ')}, each on the whole message; ` +
  `"${CANDIDATES_AND_REDACT}" = those and redact(message, {}), every message another than the one before, so that nothing remembered helps`;

/** What short messages are read with. The first is the baseline: machines differ, its ratio to the others less. */
export const SHORT_READERS: Readonly<Record<string, Reader>> = {
  'baseline: JSON and one pattern': (text) => JSON.stringify(text).match(/\d+/g),
  ...FINDERS,
  candidates,
  redact: (text) => redact(text, {}),
  [CANDIDATES_AND_REDACT]: (text) => [candidates(text), redact(text, {})],
  readMessage,
  readReply: (text) => readReply(text, 'confirm'),
};

const KNOWN = { PHONE_1: '254712000391', CODE_1: 'UKN4X7M2QP' };

/** Everything that looks at a text of any length. `readMessage` and `readReply` cut theirs first. */
export const LONG_READERS: Readonly<Record<string, Reader>> = {
  receipts: findReceipts,
  phones: findPhones,
  amounts: (text) => findAmounts(text),
  orders: (text) => findOrderNumbers(text),
  dates: findDates,
  sms: parseSms,
  injection: withoutInjection,
  redact: (text) => redact(text, {}),
  'redact, known': (text) => redact(text, KNOWN),
  guard: (text) => holdsSecret(text, KNOWN),
  tokens: takeApart,
};
