/** Far above any answer that Ollama sends here (a few kB, `/api/tags` with many models some tens); a bound on memory. */
const BODY_LENGTH_MAX = 1_000_000;

/** The server sent more than anybody reads. */
export class BodyTooLong extends Error {
  constructor() {
    super(`the server sent more than ${BODY_LENGTH_MAX} characters`);
    this.name = 'BodyTooLong';
  }
}

/**
 * A `fetch` for the Ollama client that
 * - ends, headers and body, at the deadline in ms with a `TimeoutError`: the client's own abort does not stop a call
 *   that is not streamed (ollama.md row 6);
 * - follows no redirect: another host must not get the prompt because this one says so;
 * - reads at most BODY_LENGTH_MAX characters;
 * - gives every failure a JSON body, because the client prints to the console about any other.
 */
export function boundedFetch(deadlineMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const response = await fetch(input, { ...init, signal, redirect: 'manual' });
    const body = await readText(response);
    if (response.ok) return new Response(body === '' ? null : body, { status: 200 });
    return Response.json(
      { error: errorIn(body) ?? response.statusText },
      { status: Math.max(response.status, 400) },
    );
  };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > BODY_LENGTH_MAX) throw new BodyTooLong();
  }
  return text + decoder.decode();
}

/** Ollama's own error text, or the body when it is not Ollama that answers. */
function errorIn(body: string): string | null {
  try {
    const parsed = JSON.parse(body) as { readonly error?: unknown } | null;
    if (typeof parsed?.error === 'string') return parsed.error;
  } catch {
    // Not JSON: the text itself is the best that there is to show.
  }
  return body === '' ? null : body;
}
