import { Problem } from '../core/errors.ts';
import { showable } from '../core/text.ts';

/** Ollama's own port: what a host without scheme and port means to its command line, and so to people. */
const OLLAMA_PORT = '11434';

/** Names and addresses that never leave the machine, as `URL` writes them (it turns `127.1` or `0x7f.1` into these). */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** What settings are called in the messages, so that a person finds them. */
const HOST_SETTING = 'OLLAMA_HOST';
const ALLOWED_SETTING = 'MODEL_HOSTS_ALLOWED';
const MODEL_SETTING = 'MODEL_NAME';

/**
 * The base URL of a model host that may be asked: on this machine, or on a host that the operator allowed by its very
 * name (DESIGN §4: "local" is a promise to customers). Patterns and networks cannot be allowed.
 * Throws Problem `bad_configuration` for anything else, also for credentials, a query or another scheme in the URL.
 */
export function checkModelHost(host: string, allowed: readonly string[]): string {
  const url = parseHost(host);
  if (url === null) {
    throw bad(HOST_SETTING, withoutCredentials(host), `an address such as http://127.0.0.1:${OLLAMA_PORT}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw bad(
      HOST_SETTING,
      withoutCredentials(host),
      'an address without user, password, query and fragment',
    );
  }
  const isAllowed = allowed.some((name) => {
    const wanted = name.trim().toLowerCase();
    return wanted !== '' && (wanted === url.hostname || wanted === url.host);
  });
  if (!LOOPBACK.test(url.hostname) && !isAllowed) {
    const expected = `a host of this machine (127.0.0.1, localhost, [::1]), or "${url.hostname}" named in ${ALLOWED_SETTING}`;
    throw bad(HOST_SETTING, withoutCredentials(host), expected);
  }
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * The model's name when it may be asked for. A `cloud` tag runs on somebody else's machine once a person is signed in
 * there (ollama.md row 8), so it is refused before any call. Throws Problem `bad_configuration`.
 */
export function checkModelName(name: string): string {
  const trimmed = name.trim();
  if (!/^[\w.\-/]+(?::[\w.-]+)?$/.test(trimmed)) {
    throw bad(MODEL_SETTING, name, 'the name of a local model such as qwen2.5:3b');
  }
  if (/(?:^|[:-])cloud$/i.test(trimmed)) {
    throw bad(
      MODEL_SETTING,
      name,
      'a model that runs on this machine: cloud models send customers’ words away',
    );
  }
  return trimmed;
}

function parseHost(host: string): URL | null {
  const text = host.trim();
  if (text === '' || /[\s\p{Cc}]/u.test(text)) return null;
  const hasScheme = text.includes('://');
  const full = hasScheme ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // `URL` drops a written `:80`, so only a host that shows no port at all gets Ollama's.
  if (!hasScheme && url.port === '' && !/:80(?:\/|$)/.test(text)) url.port = OLLAMA_PORT;
  return url;
}

function withoutCredentials(host: string): string {
  return host.replace(/[^/@]*@/g, '…@');
}

function bad(setting: string, found: string, expected: string): Problem {
  return new Problem('bad_configuration', `${setting} is "${showable(found)}": expected ${expected}`);
}
