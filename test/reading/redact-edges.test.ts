import { describe, expect, it } from 'vitest';
import { redact } from '../../src/reading/redact.ts';

const PHONE = { PHONE_1: '254712000391' };

/** The hidden pieces with their placeholders, in the order given. */
function hidden(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return redact(text, secrets).spans.map(
    ({ start, end, placeholder }) => `${placeholder} ${text.slice(start, end)}`,
  );
}

describe('the spans of a redaction', () => {
  it('come in order of appearance, whichever was seen first', () => {
    expect(hidden('UKN81B6TQZ712000391', PHONE)).toEqual(['CODE_1 UKN81B6TQZ', 'PHONE_1 712000391']);
    expect(hidden('0746415712712000391', PHONE)).toEqual(['PHONE_2 0746415712', 'PHONE_1 712000391']);
  });

  it('take the longer of two secrets that begin together', () => {
    expect(hidden('basi UKN4X7M2QP tu', { CODE_1: 'UKN4X7M2Q' })).toEqual(['CODE_2 UKN4X7M2QP']);
  });
});

describe('a known number strewn over a text', () => {
  /** The number's nine digits over so many characters. */
  const strewn = (length: number): string => `712${'-'.repeat(length - 9)}000391`;

  it('is hidden over eighty characters and no further', () => {
    const [near, far] = [strewn(80), strewn(81)];
    expect(redact(`x ${near} y`, PHONE).redacted).toBe('x [PHONE_1] y');
    expect(redact(`x ${far} y`, PHONE).redacted).toBe(`x ${far} y`);
  });

  it('is hidden wherever it stands', () => {
    const before = 'nilipa jana asubuhi '.repeat(5);
    expect(redact(`${before}9712000391`, PHONE).redacted).toBe(`${before}9[PHONE_1]`);
  });
});
