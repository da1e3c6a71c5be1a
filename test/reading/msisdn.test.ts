import { describe, expect, it } from 'vitest';
import { normalMsisdn } from '../../src/reading/msisdn.ts';

describe('a value that is meant to be one number', () => {
  it.each([
    '  tel:0712000391',
    'Simu : 712000391',
    'PHONE:254712000391',
    '254712000391.0  ',
    "'0712'000'391'",
  ])('is read though a spreadsheet or a label left its marks: %j', (value) => {
    expect(normalMsisdn(value)).toBe('254712000391');
  });

  it.each(['0712000391tel:', 'tel x:0712000391', '7120003911', '0712000391.0.0'])(
    'is not read where anything else stands in it: %s',
    (value) => {
      expect(normalMsisdn(value)).toBe(null);
    },
  );

  it('is not made of letters alone: four real figures must stand in it', () => {
    expect(normalMsisdn('OlOOOOOOO7')).toBe(null);
    expect(normalMsisdn('OlOOOOO3O7')).toBe(null);
    expect(normalMsisdn('OlOOOO23O7')).toBe(null);
    expect(normalMsisdn('OlOOO423O7')).toBe('254100042307');
  });

  it('has at most eighty characters', () => {
    expect(normalMsisdn('0712000391'.padEnd(80))).toBe('254712000391');
    expect(normalMsisdn('0712000391'.padEnd(81))).toBe(null);
  });
});
