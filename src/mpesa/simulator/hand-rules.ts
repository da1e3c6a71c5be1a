import type { FaultRule } from './faults.ts';

type HandRule = readonly [amountEnding: string, ...faults: string[]];

/**
 * Faults for people to try by hand: an amount whose whole shillings end in these three digits meets them. A refund of
 * KES 1,901 is cut off after it was taken, for instance. Endings of 9: one series a subject.
 */
const HAND_RULES: readonly HandRule[] = [
  // 90: taken, and the answer lost.
  ['901', 'cut_after_accept'],
  ['902', 'reset_after_accept'],
  ['903', 'hang_after_accept'],
  ['904', 'html_200_after_accept'],
  ['905', 'redirect_after_accept'],
  ['906', 'http_500_after_accept'],
  ['907', 'spike_arrest_after_accept:429'],
  ['908', 'maintenance_after_accept'],
  ['909', 'duplicate_after_accept'],
  // 91: the same, and no callback either; only a status query knows.
  ['911', 'cut_after_accept', 'lose_callback'],
  ['912', 'hang_after_accept', 'lose_callback'],
  ['913', 'cut_after_accept', 'lose_callback', 'status_silent'],
  // 92: refused, or never taken.
  ['921', 'refuse:400.002.02'],
  ['922', 'refuse:403.002.1001'],
  ['923', 'token_ended'],
  ['924', 'spike_arrest_before_accept:500'],
  ['925', 'quota_before_accept:fault_429'],
  ['926', 'maintenance_before_accept'],
  ['927', 'html'],
  ['928', 'cut_before_accept'],
  ['929', 'no_processing'],
  // 93: callbacks.
  ['931', 'callback_before_answer'],
  ['932', 'callback_twice'],
  ['933', 'changed_callback_twice'],
  ['934', 'late_callback:2d'],
  ['935', 'wrong_amount'],
  ['936', 'wrong_party'],
  ['937', 'party_missing'],
  ['938', 'queue_timeout'],
  ['939', 'queue_timeout_then_result', 'second_after:2d'],
  // 94: failures that lie.
  ['941', 'moved_but_result:15'],
  ['942', 'moved_but_result:17', 'shape_real_looking_receipt'],
  ['943', 'failed_then_success:17', 'second_after:3d'],
  ['944', 'failed_then_paid:26', 'second_after:3d'],
  ['945', 'lose_callback', 'status_word:Failed'],
  ['946', 'no_processing', 'status_word:Completed'],
  ['947', 'lose_callback', 'status_result:2032'],
  // 95: failures that are true.
  ['951', 'result:1'],
  ['952', 'credential_wrong'],
  ['953', 'result:8'],
  ['954', 'result:2040'],
  ['955', 'result:SFC_IC0003'],
  ['956', 'result:4'],
  ['957', 'reversed_outside'],
  ['958', 'result:R000001'],
  ['959', 'result:R000002'],
];

/** The same for money that customers pay in: by a push of KES 1,961 the money comes, and its callback says that it did not. */
const PAY_IN_RULES: readonly (readonly [
  amountEnding: string,
  operation: 'stk' | 'pull',
  ...faults: string[],
])[] = [
  // 96: pushes.
  ['961', 'stk', 'moved_but_result:1037'],
  ['962', 'stk', 'lose_callback'],
  ['963', 'stk', 'lose_confirmation'],
  ['964', 'stk', 'late_confirmation:1h'],
  ['965', 'stk', 'confirmation_twice', 'callback_twice'],
  ['966', 'stk', 'party_masked'],
  ['967', 'stk', 'party_hashed'],
  ['968', 'stk', 'result:1032'],
  // 97: pages of Pull.
  ['971', 'pull', 'pull_missing'],
  ['972', 'pull', 'pull_repeated_on_next_page'],
  ['973', 'pull', 'pull_missing', 'pull_repeated_on_next_page'],
  ['974', 'pull', 'pull_sender_placeholder'],
];

/** A gap by hand closes by itself: the next pull shows the payment. */
const GAP_TIMES = 1;

/** The tables above as rules of a fault script. */
export function handRules(): readonly FaultRule[] {
  return [
    ...HAND_RULES.map(([amountEnding, ...faults]) => ({ amountEnding, faults })),
    ...PAY_IN_RULES.map(([amountEnding, operation, ...faults]) => ({
      amountEnding,
      operation,
      faults,
      ...(faults.length === 1 && faults[0] === 'pull_missing' ? { times: GAP_TIMES } : {}),
    })),
  ];
}
