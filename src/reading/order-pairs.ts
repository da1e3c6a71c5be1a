import {
  countDigits,
  exec,
  isOrderValue,
  orderValueAfter,
  VALUE,
  withoutWordBehind,
  type FoundOrder,
} from './order-values.ts';
import { BOTH_MEANT, FIRST_DENIED, RIGHT_FOLLOWS, SECOND_DENIED, TAKEN_BACK } from './order-words.ts';
import type { Span } from './types.ts';

/** `8213` and `88213` can be a slip of each other; two digits more are another kind of number. */
const LENGTH_APART_MAX = 1;

/**
 * The number and what the words behind it say about it and the next: `88213 si 88231`, `88312 badala ya 88213`,
 * `88213, samahani 88231`, `88213 na 88214`. At most a chain of numbers that stand side by side.
 */
export function pairedOrders(
  text: string,
  first: FoundOrder,
  free: (span: Span) => boolean,
): readonly FoundOrder[] {
  const chain: FoundOrder[] = [first];
  for (let current = first; ;) {
    const joint = jointAt(text, current);
    const next = joint === null ? null : valueBehind(text, joint.end, current);
    if (joint === null || next === null || !free(next)) return chain;
    if (joint.deniesFirst) chain[chain.length - 1] = { ...current, denied: true };
    current = { ...next, denied: joint.deniesSecond };
    chain.push(current);
  }
}

interface Joint {
  readonly end: number;
  readonly deniesFirst: boolean;
  readonly deniesSecond: boolean;
}

function jointAt(text: string, current: FoundOrder): Joint | null {
  const joint = (pattern: RegExp, deniesFirst: boolean, deniesSecond: boolean): Joint | null => {
    const match = exec(pattern, text, current.end);
    return match === null ? null : { end: current.end + match[0].length, deniesFirst, deniesSecond };
  };
  return (
    joint(FIRST_DENIED, true, false) ??
    joint(SECOND_DENIED, current.denied, true) ??
    joint(TAKEN_BACK, true, false) ??
    (current.denied ? joint(RIGHT_FOLLOWS, true, false) : joint(BOTH_MEANT, false, false))
  );
}

/** `88213 na 1200 order 88214`: what stands before the next order is its price. */
const ORDER_BEHIND = /^\s+(?:(?:ya|kwa|for) )?(?:order|oda|account|akaunti)\s+\S*\d/i;

/** A number of the same kind right behind the joint, or behind small words and a cue of its own. */
function valueBehind(text: string, at: number, first: FoundOrder): FoundOrder | null {
  const gap =
    /^[\s,;:#.]{0,4}(?:(?:order|oda|account|akaunti|number|namba|ni|ile|ya|no|hiyo)[\s:#]{1,2}){0,3}/i.exec(
      text.slice(at, at + 60),
    );
  const start = at + (gap?.[0].length ?? 0);
  const value = exec(VALUE, text, start)?.[0];
  const written = value === undefined ? null : withoutWordBehind(value);
  if (written === null || !isOrderValue(text, start, written, false)) {
    const spoken = orderValueAfter(text, at, at, 'bare');
    return spoken !== null && isAlike(spoken.written, first.written)
      ? { ...spoken, named: first.named }
      : null;
  }
  if (!isAlike(written, first.written) || ORDER_BEHIND.test(text.slice(start + written.length, start + 40)))
    return null;
  return { start, end: start + written.length, written, named: first.named, denied: false };
}

function isAlike(a: string, b: string): boolean {
  return Math.abs(countDigits(a) - countDigits(b)) <= LENGTH_APART_MAX;
}
