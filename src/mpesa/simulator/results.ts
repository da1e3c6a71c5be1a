import { EAT_OFFSET } from '../../core/clock.ts';
import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import type { Variant } from './variants.ts';

/** A figure that is written into the JSON as it stands, so that `4500.00` keeps its zeros. */
interface Figure {
  readonly figure: string;
}

/** An item of ResultParameters; without a value it has a Key only, as Daraja sends some. */
export interface Item {
  readonly key: string;
  readonly value?: string | Figure;
}

export interface Result {
  readonly code: string;
  readonly description: string;
  readonly originatorConversationId: string;
  readonly conversationId: string;
  readonly transactionId: string;
  readonly items: readonly Item[];
  /** One item alone in a list, too. */
  readonly alwaysList?: boolean;
  readonly reference: Item;
}

/** Marks a figure inside a JSON string until its quotes are taken off. A private-use character: no text of ours has it. */
const MARK = '\uE000';

/** The body of a result callback (daraja.md §2), in the shapes that the variant asks for. */
export function renderResult(result: Result, variant: Variant): string {
  const numericCode = /^\d+$/.test(result.code) && !variant.codeAsText;
  const reference = renderItem(result.reference, variant);
  const parameters = renderItems(result, variant);
  return toJson({
    Result: {
      ResultType: variant.typeAsText ? '0' : 0,
      ResultCode: numericCode ? Number(result.code) : result.code,
      ResultDesc: result.description,
      OriginatorConversationID: result.originatorConversationId,
      ConversationID: result.conversationId,
      TransactionID: result.transactionId,
      ...(parameters === null ? {} : { ResultParameters: { ResultParameter: parameters } }),
      ReferenceData: { ReferenceItem: variant.referenceAsList ? [reference] : reference },
    },
  });
}

/** One item alone stands without a list, as everywhere in Daraja, unless scripted. */
function renderItems({ items, alwaysList }: Result, variant: Variant): unknown {
  const rendered = items.map((item) => renderItem(item, variant));
  if (rendered.length < 2 && alwaysList !== true) return rendered[0] ?? null;
  if (rendered.length === 0) return null;
  return variant.itemsBackwards ? rendered.reverse() : rendered;
}

function renderItem(item: Item, variant: Variant): Record<string, string> {
  if (item.value === undefined) return { Key: item.key };
  if (typeof item.value === 'string') return { Key: item.key, Value: item.value };
  return { Key: item.key, Value: variant.valuesAsText ? item.value.figure : MARK + item.value.figure };
}

/** JSON in which a marked figure stands as it was written, with its zeros. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${MARK}(-?[0-9.]+)"`, 'g'), '$1');
}

export function amountFigure(amountCents: Cents, variant: Variant): Figure {
  return { figure: shillings(amountCents, variant.amountWithDecimals) };
}

/** A figure inside an object that `toJson` writes. */
export function marked(figure: string): string {
  return MARK + figure;
}

/** `4500` or `4500.00`; cents that there are always show. */
export function shillings(amountCents: Cents, withDecimals: boolean): string {
  const rest = Math.abs(amountCents % 100);
  const whole = `${amountCents < 0 ? '-' : ''}${Math.floor(Math.abs(amountCents) / 100)}`;
  return rest === 0 && !withDecimals ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** Fourteen digits in East Africa Time, a number in most samples. */
export function timeFigure(at: Instant): Figure {
  return { figure: eatDigits(at) };
}

/** `30.11.2026 10:00:00` in East Africa Time, as B2C results have it. */
export function dottedTime(at: Instant): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(eatDigits(at)) ?? [];
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

/** `20261130100000` in East Africa Time. */
export function eatDigits(at: Instant): string {
  return new Date(at + EAT_OFFSET).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

/** A balance in one of its two documented shapes. */
export function balanceText(balanceCents: Cents, variant: Variant): string {
  const amount = shillings(balanceCents, true);
  return variant.balanceInBraces
    ? `{Amount={CurrencyCode=KES, MinimumAmount=${balanceCents}, BasicAmount=${amount}}}`
    : `Utility Account|KES|${amount}|${amount}|0.00|0.00`;
}
