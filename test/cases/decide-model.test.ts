import { describe, expect, test } from 'vitest';
import type { ByModel, HeardSaid } from '../../src/reading/by-model.ts';
import type { OrderNumber, Receipt } from '../../src/reading/types.ts';
import { cents } from '../../src/core/money.ts';
import { decide } from '../../src/cases/decide.ts';
import { order, payment, refund } from '../support/rows.ts';
import { CODE, LATER, short, situation, staff, type Changed } from '../support/situations.ts';

// Goal: what a model made of the words can stop a decision, and nothing else.

const denied = (over: Partial<NonNullable<ByModel['denied']>>): ByModel => ({
  denied: { receipts: [], orders: [], amounts: [], ...over },
});
const DENIES_CODE = denied({ receipts: [CODE as Receipt] });

function decidedWith(byModel: ByModel, changed: Changed = {}): string {
  const plain = situation(changed);
  const said: HeardSaid = { ...plain.said, byModel };
  return short(decide({ ...plain, said }));
}

const two: Changed = {
  said: { receipts: `${CODE} ${LATER}`, orders: '88213', amounts: [] },
  records: {
    payments: [payment(CODE), payment(LATER, { account: '88214' })],
    orders: [order('88213'), order('88214')],
  },
};

describe('what a model made of the words', () => {
  test('changes nothing where it leads to the same', () => {
    expect(decidedWith(denied({ receipts: [LATER as Receipt] }), two)).toBe(`D13 refund ${CODE}`);
    expect(decidedWith(denied({ amounts: [cents(300_000)] }), { said: { amounts: [2350, 3000] } })).toBe(
      `D13 refund ${CODE}`,
    );
  });

  test('never moves a refund to another payment: the customer is asked which code counts', () => {
    expect(decidedWith(DENIES_CODE, two)).toBe('D5 ask mpesa_code');
    expect(decidedWith(DENIES_CODE, { ...two, said: { ...two.said, orders: '' } })).toBe('D5 ask mpesa_code');
  });

  test('asks about the field that it doubts', () => {
    expect(decidedWith(denied({ amounts: [cents(235_000)] }), { said: { amounts: [2350, 3000] } })).toBe(
      'D9 ask amount',
    );
    const paid = { records: { payments: [payment(CODE)], orders: [order('88213'), order('88214')] } };
    expect(decidedWith(denied({ orders: ['88213' as OrderNumber] }), paid)).toBe(`D13 refund ${CODE}`);
    const byOrder = { ...two, said: { receipts: '', orders: '88213', amounts: [] } };
    expect(decidedWith(denied({ orders: ['88213' as OrderNumber] }), byOrder)).toBe('D11 ask order_number');
  });

  test('closes nothing, and opens no closing of the rules either', () => {
    const back = { ...two.records, givenBack: [refund(LATER, 2350)] };
    const only = {
      ...two,
      records: back,
      said: { receipts: `${LATER} ${CODE}`, orders: '88213', amounts: [] },
    };
    expect(decidedWith(DENIES_CODE, only)).toBe('D5 ask mpesa_code');
    const closes: Changed = {
      said: { receipts: `${CODE} ${LATER}`, amounts: [] },
      records: { payments: [payment(CODE)], orders: [order('88213')], givenBack: [refund(CODE, 2350)] },
    };
    expect(decidedWith(DENIES_CODE, closes)).toBe('D5 ask mpesa_code');
  });

  test('turns no person and no question of the rules into another', () => {
    const wrong = { ...two, said: { ...two.said, amounts: [1000] } };
    const one = { ...wrong, said: { ...wrong.said, receipts: CODE } };
    expect(decidedWith(denied({ amounts: [cents(100_000)] }), one)).toBe('D9 person amount_differs');
    const unknown: Changed = { ...two, said: { ...two.said, orders: '99999' } };
    const asks = short(decide(situation(unknown)));
    expect(asks).toMatch(/ ask /);
    expect(decidedWith(denied({ orders: ['99999' as OrderNumber] }), unknown)).toBe(asks);
  });

  test('is asked about at most twice, then a person has it', () => {
    expect(decidedWith(DENIES_CODE, { ...two, timesAsked: { mpesa_code: 2 } })).toBe(
      'D5 person details_missing',
    );
  });

  test('counts no more once staff have looked', () => {
    expect(decidedWith(DENIES_CODE, { ...two, staffFact: staff() })).toBe(`D13 refund ${CODE}`);
  });

  test('of a complaint may ask for what is missing, and puts up no refund and no closing', () => {
    const undecided = { complaint: 'undecided' as const };
    expect(decidedWith({ complaint: 'yes' }, { said: undecided })).toBe('D2 person not_a_complaint');
    expect(decidedWith({ complaint: 'no' }, { said: undecided })).toBe('D2 person not_a_complaint');
    const gone = { payments: [payment(CODE)], orders: [order('88213')], givenBack: [refund(CODE, 2350)] };
    expect(decidedWith({ complaint: 'yes' }, { said: undecided, records: gone })).toBe(
      'D2 person not_a_complaint',
    );
    const nothing = { ...undecided, receipts: '', orders: '', amounts: [] };
    expect(decidedWith({ complaint: 'yes' }, { said: nothing })).toBe('D3 ask mpesa_code');
  });

  test('does not overrule that a complaint is none, nor the wish for a person', () => {
    expect(decidedWith({ complaint: 'yes' }, { said: { complaint: 'no', receipts: '', orders: '' } })).toBe(
      'D2 person not_a_complaint',
    );
    expect(decidedWith(DENIES_CODE, { ...two, said: { ...two.said, wantsPerson: true } })).toBe(
      'D1 person customer_asks_for_person',
    );
  });
});
