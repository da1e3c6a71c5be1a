/**
 * Randomness that replays. Two kinds, on purpose: `seedOf` hashes *names* to a seed, so that what befalls the first
 * request of RF-7K3M9QXW does not depend on how many other things were drawn before it, and leaving an event out while
 * looking for the smallest failing list changes nothing else; `randomOf` is a stream for what is drawn in a row.
 */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  /** From 0 to `below - 1`. */
  int(below: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** FNV-1a over the names, then the finishing steps of murmur3, so that names which differ by a digit lie far apart. */
export function seedOf(...names: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of names.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** mulberry32: 32 bits of state are plenty for one small world, and it is fast. */
export function randomOf(...names: readonly (string | number)[]): Random {
  let state = seedOf(...names);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    between: (least, most) => least + int(most - least + 1),
    chance: (share) => next() < share,
    pick: (list) => {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
  };
}

/** One of several, each with its weight. */
export function weighted<T>(random: Random, choices: readonly (readonly [weight: number, value: T])[]): T {
  let at = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    at -= weight;
    if (at < 0) return value;
  }
  throw new RangeError('nothing to choose from');
}
