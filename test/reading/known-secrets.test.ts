import { describe, expect, it } from 'vitest';
import { findKnownSecrets } from '../../src/reading/known-secrets.ts';

/** The pieces of the text where the phone or the code of the case stands, each once. */
function found(text: string): readonly string[] {
  const secrets = { PHONE_1: '254712000391', CODE_1: 'UKN4X7M2QP' };
  const pieces = findKnownSecrets(text, secrets).map(
    ({ start, end, placeholder }) => `${placeholder} ${text.slice(start, end)}`,
  );
  return [...new Set(pieces)];
}

describe('a secret of the case', () => {
  it.each([
    ['0712000391', 'PHONE_1 712000391'],
    ['namba x/5 400712000391123', 'PHONE_1 712000391'],
    ['a7x12 (000) 391b', 'PHONE_1 7x12 (000) 391'],
    ['７１２000391!', 'PHONE_1 ７１２000391'],
    ['x 7l2OOO39l x', 'PHONE_1 7l2OOO39l'],
    [
      'ni saba moja mbili sifuri sifuri sifuri tatu tisa moja tu',
      'PHONE_1 saba moja mbili sifuri sifuri sifuri tatu tisa moja',
    ],
    ['ni 712 sifuri mara tatu 39 moja tu', 'PHONE_1 712 sifuri mara tatu 39 moja'],
    ['xxukn4x7m2qpyy', 'CODE_1 ukn4x7m2qp'],
    ['Straße u-k-n-4-x, 7.m.2.q.p', 'CODE_1 u-k-n-4-x, 7.m.2.q.p'],
    ['ßßß mia UKN4X7M2QPß', 'CODE_1 UKN4X7M2QP'],
  ])('is found where it stands, to the character: %s', (text, piece) => {
    expect(found(text)).toEqual([piece]);
  });

  it('is found each time', () => {
    const text = '712000391 na 712000391712000391';
    const places = findKnownSecrets(text, { PHONE_1: '254712000391' }).map(({ start }) => start);
    expect([...new Set(places)]).toEqual([0, 13, 22]);
  });

  it.each(['', '71200039', 'UKN4X7M2Q', 'saba moja', 'UKN4X7M2ßP'])('is not found in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('that is empty stands nowhere', () => {
    expect(findKnownSecrets('habari 712', { CODE_1: '', PHONE_1: '' })).toEqual([]);
    expect(findKnownSecrets('habari 712', {})).toEqual([]);
  });
});
