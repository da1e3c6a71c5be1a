/** What may stand after the colon of a fault. */
export type FaultValue = keyof typeof VALUE_PATTERNS;

export const VALUE_PATTERNS = {
  CODE: /^[A-Za-z0-9._-]{1,40}$/,
  COUNT: /^([1-9]|1\d|20)$/,
  HTTP: /^[2-5]\d\d$/,
  KEY: /^[A-Za-z0-9]{1,60}$/,
  MS: /^\d{1,12}$/,
  RECEIPT: /^[A-Z0-9]{9,10}$/,
  SHAPE: /^(fault_)?(500|429)$/,
  TIME: /^\d{1,6}(s|m|h|d)$/,
  WORD: /^[A-Za-z][A-Za-z ]{0,40}$/,
} as const;

type Entry = readonly [value: FaultValue | null, section: string, does: string];

/**
 * Answers to the request itself. Each makes two faults: `NAME_before_accept`, of a request that never gets in, and
 * `NAME_after_accept`, of one that is carried out all the same.
 */
export const ANSWER_FAULTS = {
  cut: [null, '§8', 'the connection closes without an answer'],
  reset: [null, '§8', 'the connection is reset (a TCP RST)'],
  hang: [null, '§8', 'no answer ever comes'],
  html: [null, '§1', 'HTML of the firewall, HTTP 503'],
  html_200: [null, '§1', 'HTML of the firewall, HTTP 200'],
  empty: ['HTTP', '§1', 'an answer of that status with an empty body'],
  http_500: [null, '§7', 'HTTP 500 with 500.003.1001'],
  redirect: [null, '§7', 'HTTP 307 to the same path: whoever follows it posts twice'],
  duplicate: [null, '§0.3', '500.002.1001 "Duplicate OriginatorConversationID."'],
  maintenance: [null, '§0.3', '500.002.1001 with a text about maintenance'],
  spike_arrest: ['SHAPE', '§7', '500.003.02, or the gateway’s own fault body; HTTP 500 or 429'],
  quota: ['SHAPE', '§7', '500.003.03, or the gateway’s own fault body; HTTP 500 or 429'],
  product_missing: [null, '§1', 'HTTP 401, "no apiproduct match found"'],
  refuse: ['CODE', '§7', 'the error envelope of that code, with its documented HTTP status'],
  refuse_200: ['CODE', '§7', 'the error envelope of that code inside HTTP 200'],
  response_code: ['CODE', '§2', 'HTTP 200 with that ResponseCode'],
} as const satisfies Readonly<Record<string, Entry>>;

/** Everything else: the token, the money, the callbacks, the shapes of bodies, status answers. */
export const OTHER_FAULTS = {
  token_invalid: [null, '§1', 'the token is called bad, in the words of the API that is asked'],
  token_ended: [null, '§1', 'every token given out so far ends as this request arrives'],
  credential_wrong: [null, '§0.9', 'the credential counts as wrong: 2001, in the end 8006'],
  no_dedupe: [null, '§10', 'a repeat is carried out: reversal of a reversed receipt, payout of a used id'],
  reversed_outside: [null, '§0.8', 'somebody reverses the payment that the request names, just before it'],
  reversed_outside_receipt: ['RECEIPT', '§0.8', 'somebody reverses that payment, just before it'],

  delay_processing_ms: ['MS', '§8', 'the money moves that much later'],
  late_processing: ['TIME', '§8', 'the money moves that much later: 90s, 5m, 2h, 3d'],
  no_processing: [null, '§8', 'accepted, then nothing ever'],
  result: ['CODE', '§2', 'the request fails with that code; no money moves'],
  moved_but_result: [
    'CODE',
    '§2',
    'the money moves and the result is that failure; with 15, "duplicate" of a paid one',
  ],
  failed_then_success: ['CODE', '§8', 'the money moves, that failure is told, and the success follows'],
  failed_then_paid: ['CODE', '§8', 'that failure is told; the money moves later, and the success follows'],
  second_after: ['TIME', '§8', 'how much later the success of the two above follows (2d by default)'],

  callback_before_answer: [null, '§0.6', 'the result is delivered before the request is answered'],
  callback_twice: [null, '§8', 'the same result twice'],
  callback_times: ['COUNT', '§8', 'the same result so many times'],
  callback_again: ['TIME', '§8', 'the same result once more, so much later'],
  changed_callback_twice: [null, '§8', 'a second result with another amount'],
  delay_callback_ms: ['MS', '§8', 'callbacks that much later'],
  late_callback: ['TIME', '§8', 'callbacks that much later: 90s, 5m, 2h, 3d'],
  lose_callback: [null, '§8', 'no callback'],
  foreign_ids: [null, '§8', 'the result carries ids of another request'],
  gateway_id: [
    null,
    '§2',
    'acknowledgement and result carry an OriginatorConversationID that the gateway made',
  ],
  wrong_amount: [null, '§8', 'results and status answers show a shilling too much'],
  wrong_party: [null, '§8', 'results and status answers show another customer'],
  queue_timeout: [null, '§0.5', 'the request comes back flat at QueueTimeOutURL; the money moves, no result'],
  queue_timeout_envelope: [null, '§0.5', 'the same as a Result with 100000000'],
  queue_timeout_then_result: [
    null,
    '§0.5',
    'the flat time-out and the result, that much later with second_after',
  ],
  queue_timeout_envelope_then_result: [
    null,
    '§0.5',
    'the time-out as a Result, then the result, the same way',
  ],

  lose_confirmation: [null, '§5', 'no C2B confirmation of the payment: only Pull and the statement know it'],
  late_confirmation: ['TIME', '§5', 'the C2B confirmation that much later, after the STK callback'],
  confirmation_twice: [null, '§8', 'the same C2B confirmation twice'],
  pull_missing: [null, '§5', 'the payment is in no page of this pull: the page has a gap'],
  pull_repeated: [null, '§5', 'the payment stands twice in its page'],
  pull_repeated_on_next_page: [
    null,
    '§5',
    'the payment stands in the next page as well; with pull_missing, in that one alone',
  ],
  pull_none_as_500: [null, '§5', 'no payments are an HTTP 500 in place of 1001'],
  pull_sender_placeholder: [null, '§5', 'the payer’s name in a pull is MPESA'],
  pull_time_of_eat: [null, '§5', 'trxDate is Nairobi’s time with its Z all the same'],

  party_masked: [null, '§5', 'the customer as 2547****0391'],
  party_hashed: [null, '§5', 'the customer as SHA-256 of the number'],
  party_missing: [null, '§2', 'the item of the customer has a Key and no Value'],
  without_value: ['KEY', '§2', 'the item of that Key has no Value'],
  without_item: ['KEY', '§2', 'there is no item of that Key'],
  single_parameter: [null, '§2', 'the amount alone, as an object in place of the list'],
  single_parameter_list: [null, '§2', 'the amount alone, as a list of one'],
  shape_ack_backwards: [null, '§2', 'the keys of the acknowledgement in reverse order'],
  shape_amount_with_decimals: [null, '§2', '4500.00 in place of 4500'],
  shape_balance_left_out: [null, '§5', 'an STK callback without the item Balance'],
  shape_balance_in_braces: [null, '§3', 'the other form of DebitAccountBalance'],
  shape_code_as_text: [null, '§2', 'ResultCode as a string'],
  shape_code_as_zeros: [null, '§5', 'registered with ResponseCode 00000000 in place of 0'],
  shape_doubled_debit_party: [
    null,
    '§4',
    'DebitPartyName twice in a status answer; the second is the credit party',
  ],
  shape_echo_target: [null, '§4', 'a query carries the OriginatorConversationID of what it asks about'],
  shape_empty_item: [null, '§2', 'a reversal’s result has an Occasion without Value'],
  shape_failure_item: [null, '§2', 'a failure carries an item'],
  shape_items_backwards: [null, '§2', 'items in reverse order'],
  shape_real_looking_receipt: [null, '§0.7', 'a failure carries what looks like a receipt'],
  shape_reference_as_list: [null, '§2', 'ReferenceItem as a list'],
  shape_status_with_space: [null, '§5', '“Response Status” in place of ResponseStatus'],
  shape_type_as_text: [null, '§2', 'ResultType as a string'],
  shape_upper_case_words: [null, '§4', 'COMPLETED in place of Completed'],
  shape_values_as_text: [null, '§3', 'figures as strings'],

  status_silent: [null, '§4', 'no answer to the query'],
  status_result: ['CODE', '§4', 'the query fails with that code; 2032 is "does not exist"'],
  status_word: ['WORD', '§4', 'the answer says that status, against the books too: Failed of what was paid'],
} as const satisfies Readonly<Record<string, Entry>>;

/** Short names of faults from before there were two of each. */
export const SHORT_NAMES: Readonly<Record<string, string>> = {
  html: 'html_before_accept',
  html_200: 'html_200_before_accept',
  http_500: 'http_500_before_accept',
  redirect: 'redirect_before_accept',
  refuse: 'refuse_before_accept',
  refuse_200: 'refuse_200_before_accept',
  response_code: 'response_code_before_accept',
  hang: 'hang_after_accept',
};

/** A fault as a person looks it up. */
export interface ListedFault {
  readonly name: string;
  /** What follows the name and a colon; null when nothing does. */
  readonly value: FaultValue | null;
  readonly section: string;
  readonly does: string;
}

/** Every fault there is, under its full name. */
export function listFaults(): readonly ListedFault[] {
  const answers = Object.entries<Entry>(ANSWER_FAULTS).flatMap(([name, [value, section, does]]) => [
    { name: `${name}_before_accept`, value, section, does: `not taken: ${does}` },
    { name: `${name}_after_accept`, value, section, does: `taken and carried out, but: ${does}` },
  ]);
  const others = Object.entries<Entry>(OTHER_FAULTS).map(([name, [value, section, does]]) => ({
    name,
    value,
    section,
    does,
  }));
  return [...answers, ...others];
}
