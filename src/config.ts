import { resolve } from 'node:path';
import { z } from 'zod';
import { DAY, HOUR, MINUTE, SECOND } from './core/clock.ts';
import { Problem } from './core/errors.ts';
import { parseShillings, type Cents } from './core/money.ts';
import {
  ASK_AFTER,
  RETRY_PAUSES,
  SEND_WINDOW,
  TELL_CUSTOMER_AFTER,
  TELL_STAFF_AFTER,
} from './payouts/schedule.ts';

/**
 * Every setting of the program, parsed once. Nothing else reads the environment. Durations are milliseconds in the
 * program and written as `30s`, `5m`, `24h`, `7d` by people; amounts are shillings for people, cents inside.
 */

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY };

const duration = z.string().transform((text, context) => {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNITS[match?.[2] ?? ''];
  if (match?.[1] === undefined || unit === undefined) {
    context.addIssue({ code: 'custom', message: 'a duration such as 500ms, 30s, 5m, 24h or 7d' });
    return z.NEVER;
  }
  return Number(match[1]) * unit;
});

const durations = z.string().transform((text, context) =>
  text.split(',').map((part) => {
    const parsed = duration.safeParse(part);
    if (!parsed.success) {
      context.addIssue({ code: 'custom', message: 'durations separated by commas, such as 1m,5m,30m' });
      return 0;
    }
    return parsed.data;
  }),
);

const amount = z.string().transform((text, context): Cents => {
  const parsed = parseShillings(text);
  if (parsed === null || parsed < 0) {
    context.addIssue({ code: 'custom', message: 'an amount in shillings, such as 50000 or 1,250.50' });
    return z.NEVER;
  }
  return parsed;
});

/** A whole number in that range; anything else is met with what is expected, in words. */
const whole = (least: number, most: number, expected: string) =>
  z
    .string()
    .regex(/^\s*\d{1,9}\s*$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);

const port = whole(0, 65_535, 'a port from 0 to 65535');
const url = z.url({ protocol: /^https?$/, error: 'an http or https URL' });
const flag = z.enum(['yes', 'no'], { error: 'yes or no' }).transform((value) => value === 'yes');
const text = z.string().min(1, 'something that is not empty');

/** Setting by setting: its name in the environment, its default, its form. README lists them. */
const SCHEMA = z.object({
  RUDISHA_DB: text.default('rudisha.db'),
  /** Where the default channel writes messages; beside the database when not set. */
  RUDISHA_MESSAGES: text.optional(),
  RUDISHA_LISTEN_HOST: text.default('127.0.0.1'),
  RUDISHA_LISTEN_PORT: port.default(4011),
  /** What Daraja calls back: the public address of the listener. */
  RUDISHA_CALLBACK_URL: url.optional(),
  RUDISHA_MAY_PAY: flag.default(true),
  RUDISHA_CASES_IN_FLIGHT: whole(1, 256, 'a whole number from 1 to 256').default(16),

  MODEL: z.enum(['ollama', 'rules'], { error: 'ollama or rules' }).default('ollama'),
  MODEL_NAME: text.default('qwen2.5:3b'),
  OLLAMA_HOST: text.default('http://127.0.0.1:11434'),
  /** Hosts other than this machine that the operator allows by name, separated by commas. */
  MODEL_HOSTS_ALLOWED: z.string().default(''),
  MODEL_DEADLINE: duration.default(2 * MINUTE),
  MODEL_RETRY_AFTER: durations.default([MINUTE, 5 * MINUTE]),

  DARAJA_BASE_URL: url.default('http://127.0.0.1:4010'),
  DARAJA_CONSUMER_KEY: text.default('simulator'),
  DARAJA_CONSUMER_SECRET: text.default('simulator'),
  DARAJA_INITIATOR: text.default('refunds'),
  DARAJA_INITIATOR_PASSWORD: text.default('Simulator#1'),
  DARAJA_SHORTCODE: text.default('600992'),
  /** What pays out over B2C, when it is another one. */
  DARAJA_B2C_SHORTCODE: text.optional(),
  /** PEM file: the certificate that Safaricom gives out, or a public key. */
  DARAJA_CERTIFICATE: text.default('simulator-certificate.pem'),
  DARAJA_TIMEOUT: duration.default(30 * SECOND),
  DARAJA_PATH_TOKEN: text.optional(),
  DARAJA_PATH_REVERSAL: text.optional(),
  DARAJA_PATH_B2C: text.optional(),
  DARAJA_PATH_STATUS: text.optional(),
  LANE_INTERVAL: duration.default(SECOND),

  REMIND_AFTER: durations.default([DAY, 3 * DAY]),
  CLOSE_AFTER: duration.default(7 * DAY),
  DISPUTE_WINDOW: duration.default(14 * DAY),
  APPROVAL_VALID: duration.default(3 * DAY),
  TWO_PEOPLE_ABOVE: amount.optional(),
  ORDER_DATA_MAX_AGE: duration.default(DAY),
  LIMIT_PER_PAYOUT: amount.default(parseShillings('250000') as Cents),
  LIMIT_PER_DAY: amount.default(parseShillings('2000000') as Cents),
  // The gate and the client grant no more than 30 s (payouts.md §5): a longer window would make every payout wait.
  SEND_WINDOW: duration.default(SEND_WINDOW).refine((ms) => ms >= SECOND && ms <= SEND_WINDOW, '1s to 30s'),
  ASK_AFTER: durations.default([...ASK_AFTER]),
  LAST_ANSWER_WITHIN: duration.default(10 * MINUTE),
  TELL_STAFF_AFTER: duration.default(TELL_STAFF_AFTER),
  TELL_CUSTOMER_AFTER: duration.default(TELL_CUSTOMER_AFTER),
  RETRY_PAUSES: durations.default([...RETRY_PAUSES]),
  WAIT_BEFORE_RETRY: duration.default(MINUTE),
  // A result was seen 85 s after its question (daraja.md §4); what has not come after five minutes rarely comes.
  STATUS_ANSWER_WITHIN: duration.default(5 * MINUTE),
  // Minutes (payouts.md §4): long enough for an answer, too short for a payer to be told and to reverse meanwhile.
  CONFIRMATION_MAX_AGE: duration.default(10 * MINUTE).refine((ms) => ms >= SECOND && ms <= HOUR, '1s to 1h'),
});

export type Config = z.output<typeof SCHEMA>;

/** Settings whose value is never printed. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_INITIATOR_PASSWORD',
]);

/** Parses the environment; Problem 'bad_configuration' names each setting, what was found and what is expected. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is one that was not set: shells make them by accident.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = SCHEMA.safeParse(given);
  if (parsed.success) return { ...parsed.data, RUDISHA_DB: resolve(parsed.data.RUDISHA_DB) };
  // A list with two bad parts is one bad setting.
  const problems = new Set(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      const found = SECRET_SETTINGS.has(name) ? 'a value' : JSON.stringify(given[name]);
      return `${name} is ${found}, expected ${issue.message}`;
    }),
  );
  throw new Problem('bad_configuration', [...problems].join('; '));
}
