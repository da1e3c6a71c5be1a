import type { Ollama } from 'ollama';
import { z } from 'zod';

/** What the server says that a model name stands for. */
export interface ModelIdentity {
  readonly digest: string;
  /** Where the model really runs when that is another machine; null for a model of this one. */
  readonly runsAt: string | null;
}

const TAGS = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      digest: z.string().regex(/^[0-9a-f]{12,64}$/i),
      remote_host: z.string().optional().catch(undefined),
      remote_model: z.string().optional().catch(undefined),
    }),
  ),
});

/**
 * A reader of the identity of one model, from `/api/tags` (ollama.md row 14), kept for the rest of the run once known.
 * Null when the server does not say: the digest is for audit and nothing waits for it.
 * A local name can be an alias of a hosted model (`ollama cp x:120b-cloud mine`): only the server knows, in `runsAt`.
 */
export function identityOf(client: Pick<Ollama, 'list'>, model: string): () => Promise<ModelIdentity | null> {
  const names = model.includes(':') ? [model] : [model, `${model}:latest`];
  let known: ModelIdentity | null = null;
  return async () => {
    if (known !== null) return known;
    try {
      const { models } = TAGS.parse(await client.list());
      const found = models.find(({ name }) =>
        names.some((wanted) => wanted.toLowerCase() === name.toLowerCase()),
      );
      if (found === undefined) return null;
      const runsAt = found.remote_host ?? found.remote_model ?? '';
      known = { digest: found.digest, runsAt: runsAt === '' ? null : runsAt };
    } catch {
      // The call that follows finds out by itself what is wrong with the server, and says it better.
      return null;
    }
    return known;
  };
}
