import { digitShape } from './digits.ts';
import type { Token } from './tokens.ts';

const FRACTION_SLASH = '\u2044';

/** Longest phone with its country and its exit code: `000 254 712 000 391`. */
const PHONE_DIGITS = 15;

/**
 * Turns figures whose neighbours make them something else than an amount into `other`: phones, dates, clock times,
 * parts of codes. Figures grouped with spaces (`2 500`) become one.
 */
export function settleFigures(tokens: readonly Token[]): readonly Token[] {
  const settled: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind !== 'digits') {
      settled.push(token);
      at += 1;
      continue;
    }
    const taken = takeFigure(tokens, at);
    // One by one: a megabyte of figures in one chain is more than a call can take as arguments.
    for (const one of taken) settled.push(one);
    at += Math.max(
      1,
      taken.reduce((sum, { kind, text }) => sum + (kind === 'digits' ? text.split(' ').length : 1), 0),
    );
  }
  return settled;
}

function takeFigure(tokens: readonly Token[], at: number): readonly Token[] {
  const other = (to: number) => tokens.slice(at, to).map((token): Token => ({ ...token, kind: 'other' }));
  const phone = phoneEnd(tokens, at);
  if (phone !== null) return other(phone);
  const chained = chainEnd(tokens, at);
  if (chained !== null) return other(chained);
  if (isPartOfCode(tokens, at)) return other(at + 1);
  const grouped = spaceGroups(tokens, at);
  return [grouped ?? (tokens[at] as Token)];
}

/** A figure with a leading zero, or behind `+` or `254`, and the digit groups behind it. */
function phoneEnd(tokens: readonly Token[], at: number): number | null {
  const first = tokens[at];
  const before = tokens[at - 1];
  const plus = before?.text === '+' && first?.gap === false && tokens[at - 2]?.kind !== 'digits';
  const zero = /^0\d/.test(first?.text ?? '');
  let digits = 0;
  let to = at;
  for (;;) {
    const token = tokens[to];
    if (token?.kind !== 'digits' || !/^\d+$/.test(token.text) || digits + token.text.length > PHONE_DIGITS)
      break;
    if (to > at && token.breaks > 0) break;
    digits += token.text.length;
    to += 1;
    if (digits >= 10 && zero) break;
    if (/^[-–./()]$/.test(tokens[to]?.text ?? '') && tokens[to + 1]?.kind === 'digits') to += 1;
  }
  if (to > at && tokens[to - 1]?.kind !== 'digits') to -= 1;
  if (zero || plus) return Math.max(to, at + 1);
  // `712 000 391` and `254 712 000 391`: nobody pays nine digits, and a mark would have made it money.
  const whole =
    (first?.text.startsWith('254') && digits === 12) || (digits === 9 && /^[71]/.test(first?.text ?? ''));
  return whole && to - at > 1 && tokens[at - 1]?.entry?.kind !== 'currency' ? to : null;
}

/** `15/11/2026`, `10:45`, `2026-11-23`, `88213-1`, `2'500`; but two growing figures with a dash are a range (`2000-2500`). */
function chainEnd(tokens: readonly Token[], at: number): number | null {
  let to = at + 1;
  const joints: string[] = [];
  for (;;) {
    const joint = tokens[to];
    const next = tokens[to + 1];
    if (joint?.kind !== 'mark' || joint.gap || !/^[-–/:*#@'’]$/.test(joint.text)) break;
    if (
      next === undefined ||
      next.gap ||
      (next.kind !== 'digits' && next.kind !== 'other' && joint.text !== '*')
    )
      break;
    joints.push(joint.text);
    to += next.kind === 'digits' || next.kind === 'other' ? 2 : 1;
  }
  if (joints.length === 0) return null;
  return joints.length === 1 && /^[-–]$/.test(joints[0] ?? '') && isRange(tokens[at], tokens[at + 2])
    ? null
    : to;
}

function isRange(from: Token | undefined, to: Token | undefined): boolean {
  const low = Number(from?.text.replaceAll(',', ''));
  const high = Number(to?.text.replaceAll(',', ''));
  return low >= 20 && high > low && high < low * 20;
}

/** Digits written against `#`, `-`, `/`, `_`, `@` or a masked phone belong to what stands there. */
function isPartOfCode(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (token === undefined || digitShape(token.text) === 'code') return true;
  if (before && !token.gap && before.kind === 'mark') {
    const owner = tokens[at - 2];
    if (before.text === '#' || before.text === '*') return true;
    if (
      /^[-–/@&?]$/.test(before.text) &&
      !before.gap &&
      owner &&
      /^(?:word|other|digits|unit|article)$/.test(owner.kind)
    ) {
      return !isRange(owner, token) && !/^(?:amt|amount|kiasi|jumla|total)$/.test(owner.text);
    }
    // `.50` is no figure that anybody can be sure of; `"amount_cents":99999900` is no talk of money.
    if (before.text === '.' && before.gap) return true;
    if (/^[=:]$/.test(before.text) && [owner, tokens[at - 3]].some((name) => name?.text.includes('_')))
      return true;
  }
  const glued = after && !after.gap && after.kind === 'mark' ? after.text : '';
  // `2\u00bd` is folded to `21\u20442`: nobody can tell any more where the fraction began.
  if (before?.text === FRACTION_SLASH || after?.text === FRACTION_SLASH) return true;
  if (/^[#*@]$/.test(glued)) return true;
  const behind = tokens[at + 2];
  return /^[-–_]$/.test(glued) && behind?.gap === false && /^(?:word|other|article)$/.test(behind.kind);
}

/** `12 500`: one to three digits, then groups of exactly three with one space between. */
function spaceGroups(tokens: readonly Token[], at: number): Token | null {
  const first = tokens[at];
  if (first === undefined || !/^[1-9]\d{0,2}$/.test(first.text) || tokens[at - 1]?.kind === 'scale')
    return null;
  let text = first.text;
  let last = first;
  for (let next = tokens[at + 1], to = at + 1; next; to += 1, next = tokens[to]) {
    if (
      next.kind !== 'digits' ||
      !/^\d{3}(?:\.\d\d)?$/.test(next.text) ||
      next.start - last.end !== 1 ||
      next.breaks > 0
    )
      break;
    text += ` ${next.text}`;
    last = next;
    if (text.length > 12) break;
  }
  return last === first ? null : { ...first, text, end: last.end };
}
