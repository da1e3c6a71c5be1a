import { z } from 'zod';
import { Problem } from '../../core/errors.ts';
import type { Operation } from './operations.ts';

/** Faults that are on or off. Those with `after_accept` happen once the request is in the books and will be processed. */
const PLAIN = [
  'callback_before_answer',
  'callback_twice',
  'changed_callback_twice',
  'cut_after_accept',
  'cut_before_accept',
  'foreign_ids',
  'hang',
  'hang_before_accept',
  'html',
  'html_200',
  'html_after_accept',
  'http_500',
  'http_500_after_accept',
  'lose_callback',
  'no_processing',
  'queue_timeout',
  'queue_timeout_envelope',
  'queue_timeout_then_result',
  'redirect',
  'single_parameter',
  'status_silent',
  'token_invalid',
  'wrong_amount',
  'wrong_party',
] as const;

/** Faults with a value, `name:value`: a code, a word, or milliseconds. */
const VALUED = [
  'delay_callback_ms',
  'delay_processing_ms',
  'moved_but_result',
  'refuse',
  'refuse_200',
  'response_code',
  'result',
  'status_result',
  'status_word',
] as const;

type PlainFault = (typeof PLAIN)[number];
type ValuedFault = (typeof VALUED)[number];

/** What was scripted for one request: the sum of the rules that matched it. */
export type Behaviour = { readonly [K in PlainFault]?: true } & { readonly [K in ValuedFault]?: string };

function isFault(text: string): boolean {
  const [name, value] = splitFault(text);
  if (value === null) return (PLAIN as readonly string[]).includes(name);
  if (name.endsWith('_ms') && !/^\d{1,12}$/.test(value)) return false;
  return value !== '' && (VALUED as readonly string[]).includes(name);
}

function splitFault(text: string): readonly [string, string | null] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, null] : [text.slice(0, colon), text.slice(colon + 1)];
}

/**
 * One scripted rule. It applies when everything named in it fits: the operation, the receipt asked about, the amount,
 * the `request`-th request of that operation since the books began; and at most `times` times since it was set.
 * Without an operation it is about payouts; its `status_…` faults are about queries.
 */
const faultRule = z.strictObject({
  operation: z.enum(['token', 'reversal', 'status', 'b2c']).optional(),
  receipt: z.string().min(1).optional(),
  amountCents: z.int().positive().optional(),
  request: z.int().positive().optional(),
  times: z.int().positive().optional(),
  faults: z
    .array(z.string().refine(isFault, { error: (issue) => `no such fault: ${String(issue.input)}` }))
    .min(1),
});

export type FaultRule = z.input<typeof faultRule>;

/** Reads a fault script: a JSON array of rules. Throws Problem `bad_input` that names what is wrong with it. */
export function parseFaultRules(value: unknown): readonly FaultRule[] {
  const parsed = z.array(faultRule).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw new Problem(
    'bad_input',
    `fault script${where === '' ? '' : ` at ${where}`}: ${issue?.message ?? 'unreadable'}`,
  );
}

/** What a rule is compared with. */
export interface Occasion {
  readonly operation: Operation;
  /** This request's number among those of its operation, from 1. */
  readonly nth: number;
  readonly receipt: string | null;
  readonly amountCents: number | null;
}

/** The behaviour that the rules ask for here, and the positions of the rules that matched. Later rules win. */
export function matchFaults(
  rules: readonly FaultRule[],
  occasion: Occasion,
  timesApplied: (index: number) => number,
): { readonly behaviour: Behaviour; readonly matched: readonly number[] } {
  const behaviour: Record<string, string | true> = {};
  const matched: number[] = [];
  rules.forEach((rule, index) => {
    const faults = faultsFor(rule, occasion);
    if (faults.length === 0) return;
    if (rule.times !== undefined && timesApplied(index) >= rule.times) return;
    for (const fault of faults) {
      const [name, value] = splitFault(fault);
      behaviour[name] = value ?? true;
    }
    matched.push(index);
  });
  return { behaviour, matched };
}

function faultsFor(rule: FaultRule, occasion: Occasion): readonly string[] {
  if (rule.receipt !== undefined && rule.receipt !== occasion.receipt) return [];
  if (rule.amountCents !== undefined && rule.amountCents !== occasion.amountCents) return [];
  if (rule.request !== undefined && rule.request !== occasion.nth) return [];
  if (rule.operation !== undefined) return rule.operation === occasion.operation ? rule.faults : [];
  if (occasion.operation === 'token' || occasion.operation === 'unknown') return [];
  const aboutQueries = occasion.operation === 'status';
  return rule.faults.filter((fault) => fault.startsWith('status_') === aboutQueries);
}
