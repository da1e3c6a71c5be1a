import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES, EXIT_DECLINED, EXIT_SOME_ROWS_BAD } from '../../src/cli/exit-codes.ts';
import { SET_NAMES } from '../../src/cli/eval/types.ts';
import { evaluate, linesFile, type Figures } from './eval-run.ts';

// Goal: the command itself: what it prints, what it says of bad input, and its exit codes. Method: through the program.

describe('rudisha eval', () => {
  test('prints one object for a set, with every figure that was promised', async () => {
    for (const set of SET_NAMES) {
      const ran = await evaluate([set, '--json']);
      expect(ran.code).toBe(0);
      const figures = JSON.parse(ran.out) as Figures;
      expect(figures, set).toMatchObject({
        set,
        n: expect.any(Number),
        correct: expect.any(Number),
        wrong: [],
        harmful: [],
      });
      expect(figures['model_calls_per_case'], set).toBeLessThan(0.5);
      expect(Object.keys(figures['by_kind'] as object).length, set).toBeGreaterThan(2);
    }
  });

  test('prints all sets as an array, and that is what it does when none is named', async () => {
    const all = await evaluate(['all', '--json']);
    expect((JSON.parse(all.out) as Figures[]).map(({ set }) => set)).toEqual(SET_NAMES);
    expect((await evaluate(['--json'])).out).toBe(all.out);
  });

  test('has own figures for replies, messages, redaction and decisions', async () => {
    const ran = await evaluate(['all', '--json']);
    const [, redaction, replies, messages, decisions] = JSON.parse(ran.out) as Figures[];
    expect(redaction).toMatchObject({ recall: { secrets: 140, hidden: 140 }, precision: { lines: 174 } });
    expect(replies).toMatchObject({
      macro_f1: expect.any(Number),
      confusion: { withdraws: { withdraws: 10 } },
    });
    expect(messages).toMatchObject({
      fields: { amount_cents: { right: expect.any(Number), absent: expect.any(Number), wrong: 0 } },
    });
    expect(decisions).toMatchObject({
      macro_f1: expect.any(Number),
      must_stop: { n: 62, wrong: [] },
      must_not_stop: { n: 26 },
      confusion: { wait: { wait: 3 } },
    });
  });

  test('prints tables without --json, and nothing else than data on standard output', async () => {
    const { out, talk, code } = await evaluate(['all']);
    expect(code).toBe(0);
    expect(talk).toBe('');
    for (const words of [
      'model calls per case',
      'DECISIONS',
      'must stop',
      'macro F1',
      'recall',
      'amount cents',
    ])
      expect(out).toContain(words);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('says the seed of the hostile model, and gives the same figures for the same seed', async () => {
    const first = await evaluate(['all', '--model', 'hostile', '--json']);
    const seed = /^seed (\d+)$/m.exec(first.talk)?.[1];
    expect(seed).toBeDefined();
    const again = await evaluate(['all', '--model', 'hostile', '--json', '--seed', seed!]);
    expect(again.out).toBe(first.out);
    expect(again.out).toContain(`hostile (seed ${seed})`);
  });

  test('gives no figures when it is stopped', async () => {
    const ran = await evaluate(['all', '--json'], { signal: AbortSignal.abort() });
    expect(ran).toMatchObject({ code: EXIT_DECLINED, out: '' });
  });
});

describe('bad input to rudisha eval', () => {
  const { bad_input: BAD, not_found: NONE, bad_configuration: CONFIGURATION } = EXIT_CODES;
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-eval-'));
  const latin = join(folder, 'latin.jsonl');
  writeFileSync(latin, Buffer.from([0x7b, 0xff, 0x7d]));

  test.each([
    ['a set that does not exist', ['amount'], BAD, /set/],
    ['a model that does not exist', ['amounts', '--model', 'gpt'], BAD, /model/],
    ['a file that does not exist', ['amounts', '--cases', join(folder, 'none')], NONE, /no file/],
    ['a folder', ['amounts', '--cases', folder], BAD, /cannot be read/],
    ['an empty file', ['amounts', '--cases', linesFile([])], BAD, /holds no lines/],
    [
      'a file of notes only',
      ['amounts', '--cases', linesFile(['# nothing', '', '  '])],
      BAD,
      /holds no lines/,
    ],
    ['a file that is not UTF-8', ['amounts', '--cases', latin], BAD, /UTF-8/],
    ['a file without a good line', ['amounts', '--cases', linesFile(['', 'x'])], BAD, /line 2: not JSON/],
    ['one file for all sets', ['all', '--cases', latin], BAD, /one set/],
    ['a seed for nobody', ['amounts', '--seed', '1'], BAD, /hostile/],
    [
      'a seed that is no number',
      ['amounts', '--model', 'hostile', '--seed', '4294967296'],
      BAD,
      /whole number/,
    ],
  ] as const)('%s is refused in one line', async (_, argv, code, words) => {
    const ran = await evaluate([...argv, '--json']);
    expect(ran.code, ran.talk).toBe(code);
    expect(ran.out).toBe('');
    expect(ran.talk).toMatch(words);
    expect(ran.talk).not.toMatch(/this should not happen/);
  });

  test('a model host that is not this machine is refused', async () => {
    const ran = await evaluate(['replies', '--model', 'ollama'], {
      environment: { OLLAMA_HOST: 'http://192.0.2.1:11434' },
    });
    expect(ran.code).toBe(CONFIGURATION);
  });

  test('bad lines are reported by number and the good ones scored', async () => {
    const ran = await evaluate([
      'amounts',
      '--json',
      '--cases',
      linesFile([
        { id: 'a', text: 'elfu kumi', cents: 1_000_000, kind: 'words' },
        'not json',
        { id: 'b', text: 'elfu kumi' },
        '',
        { id: 'c', text: 'elfu kumi', cents: 10.5 },
        { id: 'a', text: 'soo', cents: 10_000 },
        { id: 'd', text: 'elfu mbili', cents: 200_000 },
        '[]',
      ]),
    ]);
    expect(ran.code).toBe(EXIT_SOME_ROWS_BAD);
    const figures = JSON.parse(ran.out) as { readonly bad_lines: readonly { readonly line: number }[] };
    expect(figures).toMatchObject({ n: 2, correct: 2 });
    expect(figures.bad_lines.map(({ line }) => line)).toEqual([2, 3, 5, 6, 8]);
    expect(ran.talk.trim().split('\n')).toHaveLength(5);
    expect(ran.talk).toContain('amounts, line 6: the id "a" was on line 1');
  });

  test('a byte-order mark and Windows line ends are no mistakes', async () => {
    const line = JSON.stringify({ id: 'a', text: 'elfu kumi', cents: 1_000_000 });
    const ran = await evaluate(['amounts', '--json', '--cases', linesFile([`\uFEFF${line}\r`, '\r'])]);
    expect(ran.code, ran.talk).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({ n: 1, correct: 1 });
  });
});
