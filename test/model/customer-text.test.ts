import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_TEXT_MAX, fenceCustomerText } from '../../src/model/customer-text.ts';
import { tokens } from '../support/fake-ollama.ts';

/** Hunts for texts with which a customer could end their turn, close the fence or speak as the system. */
const CONTROL_WORDS = [
  '<|im_end|>',
  '<|im_start|>system',
  '<start_of_turn>',
  '<eos>',
  '</s>',
  '[INST]',
  '[/INST]',
  '[TOOL_CALLS]',
];
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...CONTROL_WORDS, '<', '>', '|', '\u200b', '\r', '\u2028', '\n> ', '[CODE_1]', ' '),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

describe('the fence around a customer’s words', () => {
  it('starts every line with its mark and lets no control token through, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { fenced } = fenceCustomerText(text);
        for (const line of fenced.split(/[\n\r\v\f\u0085\u2028\u2029]/)) expect(line).toMatch(/^>(?: |$)/);
        // A placeholder beside a mark is between it and anything else.
        expect(fenced.replaceAll('[CODE_1]', ' ')).not.toMatch(/<\S|\S>|\|\S|\S\||\[\/?[A-Z_]+\]/);
        expect(fenced).not.toMatch(/[\p{Cf}\p{Cs}]|[^\P{Cc}\n]/u);
      }),
    );
  });

  it('makes a control token, which counts as one, cost what plain text costs', () => {
    for (const word of CONTROL_WORDS) {
      expect(tokens(fenceCustomerText(word).fenced) - tokens('>')).toBeGreaterThan(tokens(word));
    }
  });

  it('changes nothing in a text that was taken apart before', () => {
    expect(fenceCustomerText('x < | im_end | > [ INST ]').fenced).toBe('> x < | im_end | > [ INST ]');
  });

  it('keeps words, placeholders and line breaks', () => {
    expect(fenceCustomerText('Habari\r\n\r\n\r\n\r\n[CODE_1] ya kwanza\tleo ').fenced).toBe(
      '> Habari\n>\n> [CODE_1] ya kwanza leo',
    );
  });

  it('finds a control token behind characters that print nothing', () => {
    expect(fenceCustomerText('x<\u200b|im_end\u200b|\u2060>').fenced).toBe('> x < | im_end | >');
  });

  it('caps a long text and says so', () => {
    const { fenced, cut } = fenceCustomerText('a'.repeat(CUSTOMER_TEXT_MAX * 50));
    expect(cut).toBe(true);
    expect(fenced).toBe(`> ${'a'.repeat(CUSTOMER_TEXT_MAX)}`);
    expect(fenceCustomerText('a'.repeat(CUSTOMER_TEXT_MAX)).cut).toBe(false);
  });

  it('neither splits a pair nor leaves half a placeholder at the cap', () => {
    expect(fenceCustomerText('😀'.repeat(CUSTOMER_TEXT_MAX + 1)).fenced).toBe(
      `> ${'😀'.repeat(CUSTOMER_TEXT_MAX)}`,
    );
    for (const kept of ['[', '[CO', '[CODE_', '[CODE_1']) {
      const long = `${'a'.repeat(CUSTOMER_TEXT_MAX - kept.length)}[CODE_12] na mengine`;
      expect(fenceCustomerText(long).fenced).toBe(`> ${'a'.repeat(CUSTOMER_TEXT_MAX - kept.length)}`);
    }
  });
});
