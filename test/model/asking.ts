import { onTestFinished } from 'vitest';
import type { Model } from '../../src/cases/ports.ts';
import { ollamaModel } from '../../src/model/ollama.ts';
import type { OllamaModelOptions } from '../../src/model/ollama.ts';
import type { ModelQuestion, SecretMap } from '../../src/reading/types.ts';
import { fakeOllama } from '../support/fake-ollama.ts';
import type { FakeOllama, FakeOllamaOptions } from '../support/fake-ollama.ts';

/** Finds only what the map holds, literally: what the guard finds is tested where it lives. */
export function holdsLiterally(text: string, secrets: SecretMap): boolean {
  return Object.values(secrets).some((secret) => text.includes(secret));
}

/** A message question about two codes, unless the test says otherwise. */
export function question(over: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    purpose: 'message',
    redacted: 'nililipa na [CODE_1], si [CODE_2]',
    asked: null,
    choices: { complaint: ['yes', 'no'], mpesa_code: ['CODE_1', 'CODE_2'] },
    ...over,
  };
}

/** A fake server and a model that asks it, closed when the test ends. */
export async function asking(
  fake: FakeOllamaOptions = {},
  options: Partial<OllamaModelOptions> = {},
): Promise<{ readonly server: FakeOllama; readonly model: Model }> {
  const server = await fakeOllama(fake);
  onTestFinished(() => server.close());
  return { server, model: ollamaModel({ host: server.host, holdsSecret: holdsLiterally, ...options }) };
}
