import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { takeApart } from '../reading/control-tokens.ts';
import { wordsAsked } from '../reading/question.ts';
import type { ModelQuestion } from '../reading/types.ts';
import { fenceCustomerText } from './customer-text.ts';
import type { Choice } from './schema.ts';

/** The instructions of one purpose, as they stand in `prompts/`. */
export interface PromptFile {
  /** What every question of this purpose begins with. */
  readonly opening: string;
  /** Sections by heading: one for each choice (`mpesa_code`) and for each question asked (`asked amount`). */
  readonly sections: ReadonlyMap<string, string>;
  /** SHA-256 of the file, for audit: which instructions led to an answer. */
  readonly hash: string;
}

/** What a question becomes: the instructions and the customer's words, apart. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

export type PromptFiles = Readonly<Record<ModelQuestion['purpose'], PromptFile>>;

/** Reads both prompt files from the package. Throws when one is missing: a broken installation. */
export function readPromptFiles(): PromptFiles {
  return { message: readPromptFile('messages.md'), reply: readPromptFile('replies.md') };
}

function readPromptFile(name: string): PromptFile {
  return parsePromptFile(readFileSync(new URL(`../../prompts/${name}`, import.meta.url), 'utf8'));
}

/** A prompt file is an opening and sections under `## heading`. */
export function parsePromptFile(text: string): PromptFile {
  const [opening = '', ...rest] = text.replaceAll('\r\n', '\n').split(/^## /m);
  const sections = new Map(
    rest.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.trim(), lines.join('\n').trim()];
    }),
  );
  return { opening: opening.trim(), sections, hash: createHash('sha256').update(text).digest('hex') };
}

/**
 * The prompt of a question. The instructions name only what is undecided, because a small model follows a short
 * prompt best. The customer's words stand fenced in the middle. The names of the candidates and the task come after
 * them, outside the fence and beyond the cap: the last thing read is ours.
 */
export function buildPrompt(file: PromptFile, question: ModelQuestion, choices: readonly Choice[]): Prompt {
  const system = [file.opening, ...choices.map((choice) => explain(file, choice))]
    .filter((part) => part !== '')
    .join('\n\n');
  const asked = question.asked === null ? undefined : file.sections.get(`asked ${question.asked}`);
  const words = wordsAsked(question);
  const { fenced, cut } = fenceCustomerText(words);
  const legend = takeApart(question.redacted.slice(words.length).replace(/^\s*---\s*/, ''));
  const user = [
    ...(asked === undefined ? [] : [`The shop asked: ${asked}`]),
    'The customer wrote:',
    fenced,
    ...(cut ? ['(Only the beginning of a long text is shown.)'] : []),
    ...(legend === '' ? [] : ['', 'Names for what they wrote:', legend]),
    '',
    'Fill in this form. Choose one value for each name, or null:',
    ...choices.map(({ name, values }) => `- ${name}: ${values.map(takeApart).join(', ')}, null`),
  ].join('\n');
  return { system, user };
}

/** A section without the lines about values that are not offered (`- yes: …`): they would only invite them. */
function explain(file: PromptFile, { name, values }: Choice): string {
  const section = file.sections.get(name) ?? '';
  return section
    .split('\n')
    .filter((line) => {
      const value = /^- (\w+):/.exec(line)?.[1];
      return value === undefined || value === 'null' || values.includes(value);
    })
    .join('\n');
}
