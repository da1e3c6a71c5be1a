import type { BadRow } from './csv-rows.ts';
import {
  fieldsOf,
  readConfirmation,
  readPulled,
  readPush,
  type Fields,
  type Told,
} from './payment-shapes.ts';
import type { PaymentRow, SkipReason, StatementReading } from './statement.ts';

/** Customers' payments alone: none of these sources tells of money that went out. */
export interface JsonReading extends StatementReading {
  readonly rows: readonly PaymentRow[];
}

/** A document of the file, and the line that it begins in. */
interface Document {
  readonly line: number;
  readonly value: unknown;
}

/** Whether a file is JSON rather than a statement: no statement's first line begins so. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/**
 * Reads payments as Daraja told a shop of them (daraja.md §5): C2B confirmations, callbacks of STK pushes and saved
 * answers of Pull, mixed as they come. The file is one JSON document, a list of them, or one a line. What cannot be
 * read is reported and costs no other row. The same payment may be told many times (a push and its confirmation, a page
 * that repeats the one before): each telling is a row, and the receipt makes them one when they are imported.
 */
export function readJsonPayments(bytes: Uint8Array): JsonReading {
  const { documents, bad } = documentsOf(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ''));
  const rows: PaymentRow[] = [];
  const unread: BadRow[] = [...bad];
  const skipped: Record<SkipReason, number> = {
    not_completed: 0,
    no_money: 0,
    charge: 0,
    returned_to_us: 0,
    own_funds: 0,
  };
  for (const { line, value } of documents) {
    for (const told of tellings(value)) {
      if (typeof told === 'object') rows.push({ kind: 'payment', line, ...told });
      else if (told === 'not_completed' || told === 'own_funds') skipped[told] += 1;
      else unread.push({ line, reason: told });
    }
  }
  return { rows, skipped, bad: unread.toSorted((a, b) => a.line - b.line) };
}

function documentsOf(text: string): {
  readonly documents: readonly Document[];
  readonly bad: readonly BadRow[];
} {
  const whole = parsed(text);
  if (whole !== undefined) {
    const list: readonly unknown[] = Array.isArray(whole) ? whole : [whole];
    return { documents: list.map((value) => ({ line: 1, value })), bad: [] };
  }
  const documents: Document[] = [];
  const bad: BadRow[] = [];
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return;
    const value = parsed(content);
    if (value === undefined) bad.push({ line: index + 1, reason: 'no JSON' });
    else documents.push({ line: index + 1, value });
  });
  return { documents, bad };
}

/** JSON has no undefined: what cannot be parsed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The payments that one document tells of. */
function tellings(value: unknown): readonly Told[] {
  const fields = fieldsOf(value);
  if (fields === null) return ['no JSON object'];
  if ('TransID' in fields) return [readConfirmation(fields)];
  const push = fieldsOf(fieldsOf(fields['Body'])?.['stkCallback']);
  if (push !== null) return [readPush(push)];
  return 'Response' in fields ? page(fields) : ['no C2B confirmation, STK callback or Pull answer'];
}

/** The payments stand in a list in a list; one list alone is read too. */
function page({ Response }: Fields): readonly Told[] {
  if (!Array.isArray(Response)) return ['the Response of a Pull answer is no list'];
  return (Response as readonly unknown[]).flat().map((row) => {
    const fields = fieldsOf(row);
    return fields === null ? 'a payment of a Pull answer is no object' : readPulled(fields);
  });
}
