import { CHECK_NAMES, type CheckName } from '../../src/payouts/gate-types.ts';
import type { Deletion, Edit } from './deletion.ts';

const GATE = 'src/payouts/gate.ts';
const CAPS = 'src/payouts/checks/caps.ts';
const LIMITS = 'src/payouts/checks/limits.ts';

/** How the gate's table names each check. */
const IMPLEMENTED: Readonly<Record<CheckName, string>> = {
  payouts_live: '  payouts_live: payoutsLive,',
  process_may_send: '  process_may_send: processMaySend,',
  clock_sane: '  clock_sane: clockSane,',
  lane_open: '  lane_open: laneOpen,',
  case_current: '  case_current: caseCurrent,',
  receipt_free: '  receipt_free: receiptFree,',
  limits: '  limits,',
  approval: '  approval,',
  records_agree: '  records_agree: recordsAgree,',
  caps: '  caps,',
  payment_confirmed: '  payment_confirmed: paymentConfirmed,',
  destination: '  destination,',
  provider_ready: '  provider_ready: providerReady,',
  reserve: '  reserve,',
};

/** Takes one check out of the gate's table. */
export function gateCheck(name: CheckName): Edit {
  // Only in the table: the import has the same words with other spaces before them.
  return { file: GATE, find: `\n${IMPLEMENTED[name]}`, replace: `\n  ${name}: () => null,` };
}

/** Where the journeys of each check are. */
const NOTICING: Readonly<Record<CheckName, string>> = {
  payouts_live: 'gate-brakes',
  process_may_send: 'gate-brakes',
  clock_sane: 'gate-brakes',
  lane_open: 'lane',
  case_current: 'gate-decision',
  receipt_free: 'gate-decision',
  limits: 'gate-brakes',
  approval: 'gate-decision',
  records_agree: 'gate-decision',
  caps: 'gate-decision',
  payment_confirmed: 'b2c',
  destination: 'b2c',
  provider_ready: 'gate-brakes',
  reserve: 'gate-decision',
};

const EACH_CHECK = CHECK_NAMES.map((name): Deletion => ({
  name: `gate: ${name}`,
  edits: [gateCheck(name)],
  first: [NOTICING[name]],
}));

const EACH_LIMIT: readonly Deletion[] = [
  {
    name: 'limit: of a payout',
    first: ['gate-brakes'],
    edits: [{ file: LIMITS, find: 'if (!(amountCents <= perPayoutCents))', replace: 'if (amountCents < 0)' }],
  },
  {
    name: 'limit: of a day',
    first: ['gate-brakes'],
    edits: [
      {
        file: LIMITS,
        find: 'if (spentTodayCents + amountCents <= perDayCents)',
        replace: 'if (amountCents > 0)',
      },
    ],
  },
];

const DECISION_FIRST =
  'The gate decides the case again before it looks at the caps, and that decision never gives back more than is left of a receipt or a part by reversal; the cap holds where that comparison is wrong.';

const EACH_CAP: readonly Deletion[] = [
  {
    name: 'cap: of the receipt',
    first: ['walls-caps'],
    edits: [{ file: CAPS, find: 'refund.amountCents <= ofReceipt', replace: 'ofReceipt >= 0' }],
    behind: { why: DECISION_FIRST, edits: [gateCheck('records_agree')] },
  },
  {
    name: 'cap: of the order',
    first: ['gate-decision'],
    edits: [{ file: CAPS, find: 'refund.amountCents <= ofOrder ? null', replace: 'ofOrder >= 0 ? null' }],
  },
  {
    name: 'cap: a reversal of a part',
    first: ['walls-caps'],
    edits: [
      {
        file: CAPS,
        find: "if (refund.rail === 'reversal' && refund.amountCents !== paymentCents)",
        replace: "if (refund.rail === 'reversal' && refund.amountCents < 0)",
      },
    ],
    behind: { why: DECISION_FIRST, edits: [gateCheck('records_agree')] },
  },
];

/** Each check of the gate, each limit and each cap. */
export const GATE_DELETIONS: readonly Deletion[] = [...EACH_CHECK, ...EACH_LIMIT, ...EACH_CAP];
