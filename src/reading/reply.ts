import { readParts, type MessageParts } from './message-parts.ts';
import {
  answersLater,
  answersNothing,
  asks,
  denies,
  isHedgedYes,
  isPlainYes,
  isUnsure,
  lacks,
  saysBoth,
  withPlainYes,
} from './reply-rules.ts';
import { withdraws } from './reply-withdraws.ts';
import type { HeardReply } from './said.ts';
import type { Asked, ReplyIntent } from './types.ts';

/** The customer takes something back: what they give now stands instead of what they gave before. */
const CORRECTS =
  / (?:samahani|sorry|pole|nilikosea|nimekosea|i meant|namaanisha|nilimaanisha|correction|kumbe|(?:sio|si|siyo|not) (?:hiyo|hizo|hii|that|the) \w*|wrong) /;

/**
 * Reads a message as the answer to our question, by rules alone. The intents are tried in the order of language.md;
 * a doubt ends in `unclear` or `other`, never in a withdrawal, a yes or a taken value. What a bare figure, code or
 * number means depends on the question. Never throws; linear in the text.
 */
export function readReply(text: string, asked: Asked): HeardReply {
  const parts = readParts(text, asked);
  return { intent: intentOf(parts, asked), message: parts.reading, corrects: CORRECTS.test(parts.line) };
}

function intentOf(parts: MessageParts, asked: Asked): ReplyIntent {
  const { own: text, reading } = parts;
  const line = withPlainYes(parts.line);
  if (reading.wantsPerson) return 'wants_person';
  if (withdraws(text, parts.line)) return 'withdraws';
  if (parts.givesDetail) return 'gives_detail';
  return asked === 'confirm' || asked === null ? confirmIntent(text, line) : detailIntent(text, line);
}

function confirmIntent(text: string, line: string): ReplyIntent {
  if (isPlainYes(text, line)) return 'yes';
  if (saysBoth(line) || isUnsure(line)) return 'other';
  if (!asks(text, line) && denies(text, line)) return 'no';
  if (answersNothing(text, line)) return 'other';
  if (answersLater(line)) return 'not_yet';
  return isHedgedYes(text, line) ? 'other' : 'unclear';
}

function detailIntent(text: string, line: string): ReplyIntent {
  if (isPlainYes(text, line)) return 'yes';
  if (!text.includes('?') && lacks(text, line)) return 'no';
  if (!text.includes('?') && answersLater(line)) return 'not_yet';
  return answersNothing(text, line) ? 'other' : 'unclear';
}
