/**
 * The labelled lines and the ICU spellings, each read by the public functions. A failure names the ids, so that a
 * change that breaks one kind of line is seen at once.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAmount, readNumberWords } from '../../src/reading/amounts/read.ts';

interface Line {
  readonly id: string;
  readonly text: string;
  readonly cents: number | null;
  readonly kind: string;
}

function read(name: string): string[] {
  const text = readFileSync(new URL(`../../data/eval/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

const lines = read('amounts.jsonl').map((line) => JSON.parse(line) as Line);
const spellings = read('sw_icu.tsv').map((line) => {
  const [number = '', words = ''] = line.split('\t');
  // "elfu mia ..." is the ICU spelling of 100,000 and more, and 1,100 and more in common speech: asking is right too.
  return { number: Number(number), words, mayAsk: /elfu mia/.test(words) };
});

describe('labelled amounts', () => {
  test.each([...new Set(lines.map(({ kind }) => kind))])(
    'every line of the kind %s is read as labelled',
    (kind) => {
      const wrong = lines
        .filter((line) => line.kind === kind && readAmount(line.text) !== line.cents)
        .map(({ id, text, cents }) => ({ id, text, cents, read: readAmount(text) }));
      expect(wrong).toEqual([]);
    },
  );

  test('no line without a clear amount is read as one, in capitals or with a full stop either', () => {
    const wrong = lines
      .filter(({ cents }) => cents === null)
      .flatMap(({ id, text }) =>
        [text.toUpperCase(), `${text}.`, `  ${text}\n`].map((form) => ({ id, form })),
      )
      .filter(({ form }) => readAmount(form) !== null);
    expect(wrong).toEqual([]);
  });

  test('the labelled file and the spellings are all there', () => {
    expect(lines).toHaveLength(288);
    expect(spellings).toHaveLength(673);
  });
});

describe('ICU spellings', () => {
  test('each gives its number back, or asks where elfu is followed at once by mia', () => {
    const wrong = spellings.filter(({ number, words, mayAsk }) => {
      const value = readNumberWords(words);
      return value !== number && !(mayAsk && value === null);
    });
    expect(wrong).toEqual([]);
  });

  test('each gives its shillings back behind a currency word', () => {
    const wrong = spellings.filter(({ number, words, mayAsk }) => {
      const cents = readAmount(`nimelipa shilingi ${words}`);
      return cents !== (number === 0 ? null : number * 100) && !(mayAsk && cents === null);
    });
    expect(wrong).toEqual([]);
  });
});
