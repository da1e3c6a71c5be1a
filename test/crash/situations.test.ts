import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/reading/message.ts';
import { questionAbout } from '../../src/reading/question.ts';
import { redact } from '../../src/reading/redact.ts';
import { OVERPAID, TWO_CODES, UNPAID } from '../../scripts/crash/situations.ts';

// Goal: the words of the crash test lead where its scenarios say, so that a better reading does not empty one unnoticed.

function isModelAsked(text: string): boolean {
  const { redacted, secrets } = redact(text, {});
  return questionAbout(readMessage(text), null, redacted, secrets) !== null;
}

describe('the complaints of the crash test', () => {
  it('ask a model where the scenario is about one', () => {
    expect(isModelAsked(TWO_CODES.message)).toBe(true);
  });

  it.each([UNPAID, OVERPAID])('ask none elsewhere: $name', ({ message }) => {
    expect(isModelAsked(message)).toBe(false);
  });
});
