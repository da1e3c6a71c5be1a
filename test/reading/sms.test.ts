import { describe, expect, it } from 'vitest';
import { parseSms } from '../../src/reading/sms.ts';

/** Wording as in daraja.md §9 and language.md §D; every code, name and number is made up. */
const PAYBILL =
  'UKN81B6TQZ Confirmed. Ksh1,200.00 sent to DUKA MOJA for account 40112 on 23/11/26 at 9:03 AM New M-PESA balance is Ksh5,004.00. Transaction cost, Ksh15.00.Amount you can transact within the day is 498,800.00. Save frequent paybills for quick payment on M-PESA app https://bit.example/app';
const TILL =
  'UKN4X7M2QP Confirmed. Ksh2,350.00 paid to DUKA MOJA on 23/11/26 at 4:12 PM.New M-PESA balance is Ksh118.40. Transaction cost, Ksh0.00.';

describe('parseSms', () => {
  it.each([
    [
      PAYBILL,
      {
        receipt: 'UKN81B6TQZ',
        direction: 'sent',
        amountCents: 120000,
        account: '40112',
        date: '2026-11-23',
        language: 'en',
      },
    ],
    [
      TILL,
      {
        receipt: 'UKN4X7M2QP',
        direction: 'paid',
        amountCents: 235000,
        account: null,
        date: '2026-11-23',
        language: 'en',
      },
    ],
    [
      'UKN5W90RTA Imethibitishwa. Umelipa Ksh640.00 kwa DUKA MOJA 23/11/26 6:41 PM.Baki yako mpya katika M-PESA ni Ksh77.00. Gharama ya kununua ni Ksh0.00.',
      {
        receipt: 'UKN5W90RTA',
        direction: 'paid',
        amountCents: 64000,
        account: null,
        date: '2026-11-23',
        language: 'sw',
      },
    ],
    [
      'UKN4X7M2QP Imethibitishwa Ksh1,500.00 imetumwa kwa DUKA MOJA kwa akaunti nambari KB-204417 tarehe 23/11/26 saa 4:12 PM. Baki yako ya M-PESA ni Ksh10.00. Gharama ya kutuma ni Ksh7.00. Kiwango cha Pesa unachoweza kutuma kwa siku ni 498,800.00.',
      { direction: 'sent', amountCents: 150000, account: 'KB-204417', date: '2026-11-23', language: 'sw' },
    ],
    [
      'UKN77PL0MB Confirmed.You have received Ksh950.00 from MTEJA WA MFANO 0741000338 on 3/1/27 at 1:15 PM  New M-PESA balance is Ksh1,322.00.',
      { direction: 'received', amountCents: 95000, account: null, date: '2027-01-03' },
    ],
    [
      'UKN4X7M2QP confirmed. Reversal of transaction UKN81B6TQZ has been successfully reversed  on 23/11/26  at 4:12 PM and Ksh500.00 is credited to your M-PESA account. New M-PESA account balance is Ksh1,000.00.',
      { receipt: 'UKN4X7M2QP', direction: 'reversed', amountCents: 50000, account: null },
    ],
    [
      'UKN9D2E6KS confirmed.you bought Ksh50.00 of airtime on 23/11/26 at 7:00 AM.New balance is Ksh10.00.',
      { direction: 'other', amountCents: 5000 },
    ],
    [
      'UKN4X7M2QP Confirmed. on 23/11/26 at 4:12 PM Ksh500.00 received from 2547******78 JANE MFANO. New Account balance is Ksh1,000.00',
      { direction: 'received', amountCents: 50000 },
    ],
    [
      'BH52KR617 Confirmed. Ksh1,050.00 sent to DUKA MOJA for account 77 on 5/2/12 at 1:05 PM New M-PESA balance is Ksh1.00.',
      { receipt: 'BH52KR617', amountCents: 105000, account: '77', date: '2012-02-05' },
    ],
  ])('reads %s whole', (sms, expected) => {
    expect(parseSms(sms)).toMatchObject([{ ...expected, start: 0, end: sms.length }]);
  });

  it('leaves the words of the customer around it out of its span', () => {
    const text = `Fwd: ${TILL} Hii ndio, order 88213 haijalipwa. Ksh 99`;
    const [sms] = parseSms(text);
    expect(text.slice(sms!.start, sms!.end)).toBe(TILL);
  });

  it('parts two that stand together', () => {
    const text = `${TILL}\n\n${PAYBILL}\n\nzote hazijaonekana`;
    expect(parseSms(text).map(({ start, end }) => text.slice(start, end))).toEqual([TILL, PAYBILL]);
  });

  it('ends one that was cut off after the name in it', () => {
    const text = 'UKN4X7M2QPConfirmed. Ksh2,350.00 paid to DUKA MOJA hii ndio ya order 88213';
    const [sms] = parseSms(text);
    expect(text.slice(sms!.start, sms!.end)).toBe('UKN4X7M2QPConfirmed. Ksh2,350.00 paid to DUKA MOJA');
  });

  it('gives spans of the raw text when characters were folded before it', () => {
    const text = `😡\u200b\u200b ${TILL}`;
    const [sms] = parseSms(text);
    expect(text.slice(sms!.start, sms!.end)).toBe(TILL);
  });

  it.each([
    'FAILED. You have entered the wrong PIN.',
    'Umeghairi malipo ya Ksh1,200.00 kwa DUKA MOJA.',
    'UKN4X7M2QP confirmed?',
    'Refund confirmed. Ksh500.00 paid to me',
    '',
  ])('reads no confirmation in %j', (text) => {
    expect(parseSms(text)).toEqual([]);
  });
});
