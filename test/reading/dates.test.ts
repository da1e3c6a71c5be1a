import { describe, expect, it } from 'vitest';
import { findDates } from '../../src/reading/dates.ts';

function dates(text: string): readonly string[] {
  return findDates(text).map(
    ({ start, end, kind, paidOn }) => `${text.slice(start, end)} = ${paidOn ?? kind}`,
  );
}

describe('findDates', () => {
  it.each([
    ['tarehe 23/11/2026', ['23/11/2026 = 2026-11-23']],
    ['on 23/11/26 at 9:03 AM', ['23/11/26 = 2026-11-23', '9:03 AM = time']],
    ['2026-11-23 07:12:34', ['2026-11-23 = 2026-11-23', '07:12:34 = time']],
    ['siku 10: 14/11, 15/11', ['14/11 = --11-14', '15/11 = --11-15']],
    ['23.11.2026 saa 0712', ['23.11.2026 = 2026-11-23', 'saa 0712 = time']],
    ['23rd November 2026', ['23rd November 2026 = 2026-11-23']],
    ['tarehe 23 Novemba', ['23 Novemba = --11-23']],
    ['Nov 23, 2026', ['Nov 23, 2026 = 2026-11-23']],
    ['tarehe 23 mwezi wa 11', ['tarehe 23 mwezi wa 11 = --11-23']],
    ['tarehe 23 saa nane mchana', ['tarehe 23 = date', 'saa nane = time']],
    ['jana jioni', ['jana = yesterday']],
    ['juzi na leo', ['juzi = day_before_yesterday', 'leo = today']],
    ['the day before yesterday', ['day before yesterday = day_before_yesterday']],
    ['siku ya Jumatatu', ['Jumatatu = monday']],
    ['29/2', ['29/2 = --02-29']],
  ])('%s', (text, expected) => {
    expect(dates(text)).toEqual(expected);
  });

  it.each([
    '31/13/2026',
    '30/02/2026',
    '10.12',
    '2-3',
    '0712/000/391',
    '07/12/00/03/91',
    'majuzi',
    'leonard',
    'version 0.7.1.2',
  ])('finds none in %s', (text) => {
    expect(dates(text)).toEqual([]);
  });
});
