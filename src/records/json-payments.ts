import { objectOf, parseJson, type Fields } from '../core/json.ts';
import type { BadRow } from './csv-rows.ts';
import { readConfirmation, readPulled, readPush, type Told } from './payment-shapes.ts';
import { noneSkipped, type PaymentRow, type StatementReading } from './statement.ts';

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
  const skipped = noneSkipped();
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
  const whole = parseJson(text);
  if (whole !== undefined) {
    const list: readonly unknown[] = Array.isArray(whole) ? whole : [whole];
    return { documents: list.map((value) => ({ line: 1, value })), bad: [] };
  }
  const documents: Document[] = [];
  const bad: BadRow[] = [];
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return;
    const value = parseJson(content);
    if (value === undefined) bad.push({ line: index + 1, reason: 'no JSON' });
    else documents.push({ line: index + 1, value });
  });
  return { documents, bad };
}

/** The payments that one document tells of. */
function tellings(value: unknown): readonly Told[] {
  const fields = objectOf(value);
  if (fields === null) return ['no JSON object'];
  if ('TransID' in fields) return [readConfirmation(fields)];
  const push = objectOf(objectOf(fields['Body'])?.['stkCallback']);
  if (push !== null) return [readPush(push)];
  return 'Response' in fields ? page(fields) : ['no C2B confirmation, STK callback or Pull answer'];
}

/** The payments stand in a list in a list; one list alone is read too. */
function page({ Response }: Fields): readonly Told[] {
  if (!Array.isArray(Response)) return ['the Response of a Pull answer is no list'];
  return (Response as readonly unknown[]).flat().map((row) => {
    const fields = objectOf(row);
    return fields === null ? 'a payment of a Pull answer is no object' : readPulled(fields);
  });
}
