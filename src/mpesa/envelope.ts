import { isObject, objectOf, parseJson } from '../core/json.ts';

/** The longest code or id that is believed; real ones are under 45 characters (daraja.md §2, §7). */
const CODE_LENGTH_MAX = 100;
/** What is read of the words that come with it; what is kept of them is shorter still (scrub.ts). */
const WORDS_LENGTH_MAX = 2_000;

/** What a synchronous answer says, whichever of its shapes it has. Null where it says nothing. */
export interface Envelope {
  /** `ResponseCode`, any all-zero string as `0` (daraja.md §5: a live capture has `00000000`). */
  readonly responseCode: string | null;
  readonly errorCode: string | null;
  /** The error's or the response's words. */
  readonly message: string;
  readonly conversationId: string | null;
  readonly originatorConversationId: string | null;
}

/** Reads a body as the JSON object of an answer; null when it is none (HTML, empty, a list, cut off). */
export function readEnvelope(body: string): Envelope | null {
  const parsed = readObject(body);
  if (parsed === null) return null;
  const field = fieldsOf(parsed);
  const code = shortOrNull(field('responsecode'));
  const words = field('errormessage') ?? field('responsedescription') ?? faultOf(parsed) ?? '';
  return {
    responseCode: code === null ? null : plainCode(code),
    errorCode: shortOrNull(field('errorcode')),
    message: words.slice(0, WORDS_LENGTH_MAX),
    conversationId: shortOrNull(field('conversationid')),
    originatorConversationId: shortOrNull(field('originatorconversationid')),
  };
}

/** A code as text, surrounding blanks dropped, any number of zeros as `0`. */
export function plainCode(code: string): string {
  const text = code.trim();
  return /^0+$/.test(text) ? '0' : text;
}

/** The JSON object in a text; null for anything else. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  return objectOf(parseJson(text.replace(/^\uFEFF/, '')));
}

/** Looks fields up without regard to case (`errorCode`, `ErrorCode`): text or number as text, null for the rest. */
function fieldsOf(object: Readonly<Record<string, unknown>>): (name: string) => string | null {
  const byName = new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => textOf(byName.get(name));
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

function shortOrNull(text: string | null): string | null {
  return text === null || text.length > CODE_LENGTH_MAX ? null : text;
}

/** The words of the other envelope of the same gateway, `{"fault":{"faultstring":…}}` (daraja.md §7). */
function faultOf(object: Readonly<Record<string, unknown>>): string | null {
  return isObject(object['fault']) ? fieldsOf(object['fault'])('faultstring') : null;
}
