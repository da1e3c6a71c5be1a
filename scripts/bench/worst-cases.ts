/** A text that tries to make reading slow: a piece repeated up to a length, perhaps with another end. */
export interface WorstCase {
  readonly name: string;
  readonly piece: string;
  /** What stands at the very end, where a pattern that has matched all before it fails and tries again. */
  readonly end?: string;
}

const SMS =
  'UKN4X7M2QP Confirmed. Ksh2,350.00 paid to DUKA LTD on 23/11/26 at 4:12 PM. New M-PESA balance is Ksh100.00. ';

/** Each kind of repetition that some pattern of reading could stumble over. */
export const WORST_CASES: readonly WorstCase[] = [
  { name: 'one digit', piece: '1', end: 'x' },
  { name: 'digits by ones', piece: '7 ' },
  { name: 'spaces', piece: ' ', end: 'x' },
  { name: 'grouping commas', piece: '1,', end: 'x' },
  { name: 'thousands', piece: '123,', end: '!' },
  { name: 'scale words', piece: 'elfu ' },
  { name: 'joining words', piece: 'na ' },
  { name: 'number words', piece: 'saba na kumi ' },
  { name: 'glued number words', piece: 'elfumbilina' },
  { name: 'repeat words', piece: 'double mara ' },
  { name: 'single letters', piece: 'U K N ' },
  { name: 'letters without space', piece: 'a', end: '!' },
  { name: 'capitals without space', piece: 'UKN', end: '!' },
  { name: 'opening brackets', piece: '(' },
  { name: 'bracketed codes', piece: '[UKN4](X7M2)' },
  { name: 'control tokens', piece: '<|' },
  { name: 'forged placeholders', piece: '[PHONE_1' },
  { name: 'placeholders in brackets', piece: '[ code   1 ' },
  { name: 'zero-width', piece: '0\u200b' },
  { name: 'invisible only', piece: '\u2060', end: 'x' },
  { name: 'combining marks', piece: '\u0301', end: 'x' },
  { name: 'expanding ligatures', piece: '\ufdfa' },
  { name: 'full-width digits', piece: '７１２' },
  { name: 'look-alike letters', piece: 'СОДЕ ' },
  { name: 'emoji', piece: '🙏🏽👍' },
  { name: 'phones', piece: '0712000391 ' },
  { name: 'phones glued', piece: '0712000391' },
  { name: 'split phones', piece: '0712 na 000 ' },
  { name: 'disguised zeros', piece: 'o0Ol' },
  { name: 'foreign phones', piece: '+44 20 7123 4567 ' },
  { name: 'codes', piece: 'UKN4X7M2QP ' },
  { name: 'codes glued', piece: 'UKN4X7M2QP' },
  { name: 'fillers glued', piece: 'nanihii' },
  { name: 'newlines', piece: '\n', end: '1' },
  { name: 'SMS heads without ends', piece: 'UKN4X7M2QP Confirmed. ' },
  { name: 'SMS whole', piece: SMS },
  { name: 'named orders', piece: 'order namba 88213 ' },
  { name: 'order words without numbers', piece: 'order ni ya ' },
  { name: 'order pairs', piece: '88213 na ' },
  { name: 'dashes in references', piece: 'AB-12-' },
  { name: 'dates', piece: '23/11/2026 ' },
  { name: 'date pieces', piece: '1/1.' },
  { name: 'clock times', piece: 'saa nane na ' },
  { name: 'currency marks', piece: 'Ksh. ' },
  { name: 'checkout ids', piece: 'ws_CO_123456789' },
  { name: 'mixed', piece: `${SMS}Nimelipa elfu mbili kwa order #88213, simu 0712 000 391 🙏🏽\n` },
];

/** The case's text of about that many bytes of UTF-8. */
export function worstText({ piece, end = '' }: WorstCase, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))) + end;
}
