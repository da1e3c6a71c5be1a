import type { DeskSettings } from '../../src/cases/context.ts';
import type { Ids } from '../../src/cases/ports.ts';
import { deskSettings } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { cents } from '../../src/core/money.ts';
import { B2C_SHORTCODE, SHORTCODE } from './provider/bodies.ts';
import { seedOf, type Random } from './random.ts';

const MINUTE = 60_000;
/** No payment of any shop is larger. */
const LARGEST_CENTS = 1_300_000;

const BASE = deskSettings(
  readConfig({ DARAJA_SHORTCODE: SHORTCODE, DARAJA_B2C_SHORTCODE: B2C_SHORTCODE, MODEL: 'rules' }),
);

/** The desk's own defaults, but for what differs from shop to shop. */
export function settingsOf(mood: Random): DeskSettings {
  const twoPeopleAboveCents = mood.chance(0.35) ? cents(mood.between(1, 9) * 100_000) : null;
  const perDayLimitCents = perDayLimit(mood);
  return {
    ...BASE,
    twoPeopleAboveCents,
    perDayLimitCents,
    // Nothing is learnt from looking every minute at what waits for hours, or for ever.
    waitMs: perDayLimitCents < LARGEST_CENTS ? 6 * 60 * MINUTE : 10 * MINUTE,
  };
}

/** Mostly far away; sometimes reached by two refunds; rarely below one, so that it waits for another setting. */
function perDayLimit(mood: Random): DeskSettings['perDayLimitCents'] {
  const drawn = mood.next();
  return drawn < 0.003 ? cents(300_000) : drawn < 0.1 ? cents(LARGEST_CENTS) : BASE.perDayLimitCents;
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Names in a row: a world that is run again gives the same ones. */
export function idsOf(seed: number): Ids {
  let given = seedOf(seed, 'ids') % 1_000_000;
  const code = (length: number): string => {
    given += 1;
    let rest = given;
    return Array.from({ length }, () => {
      const letter = LETTERS.charAt(rest % 32);
      rest = Math.floor(rest / 32);
      return letter;
    }).join('');
  };
  return {
    caseId: () => `C-${code(6)}`,
    escalationId: () => `E-${code(6)}`,
    inquiryId: () => `Q-${code(8)}`,
    rowId: () => `row-${code(12)}`,
  };
}
