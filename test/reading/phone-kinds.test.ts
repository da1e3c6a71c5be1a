import { describe, expect, it } from 'vitest';
import { phoneKindOf, type PhoneKind } from '../../src/reading/phone-kinds.ts';

/** The kind of digits that stand behind some words, behind a plus where they begin with one. */
function kindOf(written: string, words = ''): PhoneKind | null {
  const plus = written.startsWith('+');
  const digits = plus ? written.slice(1) : written;
  const text = words + written;
  return phoneKindOf(digits, { text, start: text.length - digits.length, end: text.length, plus });
}

/** A landline or a foreign number of a right length. */
function hidden(normal: string): PhoneKind {
  return { msisdn: null, normal, whole: true, sureLength: true };
}

describe('the kind of some digits', () => {
  it('is a mobile by itself with its zero, and with nine digits only where a word names it', () => {
    const normal = '254712000391';
    expect(kindOf('0712000391')).toEqual({ msisdn: normal, normal, whole: true, sureLength: true });
    expect(kindOf('712000391', 'simu ')).toEqual({ msisdn: normal, normal, whole: false, sureLength: true });
    expect(kindOf('712000391')).toBe(null);
    expect(kindOf('7120003911', 'simu ')).toBe(null);
  });

  it.each([
    ['0204000218', '254204000218'],
    ['254204000218', '254204000218'],
    ['000254510432173', '254510432173'],
    ['0417293312', '254417293312'],
  ])('is a landline by itself in %s', (written, normal) => {
    expect(kindOf(written)).toEqual(hidden(normal));
  });

  it.each([
    ['04534554', '2544534554'],
    ['053455471', '25453455471'],
  ])('is a short landline only where a word names it: %s', (written, normal) => {
    expect(kindOf(written, 'ofisi ')).toEqual(hidden(normal));
    expect(kindOf(written)).toBe(null);
  });

  it.each(['02040002180', '04172933121', '0254172933', '00209478', '0333000218'])(
    'is no landline where a figure is missing, too many or another: %s',
    (written) => {
      expect(kindOf(written, 'simu ')).toBe(null);
    },
  );

  it.each([
    ['255754000219', '255754000219'],
    ['256654000219', '256654000219'],
    ['00250755810489', '250755810489'],
    ['250755810489', '250755810489'],
    ['251967976670', '251967976670'],
    ['252640607100', '252640607100'],
    ['252740607100', '252740607100'],
    ['211984727820', '211984727820'],
    ['000255648837140', '255648837140'],
  ])("is a neighbour's mobile without a plus: %s", (written, normal) => {
    expect(kindOf(written)).toEqual(hidden(normal));
  });

  it.each([
    '2557540002191',
    '2507558104891',
    '1255754000219',
    '25507540002',
    '252840607100',
    '2507123',
    '25191234',
  ])("is no neighbour's mobile in %s", (written) => {
    expect(kindOf(written)).toBe(null);
  });

  it.each([
    ['00447700900123', '447700900123'],
    ['0044770090012', '44770090012'],
    ['00027829000391', '27829000391'],
    ['00233240000391', '233240000391'],
    ['0012025550123', '12025550123'],
  ])('is a foreign number behind zeros that stand for the plus: %s', (written, normal) => {
    expect(kindOf(written)).toEqual(hidden(normal));
  });

  it.each(['0447700900123', '004477009001234', '00440770090012', '0044770090', '00025545', '00254312345678'])(
    'is no foreign number in %s',
    (written) => {
      expect(kindOf(written)).toBe(null);
    },
  );

  it.each([
    ['+447700900123', '447700900123', true],
    ['+00447700900123', '447700900123', true],
    ['+000447700900123', '447700900123', true],
    ['+1097790806', '1097790806', false],
    ['+25489926', '25489926', false],
    ['+2547120003911', '2547120003911', false],
    ['+211957152302589', '211957152302589', false],
  ])('is a foreign number behind a plus, its length sure or not: %s', (written, normal, sureLength) => {
    expect(kindOf(written)).toEqual({ msisdn: null, normal, whole: true, sureLength });
  });

  it.each(['+2119571523025897', '+000039261732', '+4477009'])('is nothing behind a plus in %s', (written) => {
    expect(kindOf(written)).toBe(null);
  });
});
