import { z } from 'zod';
import { Problem } from '../../core/errors.ts';
import { listFaults, SHORT_NAMES, VALUE_PATTERNS } from './fault-list.ts';
import type { ANSWER_FAULTS, OTHER_FAULTS } from './fault-list.ts';
import { isQueued, PAY_INS, QUEUED, type Operation } from './operations.ts';

export type AnswerFault = keyof typeof ANSWER_FAULTS;
type OtherFault = keyof typeof OTHER_FAULTS;

/** What a fault is scripted with: true when nothing follows its name, else the text after the colon. */
type Scripted<Entry extends readonly unknown[]> = Entry[0] extends null ? true : string;

/** What was scripted for one request: the sum of the rules that matched it. */
export type Behaviour = {
  readonly [K in OtherFault]?: Scripted<(typeof OTHER_FAULTS)[K]>;
} & {
  readonly [K in AnswerFault as `${K}_${'before' | 'after'}_accept`]?: Scripted<(typeof ANSWER_FAULTS)[K]>;
};

const VALUES = new Map(listFaults().map(({ name, value }) => [name, value]));

function isFault(text: string): boolean {
  const [name, given] = splitFault(text);
  const wanted = VALUES.get(name);
  if (wanted === undefined) return false;
  if (wanted === null || given === null) return wanted === given;
  return VALUE_PATTERNS[wanted].test(given);
}

/** Full name and value of a fault as it is written in a script. */
function splitFault(text: string): readonly [name: string, value: string | null] {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  return [SHORT_NAMES[name] ?? name, colon < 0 ? null : text.slice(colon + 1)];
}

/**
 * One scripted rule. It applies when everything named in it fits: the operation, the receipt asked about, the amount
 * or the last digits of its whole shillings, the customer's number, the `request`-th request of that operation since
 * the books began; and at most `times` times since it was set. Without an operation it is about payouts; its
 * `status_…` faults are about queries. A rule of `pull` is held against each payment of a page as well.
 */
const faultRule = z.strictObject({
  operation: z.enum(['token', ...QUEUED, ...PAY_INS]).optional(),
  receipt: z.string().min(1).optional(),
  amountCents: z.int().positive().optional(),
  amountEnding: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
  msisdn: z
    .string()
    .regex(/^254\d{9}$/)
    .optional(),
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
  /** The customer who is paid, or whose payment is reversed or asked about. */
  readonly msisdn: string | null;
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
  if (rule.amountEnding !== undefined && !endsIn(occasion.amountCents, rule.amountEnding)) return [];
  if (rule.msisdn !== undefined && rule.msisdn !== occasion.msisdn) return [];
  if (rule.request !== undefined && rule.request !== occasion.nth) return [];
  if (rule.operation !== undefined) return rule.operation === occasion.operation ? rule.faults : [];
  if (!isQueued(occasion.operation)) return [];
  const aboutQueries = occasion.operation === 'status';
  return rule.faults.filter((fault) => fault.startsWith('status_') === aboutQueries);
}

/** Amounts with cents end in no digits that a person would choose. */
function endsIn(amountCents: number | null, digits: string): boolean {
  return amountCents !== null && amountCents % 100 === 0 && String(amountCents / 100).endsWith(digits);
}
