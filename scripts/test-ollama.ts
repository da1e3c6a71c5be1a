import { startVitest } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { Problem } from '../src/core/errors.ts';
import { checkModelHost, checkModelName } from '../src/model/host.ts';

/**
 * `npm run test:ollama`: the claims of test/live/ against the Ollama at OLLAMA_HOST and the model MODEL_NAME. Without
 * a server there is nothing to test, and one line says so. A server without the model is a mistake, and fails.
 */

/** A server that is up answers this in milliseconds, also while its model works. */
const ANSWERS_WITHIN_MS = 5_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const model = checkModelName(config.MODEL_NAME);
  const host = checkModelHost(config.OLLAMA_HOST, config.MODEL_HOSTS_ALLOWED.split(','));
  const known = await modelsAt(host);
  if (known === null) {
    console.log(`skipped: nothing answers at ${host}`);
    return;
  }
  if (!known.includes(model) && !known.includes(`${model}:latest`)) {
    const have = known.length === 0 ? 'no model' : known.join(', ');
    console.error(`${host} has ${have}: run "ollama pull ${model}", or name one of them in MODEL_NAME`);
    process.exitCode = 1;
    return;
  }
  console.log(`${model} at ${host}`);
  const vitest = await startVitest('test', process.argv.slice(2), {
    config: 'vitest.live.config.ts',
    run: true,
  });
  await vitest.close();
}

/** Names of the models that a server has; null when nothing answers there that could be an Ollama. */
async function modelsAt(host: string): Promise<readonly string[] | null> {
  try {
    const response = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const { models } = (await response.json()) as { readonly models: readonly { readonly name: string }[] };
    return models.map(({ name }) => name);
  } catch {
    return null;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
