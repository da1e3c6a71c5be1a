import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findReceipts, normalReceipt, slipForm } from '../../src/reading/receipts.ts';

interface Message {
  readonly id: string;
  readonly text: string;
  readonly fields: { readonly mpesa_code: string | null };
}

function messages(): readonly Message[] {
  const path = new URL('../../data/eval/messages.jsonl', import.meta.url);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
}

function taken(text: string): readonly string[] {
  return findReceipts(text)
    .filter(({ confident }) => confident)
    .map(({ receipt }) => receipt);
}

describe('normalReceipt', () => {
  it.each([
    ['ukn4x7m2qp', 'UKN4X7M2QP'],
    [' UKN4 X7M2-QP ', 'UKN4X7M2QP'],
    ['ＵＫＮ４Ｘ７Ｍ２ＱＰ', 'UKN4X7M2QP'],
    ['UGFDLBONAZ', 'UGFDLBONAZ'],
    ['BH52KR617', 'BH52KR617'],
    ['uk04sixw9b', 'UK04SIXW9B'],
    ['UКN4Х7М2QР', 'UKN4X7M2QP'],
  ])('%s', (text, receipt) => {
    expect(normalReceipt(text)).toBe(receipt);
  });

  it.each([
    '',
    'SKE0000000',
    'OAK0000000',
    'MBN0000000',
    'UKN4X7M2Q',
    'UKN4X7M2QPX',
    'code UKN4X7M2QP',
    '2040113987',
    'KAWAIDANI',
  ])('rejects %s', (text) => {
    expect(normalReceipt(text)).toBeNull();
  });
});

describe('slipForm', () => {
  it('is one for spellings that differ by O and 0, I and 1 only', () => {
    expect(slipForm('UKR77PLOMB')).toBe(slipForm('UKR77PL0MB'));
    expect(slipForm('UK04SIXW9B')).toBe(slipForm('UKO4S1XW9B'));
    expect(slipForm('UKO4SLXW9B')).not.toBe(slipForm('UKO4S1XW9B'));
  });
});

describe('taking a receipt', () => {
  it('gives the labelled code of every message with one, and none but the labelled', () => {
    const several = new Set(['ms-009', 'ms-026', 'ms-046', 'ms-055']);
    const wrong = messages().filter(({ id, text, fields }) => {
      const codes = [...new Set(taken(text))];
      return several.has(id) ? codes.length !== 2 : codes.join() !== (fields.mpesa_code ?? '');
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['u k n nne x saba m mbili q p', ['UKN4X7M2QP']],
    ['aah nasoma ni u k n four x seven m two q p', ['UKN4X7M2QP']],
    ['ukq 8tz5 n3w hiyo ndio receipt', ['UKQ8TZ5N3W']],
    ['code ni ukq5w 9rta2, order bado', ['UKQ5W9RTA2']],
    ['kodi ya mpesa: uk04sixw9b', ['UK04SIXW9B']],
    ['niUKN4X7M2QPndio', ['UKN4X7M2QP']],
    ['UKN4X7M2QPUKN81B6TQZ', ['UKN4X7M2QP', 'UKN81B6TQZ']],
    ['SA10 AAAA OH', ['SA10AAAAOH']],
    ['b b S A 1 0 A A A A A B', ['SA10AAAAAB']],
    ['Code ya tatu ni UKRTVHMWQZ', ['UKRTVHMWQZ']],
    ['ugbklmrwqz Confirmed. Ksh150.00 paid to DUKA', ['UGBKLMRWQZ']],
  ])('%s', (text, codes) => {
    expect(taken(text)).toEqual(codes);
  });

  it.each([
    'HABARI, UKIANGALIA ACCOUNT YANGU UTAONA',
    'CODE UKIANGALIA UTAONA IKO',
    'CODE: UKIANGALIA UTAONA IKO',
    'code yangu UKIANGALIA utaona',
    'order KB20441788',
    'code ni till 832911',
    'code yangu haijalipwa bado',
    'KSh 2,500',
    'KES2500000',
    'ID31234567 na till832911',
    'gari ni KDA 712C 500',
    'simu ina ram 8gb 64gb',
    'ilikuwa mia saba na ishirini tu',
    'siku 10 sasa',
    'nililipa ya 2k kwa 100',
    'ticket2026 kaka123456',
    'acc 1234567 ref 7654321',
  ])('never invents one from %s', (text) => {
    expect(taken(text)).toEqual([]);
  });

  it('believes letters alone only when something names them, and hides them all the same', () => {
    expect(findReceipts('UKIANGALIA hapo')).toMatchObject([{ confident: false, named: false }]);
    expect(findReceipts('code ni UGBKLMRWQZ')).toMatchObject([{ confident: true, named: true }]);
  });

  it.each([
    'wifi ni kaka123456',
    'ref SKE0000000',
    'ilikuwa mia saba na ishirini tu',
    'ela 5 tu bei 9',
    'ID 31234567',
  ])('hides nothing in %s', (text) => {
    expect(findReceipts(text)).toEqual([]);
  });

  it.each(['OlOOO222O2', 'O1OOO222O2', 'code ni OlOOO222O2', 'ni LI10O22201'])(
    'does not take %s, a number typed with letters, for a code that was given',
    (text) => {
      expect(taken(text)).toEqual([]);
    },
  );

  it('hides such a number, and takes it where an M-Pesa SMS begins with it', () => {
    expect(findReceipts('OlOOO222O2')).toMatchObject([{ receipt: 'OLOOO222O2', confident: false }]);
    expect(taken('LI10O22201 Confirmed. Ksh2,350.00 paid to DUKA')).toEqual(['LI10O22201']);
  });

  it.each([
    'pia saba pia saba nne nane',
    'code: bank twenty',
    'flat thirty ni code yangu',
    'code\nago 6 sita mbili\n661',
    'ref pack themanini call',
    'code ni mia tatu\nni mia tatu',
    'help leo 437 code',
  ])('puts no code together from everyday words and figures: %s', (text) => {
    expect(findReceipts(text)).toEqual([]);
  });

  it.each([
    ['CODE: PACK 80 CALL', 'PACK80CALL'],
    ['ukn4 six w9b', 'UKN4SIXW9B'],
    ['T12 7WJC 3BX', 'T127WJC3BX'],
    ['UA2 NINE Q7R', 'UA2NINEQ7R'],
    ['t e n 4 x 7 m 2 q p', 'TEN4X7M2QP'],
  ])('still puts one together from pieces that happen to be words: %s', (text, receipt) => {
    expect(findReceipts(text).map((finding) => finding.receipt)).toContain(receipt);
  });

  it('takes a nine-character code of the old format only when named', () => {
    expect(taken('BH52KR617 ni ile code ya zamani')).toEqual(['BH52KR617']);
    expect(findReceipts('parcel BH52KR617 iko wapi')).toEqual([]);
  });
});
