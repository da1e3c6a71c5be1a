import { fold, isAscii, RAISED_LETTERS, type Folded } from './fold.ts';
import { remembered } from './remembered.ts';

/** Pairs of a letter of another script, or a picture of a digit, and the plain character that it passes for. */
const PAIRS =
  'АAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJаaеeоoрpсcуyхxіiѕsјjкkԚQԛqԜWԝw' +
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvιi' +
  '⓿0❶1❷2❸3❹4❺5❻6❼7❽8❾9➀1➁2➂3➃4➄5➅6➆7➇8➈9➊1➋2➌3➍4➎5➏6➐7➑8➒9Øo∅0';

/** Raised digits, as folding leaves them. */
const RAISED = Array.from(RAISED_LETTERS, (letter, digit) => `${letter}${digit}`).join('');

const PLAIN = plainCharacters(PAIRS + RAISED);

/**
 * `fold()`, and then letters that only look Latin (Cyrillic, Greek) and digits drawn in circles become what they pass
 * for. A text read in this way keeps its length after folding, so the way back to the raw text is the same.
 */
export const unmask: (raw: string) => Folded = remembered((raw) => {
  const folded = fold(raw);
  // Every pair is one UTF-16 unit for one, and plain text (nearly all of it) has nothing to search.
  if (folded.plain || isAscii(folded.text)) return folded;
  const text = folded.text.replaceAll(/[^\0-\x7f]/g, (character) => PLAIN.get(character) ?? character);
  return { text, plain: false, raw: (span) => folded.raw(span) };
});

function plainCharacters(pairs: string): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  for (let at = 0; at + 1 < pairs.length; at += 2) plain.set(pairs.charAt(at), pairs.charAt(at + 1));
  return plain;
}
