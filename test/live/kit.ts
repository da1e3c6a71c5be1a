import { afterAll, beforeAll, expect } from 'vitest';
import type { Model, ModelOutcome } from '../../src/cases/ports.ts';
import { readConfig } from '../../src/config.ts';
import type { Config } from '../../src/config.ts';
import { checkModelHost } from '../../src/model/host.ts';
import { ollamaModel } from '../../src/model/ollama.ts';
import type { OllamaModelOptions } from '../../src/model/ollama.ts';
import { holdsSecret } from '../../src/reading/known-secrets.ts';
import type { ModelQuestion } from '../../src/reading/types.ts';
import { tap, type Tap } from './tap.ts';

/** The settings of this run: whose Ollama, which model, how patient. */
export const config: Config = readConfig(process.env);

export const upstream = checkModelHost(config.OLLAMA_HOST, config.MODEL_HOSTS_ALLOWED.split(','));

let line: Tap | null = null;

/** The line to the real server, while the tests of a file run. */
export function theLine(): Tap {
  if (line === null) throw new Error('the line is open only while tests run');
  return line;
}

/** Opens a tapped line for a test file, and says at its end what the calls cost. */
export function useLine(): void {
  beforeAll(async () => {
    line = await tap(upstream);
    // The first call loads the model: seconds that belong to no claim.
    await liveModel().ask(aQuestion(), {});
  });
  afterAll(async () => {
    if (line !== null) console.log(costOf(line));
    await line?.close();
    line = null;
  });
}

/** The model of the settings, on the tapped line, with the guard that the program gives it. */
export function liveModel(options: Partial<OllamaModelOptions> = {}): Model {
  return ollamaModel({
    model: config.MODEL_NAME,
    host: theLine().host,
    deadlineMs: config.MODEL_DEADLINE,
    holdsSecret,
    ...options,
  });
}

export function aQuestion(over: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    purpose: 'message',
    redacted: 'nililipa na [CODE_1], si [CODE_2], bado haijaonekana',
    asked: null,
    choices: { complaint: ['yes', 'no'], mpesa_code: ['CODE_1', 'CODE_2'] },
    ...over,
  };
}

/** Whatever the model is worth: every asked name has one of its own values or null, or the failure has a name. */
export function expectNamed(outcome: ModelOutcome, question: ModelQuestion): void {
  expect(outcome.audit).toMatchObject({
    model: config.MODEL_NAME,
    promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  switch (outcome.kind) {
    case 'answer': {
      expect(Object.keys(outcome.answer).sort()).toEqual(Object.keys(question.choices).sort());
      for (const [name, value] of Object.entries(outcome.answer)) {
        const offered = question.choices[name as keyof typeof question.choices];
        expect([...(offered ?? []), null]).toContain(value);
      }
      return;
    }
    case 'untrusted':
      expect(outcome.subReason).toMatch(/^(?:cut_off|too_long_for_model)$/);
      return;
    case 'unavailable':
      // A machine may be too slow for its deadline. Down, cut or failing is news in a run against a server that is up.
      expect(outcome.why).toBe('slow');
      return;
    case 'refused_to_send':
      expect.fail('the last guard refused a text that holds no secret');
  }
}

function costOf({ chats }: Tap): string {
  const answered = chats.filter(({ status }) => status === 200);
  const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): string =>
    `${((times[Math.floor(times.length * share)] ?? 0) / 1000).toFixed(1)} s`;
  const counts = answered.map(
    ({ answer }) =>
      JSON.parse(answer) as { readonly prompt_eval_count?: number; readonly eval_count?: number },
  );
  const prompt = counts.reduce((sum, { prompt_eval_count: tokens }) => sum + (tokens ?? 0), 0);
  const said = counts.reduce((sum, { eval_count: tokens }) => sum + (tokens ?? 0), 0);
  return `${answered.length} calls answered: p50 ${at(0.5)}, p95 ${at(0.95)}; ${prompt} tokens asked, ${said} answered`;
}
