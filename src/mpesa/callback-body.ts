import { isObject } from '../core/json.ts';
import { readObject } from './envelope.ts';

/** Real bodies are four levels deep and hold some forty values of at most some hundred characters (daraja.md §2-§4). */
const DEPTH_MAX = 12;
const VALUES_MAX = 1_000;
const STRING_LENGTH_MAX = 2_000;

/** What stands for what was left out. */
const REMOVED = '[removed]';
const CUT = '[cut]';

/** Names, letters only and in lower case, whose value is never stored: the flat echo of a timeout carries the credential
 * (daraja.md §0.5). */
const SECRET_NAME = /credential|password|passkey|passwd|token|authorization|secret/;

/**
 * A callback's body as it may be stored: credentials removed at any depth and in any shape (field, key-value item, JSON
 * inside a text), and no deeper, longer or larger than a sane body. Never throws.
 */
export function storableBody(body: unknown): unknown {
  const text = typeof body === 'string' ? body : null;
  let left = VALUES_MAX;

  function copy(value: unknown, depth: number): unknown {
    left -= 1;
    if (left < 0 || depth > DEPTH_MAX) return CUT;
    if (typeof value === 'string') return storableText(value);
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    if (Array.isArray(value)) return value.slice(0, left + 1).map((item: unknown) => copy(item, depth + 1));
    if (!isObject(value)) return null;
    const itemIsSecret = Object.entries(value).some(
      ([name, inner]) => /^(key|name)$/i.test(name) && typeof inner === 'string' && isSecretName(inner),
    );
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, left + 1)
        .map(([name, inner]) => {
          const secret = isSecretName(name) || (itemIsSecret && /^value$/i.test(name));
          return [storableName(name), secret ? REMOVED : copy(inner, depth + 1)];
        }),
    );
  }

  return copy(text === null ? body : (readObject(text) ?? text), 0);
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/** A text that carries a credential inside it (JSON or a form as a text, or 300 characters of base64 without a blank:
 * a credential has 344) is not taken apart but left out whole. Words about one, as in "credential is locked", stay. */
const SECRET_INSIDE =
  /securitycredential|(?:password|passkey|token|secret)["'\\\s]*(?:[:=]|%3a)|[\w+/=-]{300}/i;

function storableText(text: string): string {
  if (SECRET_INSIDE.test(text)) return REMOVED;
  return text.length <= STRING_LENGTH_MAX ? text : `${text.slice(0, STRING_LENGTH_MAX)}${CUT}`;
}

/** The name of a field says what was left out; only one that is no plain name could carry a value. */
function storableName(name: string): string {
  return /^[A-Za-z_ -]{1,60}$/.test(name) ? name : storableText(name);
}
