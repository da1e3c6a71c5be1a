/** Chance that can be played again. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** One of them, each alike. The list is never empty. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Seeds are numbers that people can type. */
export const SEED_MAX = 0xffff_ffff;

/**
 * A xorshift generator of 32 bits (Marsaglia's 13, 17, 5): small, and even enough for choosing among answers. The seed
 * is spread over all bits first, because a small one begins with small numbers.
 */
export function randomOf(seed: number): Random {
  let state = Math.imul((seed >>> 0) ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / (SEED_MAX + 1);
  };
  for (let round = 0; round < 8; round += 1) next();
  return {
    next,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}
