import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/reading/message.ts';
import { questionAbout } from '../../src/reading/question.ts';
import { redact } from '../../src/reading/redact.ts';
import type { SecretMap } from '../../src/reading/types.ts';
import { expectNamed, liveModel, theLine, useLine } from './kit.ts';

// Goal: no phone number and no M-Pesa code goes down the line, and none comes back. Method: every labelled text is
// asked about as if the rules had settled nothing, and each request is searched for each secret that people marked in
// it. All are written down at the tap; the real model is asked about some, for it may be slow.

useLine();

interface Labelled {
  readonly id: string;
  readonly text: string;
  /** Each marked piece of the text, as it stands there. */
  readonly secrets: readonly string[];
}

/** One text in this many is asked about for real. */
const ASKED_FOR_REAL = 45;

function lines(name: string): readonly Record<string, unknown>[] {
  const text = readFileSync(new URL(`../../data/eval/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function labelled(): readonly Labelled[] {
  const redaction = lines('redaction').map((line) => ({
    id: String(line['id']),
    text: String(line['text']),
    secrets: (line['secrets'] as readonly { readonly text: string }[]).map(({ text }) => text),
  }));
  const messages = lines('messages').map((line) => {
    const { phone, mpesa_code: code } = line['fields'] as Readonly<Record<string, string | null>>;
    return {
      id: String(line['id']),
      text: String(line['text']),
      secrets: [phone, code].filter((secret) => typeof secret === 'string'),
    };
  });
  return [...redaction, ...messages];
}

/** Asks whether a text is a complaint, whatever the rules think of it. */
async function ask(text: string): Promise<{ readonly sent: string | null; readonly secrets: SecretMap }> {
  const { redacted, secrets } = redact(text, {});
  const question = questionAbout({ ...readMessage(text), complaint: 'undecided' }, null, redacted, secrets);
  expect(question).not.toBeNull();
  const before = theLine().chats.length;
  const outcome = await liveModel().ask(question!, secrets);
  if (theLine().forwards) expectNamed(outcome, question!);
  const chat = theLine().chats[before];
  return { sent: chat === undefined ? null : chat.sent + chat.answer, secrets };
}

/** Letters and digits only: a code or number is the same one with other signs between. */
function bare(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function expectClean(id: string, sent: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    expect(sent, id).not.toContain(secret);
    if (/^[\w+ ().-]{9,}$/.test(secret)) expect(bare(sent), id).not.toContain(bare(secret));
  }
}

describe('what leaves for the model', () => {
  it('about any labelled text holds none of its secrets', async () => {
    theLine().forwards = false;
    for (const { id, text, secrets } of labelled()) {
      const { sent, secrets: found } = await ask(text);
      // Sending nothing is safe, but a text that is hidden well has no need of it.
      expect(sent, id).not.toBeNull();
      expectClean(id, sent!, [...secrets, ...Object.values(found)]);
    }
  });
});

describe('what comes back', () => {
  it.each(labelled().filter((_, nth) => nth % ASKED_FOR_REAL === 0))(
    'about $id holds none either, and is a choice or has a name',
    async ({ id, text, secrets }) => {
      theLine().forwards = true;
      const { sent, secrets: found } = await ask(text);
      expectClean(id, sent!, [...secrets, ...Object.values(found)]);
    },
  );
});
