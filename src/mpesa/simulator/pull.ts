import { EAT_OFFSET, HOUR } from '../../core/clock.ts';
import type { BookedPayment } from './books-money.ts';
import { json } from './exchange.ts';
import { refusedWith } from './fault-answers.ts';
import { matchFaults } from './faults.ts';
import type { Behaviour, FaultRule } from './faults.ts';
import { textOf } from './checks.ts';
import { pulledPayer } from './parties.ts';
import type { PayInAnswer } from './pay-in-accept.ts';
import { parseWindowTime } from './pull-window.ts';
import { gatewayId } from './receipts.ts';
import type { Booked } from './refusals.ts';
import { shillings } from './results.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/** Pull knows the payments of two days, no more (daraja.md §5). */
const PULL_REACH_MS = 48 * HOUR;

export function registerPull(workings: Workings, booked: Booked): PayInAnswer {
  const { books, settings } = workings;
  const again = books.settings.pullIsRegistered();
  books.settings.registerPull();
  const { statusWithSpace } = variantOf(settings.variants, booked);
  const said = {
    ResponseRefID: gatewayId(booked.salt),
    [statusWithSpace ? 'Response Status' : 'ResponseStatus']: again ? '1001' : '1000',
    ShortCode: settings.shortcode,
    ResponseDescription: again ? 'ShortCode already Registered' : 'ShortCode Registered Successfully',
  };
  return [again ? 'registered before' : 'registered', json(said)];
}

/**
 * One page of the payments in the window, oldest first, from `OffSetValue` on. What a shortcode that is not registered
 * gets is not published; here it is nothing. Rules of `pull` make gaps and repeats, payment by payment.
 */
export function pull(workings: Workings, booked: Booked): PayInAnswer {
  const { settings } = workings;
  const offset = Number(textOf(booked.fields?.['OffSetValue']));
  const all = inWindow(workings, booked);
  const [before, page] = [
    all.slice(Math.max(0, offset - settings.pullPageSize), offset),
    all.slice(offset, offset + settings.pullPageSize),
  ];
  const script = pullScript(workings, booked);
  const repeated = before.flatMap((payment) => {
    const behaviour = script.of(payment, CARRIED_OVER);
    return behaviour.pull_repeated_on_next_page ? [rowOf(workings, payment, behaviour)] : [];
  });
  const own = page.flatMap((payment) => {
    const behaviour = script.of(payment, IN_PLACE);
    if (behaviour.pull_missing) return [];
    const row = rowOf(workings, payment, behaviour);
    return behaviour.pull_repeated ? [row, row] : [row];
  });
  script.note();
  const rows = [...repeated, ...own];
  if (rows.length === 0 && booked.behaviour.pull_none_as_500) return refusedWith(booked.salt, '500.003.1001');
  const said = {
    ResponseRefID: gatewayId(booked.salt),
    ResponseCode: rows.length === 0 ? '1001' : '1000',
    ResponseMessage: rows.length === 0 ? 'No transactions found' : 'Success',
    Response: [rows],
  };
  return [`answered ${rows.length} payments from ${offset}`, json(said)];
}

function inWindow({ books, settings }: Workings, { fields }: Booked): readonly BookedPayment[] {
  if (!books.settings.pullIsRegistered()) return [];
  const start = parseWindowTime(textOf(fields?.['StartDate'])) ?? 0;
  const end = parseWindowTime(textOf(fields?.['EndDate'])) ?? 0;
  const from = Math.max(start, settings.now() - PULL_REACH_MS);
  return books.money.payments().filter(({ paidAt }) => paidAt >= from && paidAt <= end);
}

const SHOWN: readonly string[] = [
  'party_masked',
  'party_hashed',
  'party_missing',
  'pull_sender_placeholder',
  'pull_time_of_eat',
];
/** Faults that change a payment where it stands, and those that change the page after it. */
const IN_PLACE: readonly string[] = [...SHOWN, 'pull_missing', 'pull_repeated'];
const CARRIED_OVER: readonly string[] = [...SHOWN, 'pull_repeated_on_next_page'];

/** The rules of `pull`, held against each payment; a rule counts as applied by the pages that it changed. */
function pullScript({ books }: Workings, { number }: Booked) {
  const { edition, rules } = books.settings.faultScript();
  const nth = books.requests.countOf('pull');
  const own = new Set(books.requests.rulesOf(number));
  const applied = new Set(own);
  const nameOf = (index: number): string => `${edition}:${index}`;
  return {
    of({ receipt, amountCents, msisdn }: BookedPayment, kinds: readonly string[]): Behaviour {
      const about = rules.map((rule) => only(rule, kinds));
      const { behaviour, matched } = matchFaults(
        about,
        { operation: 'pull', nth, receipt, amountCents, msisdn },
        // A rule of the request as a whole counts this request already.
        (index) => books.requests.timesApplied(nameOf(index)) - (own.has(nameOf(index)) ? 1 : 0),
      );
      for (const index of matched) applied.add(nameOf(index));
      return behaviour;
    },
    note(): void {
      books.requests.setRules(number, [...applied]);
    },
  };
}

function only(rule: FaultRule, kinds: readonly string[]): FaultRule {
  const isPull = rule.operation === 'pull';
  return { ...rule, faults: isPull ? rule.faults.filter((fault) => kinds.includes(fault)) : [] };
}

function rowOf({ settings }: Workings, payment: BookedPayment, behaviour: Behaviour): unknown {
  const payer = pulledPayer(payment.msisdn, behaviour);
  const at = payment.paidAt + (behaviour.pull_time_of_eat ? EAT_OFFSET : 0);
  return {
    transactionId: payment.receipt,
    trxDate: `${new Date(at).toISOString().slice(0, 19)}Z`,
    ...(payer === null ? {} : { msisdn: payer }),
    sender: behaviour.pull_sender_placeholder ? 'MPESA' : payment.payerName,
    transactiontype: 'c2b-pay-bill-debit',
    billreference: payment.account,
    amount: shillings(payment.amountCents, true),
    organizationname: `SIMULATED SHOP ${settings.shortcode}`,
  };
}
