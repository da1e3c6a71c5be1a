import { formatAge, formatEat } from '../core/clock.ts';
import { formatKes } from '../core/money.ts';
import { showable, shorten } from '../core/text.ts';
import { KEY_TYPED } from '../cases/staff/approve.ts';
import type { Comparison, FieldCheck, FieldName } from '../cases/card-fields.ts';
import type { Caution, ReviewCard } from '../cases/card.ts';
import type { EarlierRefund } from '../cases/reads.ts';
import type { Cause } from '../records/types.ts';
import type { Output } from './output.ts';
import { labelled, plain, WIDTH, words } from './screen.ts';

/** Messages shown on the card: the first says what it is about, the last what became of it. */
const MESSAGES_SHOWN = 3;
/** Characters shown of an only message, and of each of several: the card stays on one screen, `cases show` has all. */
const MESSAGE_SHOWN = 340;
const MESSAGES_SHOWN_EACH = 170;
/** Earlier refunds shown a heading. */
const REFUNDS_SHOWN = 3;

const FIELDS: Readonly<Record<FieldName, string>> = {
  receipt: 'M-Pesa code',
  amount: 'amount paid',
  payer: 'who paid',
  date: 'paid on',
  order: 'order number',
  account: 'account typed',
  total: 'order total',
  order_phone: 'order phone',
  order_made: 'order made',
};

const CAUSES: Readonly<Record<Cause, string>> = {
  unpaid_order: 'the order is unpaid, so the money bought nothing',
  duplicate_payment: 'the order was paid twice, and this is the later payment',
  overpayment: 'the order was paid with too much, and this is what is over',
};

/** Prints the card: what will be sent first, then why, then what speaks for and against it. */
export function printCard(card: ReviewCard, output: Output): void {
  const lines = [
    ...headOf(card, output),
    ...cautionsOf(card, output),
    '',
    ...wordsOf(card, output),
    '',
    ...fieldsOf(card, output),
    '',
    ...refundsOf(card),
    ...peopleOf(card),
    '',
    ...commandsOf(card),
  ];
  for (const line of lines) output.line(line);
}

function headOf(card: ReviewCard, output: Output): readonly string[] {
  const { send, order } = card;
  const to =
    send.payeeIs === 'payer_of_receipt'
      ? `the number that paid it${send.payee === null ? '' : `, ${send.payee}`} (M-Pesa finds it by the receipt)`
      : `${send.payee ?? ''} (the payer's number, proven by the records)`;
  const how = send.rail === 'reversal' ? 'M-Pesa reversal of' : 'M-Pesa payment to the customer (B2C) for';
  const title = `CASE ${card.caseId}   ${plain(card.status)}`;
  const opened = `opened ${formatEat(card.openedAt)}, ${formatAge(card.ageMs)} ago`;
  return [
    output.bold(title) + opened.padStart(WIDTH - title.length),
    output.bold(labelled('GIVE BACK', `${formatKes(send.amountCents)} by ${how} ${send.receipt}`).join('\n')),
    ...labelled('to', to),
    ...labelled('because', `${CAUSES[send.cause]} (row ${send.row})`),
    ...(order === null
      ? labelled('order', '-')
      : labelled(
          'order',
          `${showable(order.written)}: ${showable(order.status)}, total ${formatKes(order.totalCents)}; data is ${formatAge(order.ageMs)} old${order.isTooOld ? ', TOO OLD' : ''}`,
        )),
    ...labelled(
      'reference',
      `${card.reference}   key ${card.key.slice(0, 2 * KEY_TYPED)}…   round ${card.round}`,
    ),
  ];
}

function wordsOf(card: ReviewCard, output: Output): readonly string[] {
  const from = `${card.channel}${card.sender === null ? ', number not known' : `, ${card.sender}`}`;
  const left = card.words.length - MESSAGES_SHOWN;
  const length = card.words.length > 1 ? MESSAGES_SHOWN_EACH : MESSAGE_SHOWN;
  const shown = left > 0 ? [...card.words.slice(0, 1), ...card.words.slice(1 - MESSAGES_SHOWN)] : card.words;
  return [
    output.bold('CUSTOMER') +
      `    ${showable(from)}${left > 0 ? `; ${left} more messages: rudisha cases show ${card.caseId}` : ''}`,
    ...shown.flatMap(({ at, text }) => labelled(formatEat(at).slice(5), `“${shorten(words(text), length)}”`)),
  ];
}

const COMPARED: Readonly<Record<Comparison, string>> = {
  agree: 'agrees',
  differ: 'DIFFERS',
  cannot_tell: 'cannot tell',
};

function fieldsOf(card: ReviewCard, output: Output): readonly string[] {
  return fieldLines(card.fields, output);
}

/** What is said of a message that was longer than what is read. */
export function cutText(cutAt: number | null): string {
  return cutAt === null ? '' : `message cut at ${cutAt} characters: read up to there`;
}

/** The comparison as lines of a screen; also shown for cases without a card. */
export function fieldLines(fields: readonly FieldCheck[], output: Output): readonly string[] {
  const row = (cells: readonly [string, string, string, string]): string =>
    [cells[0].padEnd(16), cells[1].padEnd(27), cells[2].padEnd(19), cells[3]].join(' ').trimEnd();
  return [
    output.bold(row(['COMPARED', 'said or typed', 'on record', ''])),
    ...fields.map((check) => {
      const { field, by, said, record, comparison, note } = check;
      const whose = said === null || by === 'customer' || by === 'payment' ? '' : ` (${by})`;
      const verdict = `${COMPARED[comparison]}${note === null ? '' : `: ${note}`}`;
      const line = row([
        FIELDS[field],
        shorten(showable(said ?? '-'), 26 - whose.length) + whose,
        shorten(showable(record ?? '-'), 18),
        verdict,
      ]);
      return comparison === 'differ' ? output.yellow(line) : line;
    }),
  ];
}

function refundsOf(card: ReviewCard): readonly string[] {
  return [
    ...labelled('EARLIER', `refunds of this receipt: ${refundsText(card.refundsOfReceipt)}`),
    ...labelled('', `refunds of the order's other payments: ${refundsText(card.refundsOfOrder)}`),
  ];
}

function refundsText(refunds: readonly EarlierRefund[]): string {
  if (refunds.length === 0) return 'none';
  const shown = refunds.slice(-REFUNDS_SHOWN).map(({ amountCents, by, state, reference, at }) => {
    const who = by === 'us' ? `us, ${reference ?? ''}` : `outside, ${reference ?? ''}`;
    return `${formatKes(amountCents)} on ${formatEat(at).slice(0, 10)} (${who}, ${plain(state)})`;
  });
  const more = refunds.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; ${more} earlier` : '');
}

function peopleOf(card: ReviewCard): readonly string[] {
  const needed = card.peopleNeeded === 1 ? 'one person approves' : 'two different people approve';
  const given = card.approvedBy.length === 0 ? '' : `; approved by ${card.approvedBy.join(', ')}`;
  const hands = card.hands.length === 0 ? '' : `; not ${card.hands.join(', ')}, who worked on the case`;
  return labelled('PEOPLE', needed + given + hands);
}

function cautionsOf(card: ReviewCard, output: Output): readonly string[] {
  return card.cautions.flatMap((caution, index) =>
    labelled(index === 0 ? 'LOOK' : '', cautionText(caution, card)).map((line) => output.yellow(line)),
  );
}

function cautionText(caution: Caution, card: ReviewCard): string {
  switch (caution) {
    case 'not_waiting':
      return `the case is ${plain(card.status)}${card.outcome === null ? '' : `: ${plain(card.outcome)}`}; the payout is ${plain(card.state)}`;
    case 'escalated':
      return `a person is needed first: ${card.escalations.map(({ reason, command }) => `${reason} (${command})`).join('; ')}`;
    case 'unread_message':
      return 'the customer wrote again and it was not read yet: start the worker, then look again';
    case 'order_data_old':
      return 'the order may have been paid meanwhile: import orders again, or look at the shop and add --order-checked';
    case 'receipt_on_hold':
      return 'the receipt is on hold: nothing of it is paid (rudisha records holds)';
    case 'other_receipt_than_complained':
      return `the customer complains about ${card.payment?.receipt ?? ''}; the money goes back from ${card.send.receipt}${card.refunded ? ` of ${formatEat(card.refunded.paidAt)}` : ''}, the order's latest payment`;
    case 'staff_fact': {
      const fact = card.staffFact;
      return fact ? `${fact.by} stated it: “${shorten(words(fact.because), 120)}”` : '';
    }
    case 'claimed_by_another_case':
      return 'another open case claims this receipt too';
    case 'text_gives_orders':
      return 'the text holds words meant for the program; they were treated as if they were not there';
    case 'message_cut':
      return cutText(card.words.find(({ cutAt }) => cutAt !== null)?.cutAt ?? null);
    case 'model_reads_otherwise':
      return `a model takes ${shorten(showable(card.deniedByModel.join(', ')), 100)} for denied by the customer; the refund does not rest on its word`;
    case 'earlier_round':
      return `an earlier round of this refund ended without payment: rudisha payouts show ${card.reference}`;
  }
}

function commandsOf(card: ReviewCard): readonly string[] {
  if (card.status !== 'waiting_for_approval') return [`rudisha cases show ${card.caseId}`];
  const { caseId } = card;
  const checked = card.order?.isTooOld === true ? ' --order-checked' : '';
  const give = `rudisha approvals approve ${caseId} --as NAME --key ${card.key.slice(0, KEY_TYPED)}${checked}`;
  const reject = `rudisha approvals reject ${caseId} --as NAME --because TEXT`;
  return [
    ...labelled('refund', give),
    ...(card.send.cause === 'unpaid_order'
      ? labelled('or goods', `rudisha approvals apply ${caseId} --as NAME`)
      : []),
    ...labelled('or no', reject),
  ];
}
