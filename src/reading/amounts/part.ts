import { digitShape } from './digits.ts';
import { figureCents, follows, readSmall, valueOf } from './small.ts';
import type { Doubt, Small } from './small.ts';
import type { Token } from './tokens.ts';

/** One part of a spoken sum: `elfu mbili`, `mia tano`, `hamsini na tatu`, `finje`, `senti hamsini`. */
export interface Part {
  readonly kind: 'scale' | 'small' | 'coin' | 'cent';
  readonly to: number;
  readonly cents: number;
  /** The next part has to be smaller than this (language.md §A, rule 3). */
  readonly room: number;
  /** Cents of the scale word itself, for `na nusu`. */
  readonly scale: number;
  readonly doubt: Doubt | null;
  /** The figure as written when the part is nothing else. */
  readonly digits: string | null;
  /** Its count is tens or a figure, and a unit behind `na` may belong to that count: `elfu 10 na tano`. */
  readonly openTen: boolean;
  /** Halves, quarters or decimals of a scale word: a number behind it may be a sum of its own. */
  readonly fraction: boolean;
  /** A scale word without its count. */
  readonly bare: boolean;
  /** A Swahili scale word behind its count (rule 7), or cents named behind theirs. */
  readonly reversed: boolean;
  readonly single: boolean;
}

const THOUSAND = 100_000;

type Extra = Partial<Omit<Part, 'kind' | 'to' | 'cents'>>;

/** Written out field by field: this is made for every number word, and spreading costs more than all the reading. */
function part(kind: Part['kind'], to: number, cents: number, more: Extra = {}): Part {
  return {
    kind,
    to,
    cents,
    room: more.room ?? 0,
    scale: more.scale ?? 0,
    doubt: more.doubt ?? null,
    digits: more.digits ?? null,
    openTen: more.openTen ?? false,
    fraction: more.fraction ?? false,
    bare: more.bare ?? false,
    reversed: more.reversed ?? false,
    single: more.single ?? false,
  };
}

export function readPart(tokens: readonly Token[], at: number): Part | null {
  const token = tokens[at];
  switch (token?.kind) {
    case 'scale':
      return token.text === 'k' ? null : scaleFirst(tokens, at);
    case 'half':
      return halfOfScale(tokens, at);
    case 'coin':
      return readCoin(tokens, at);
    case 'cent':
      return readCents(tokens, at);
    case 'slang':
      return readSlang(tokens, at);
    case 'article':
      return ofOne(tokens, at);
    default:
      return countFirst(tokens, at);
  }
}

/** `elfu mbili`, `mia 5`, `laki`, `elfu kumi na tano`. */
function scaleFirst(tokens: readonly Token[], at: number): Part {
  const scale = valueOf(tokens[at]) * 100;
  const next = follows(tokens, at + 1);
  const bare = part('scale', at + 1, scale, { scale, room: scale, bare: true });
  // `hundred and fifty`, `hundred bob`: English counts stand in front, so nothing behind it is its count.
  if (isEnglish(tokens[at])) return { ...bare, reversed: true };
  // `elfu mia tano`: 500,000 by the grammar, 1,500 as often said.
  if (next?.kind === 'scale') return { ...bare, doubt: 'grammar' };
  const small = readSmall(tokens, at + 1);
  if (!next || !small) return bare;
  if (scale < THOUSAND && (next.kind === 'ten' || next.kind === 'teen')) {
    // Hundreds count 1 to 9, so `mia hamsini` is 150; but people also say `soo kumi na tano` for fifteen hundred.
    return { ...bare, doubt: valueOf(next) <= 19 || isSheng(tokens[at]) ? 'grammar' : null };
  }
  const doubt = small.doubt ?? countDoubt(small, scale);
  const hundredths = small.hundredths ?? 0;
  return part('scale', small.to, (hundredths * scale) / 100, {
    scale,
    room: scale,
    openTen: small.openTen || isRoundTens(small),
    fraction: hundredths % 100 !== 0,
    doubt,
  });
}

/** `10`, `20` ... `90`: in words a unit could still join it, so `elfu 10 na tano` has the readings of both. */
function isRoundTens({ hundredths, digits }: Small): boolean {
  return digits !== null && hundredths !== null && hundredths < 10_000 && hundredths % 1_000 === 0;
}

function isEnglish(token: Token | undefined): boolean {
  return token?.entry?.kind === 'scale' && token.entry.order === 'count_before';
}

function isSheng(token: Token | undefined): boolean {
  return token?.entry?.kind === 'scale' && token.entry.sheng;
}

/** `elfu 2,500`, `elfu 2500` and `elfu 500` may be the sum said twice; hundreds count one to nine. */
function countDoubt({ hundredths, digits }: Small, scale: number): Doubt | null {
  if (hundredths === null || hundredths === 0) return 'digits';
  if (digits === null) return hundredths % 100 === 0 ? null : 'grammar';
  if (scale < THOUSAND) return hundredths % 100 === 0 && hundredths < 1_000 ? null : 'digits';
  return hundredths < 10_000 ? null : 'digits';
}

/** `nusu elfu`, `robo laki`, `robo tatu elfu`, `half a million`. */
function halfOfScale(tokens: readonly Token[], at: number): Part | null {
  const next = follows(tokens, at + 1);
  // `robo tatu elfu`: three quarters of a thousand.
  const three = valueOf(tokens[at]) === 1 && next?.kind === 'unit' && valueOf(next) === 3;
  const between = three || next?.kind === 'article' ? 1 : 0;
  const scale = follows(tokens, at + 1 + between);
  if (scale?.kind !== 'scale') return null;
  const to = at + 2 + between;
  const counted = readSmall(tokens, to) !== null && follows(tokens, to) !== undefined;
  const cents = valueOf(scale) * 25 * (three ? 3 : valueOf(tokens[at]));
  return part('scale', to, cents, { room: cents, fraction: true, doubt: counted ? 'grammar' : null });
}

/** A Sheng coin may have `moja` behind it; with another count it is not settled what is meant. */
function readCoin(tokens: readonly Token[], at: number): Part {
  const cents = valueOf(tokens[at]) * 100;
  const count = follows(tokens, at + 1)?.kind === 'mark' ? null : sameLineSmall(tokens, at + 1);
  if (!count) return part('coin', at + 1, cents, { room: cents });
  return part('coin', count.to, cents, { room: cents, doubt: count.hundredths === 100 ? null : 'grammar' });
}

function readSlang(tokens: readonly Token[], at: number): Part {
  return part('coin', sameLineSmall(tokens, at + 1)?.to ?? at + 1, 0, { doubt: 'slang' });
}

function sameLineSmall(tokens: readonly Token[], at: number): Small | null {
  return follows(tokens, at) ? readSmall(tokens, at) : null;
}

/** `senti hamsini`: 1 to 99 hundredths of a shilling. */
function readCents(tokens: readonly Token[], at: number): Part | null {
  const small = sameLineSmall(tokens, at + 1);
  return small && isCents(small)
    ? part('cent', small.to, (small.hundredths ?? 0) / 100, { doubt: small.doubt })
    : null;
}

function isCents({ hundredths }: Small): boolean {
  return hundredths !== null && hundredths % 100 === 0 && hundredths > 0 && hundredths < 10_000;
}

/** `a thousand`, `a hundred and twenty`, `a hundred thousand`. */
function ofOne(tokens: readonly Token[], at: number): Part | null {
  const scale = follows(tokens, at + 1);
  if (scale?.kind !== 'scale' || scale.text === 'k') return null;
  const one: Small = { to: at + 1, hundredths: 100, digits: null, doubt: null, openTen: false };
  return beforeScale(tokens, one, scale);
}

/** A small number, and the scale word behind it if there is one: `two thousand`, `10 elfu`, `2.5k`, `fifteen hundred`. */
function countFirst(tokens: readonly Token[], at: number): Part | null {
  const small = readSmall(tokens, at);
  if (!small) return null;
  const halved = withHalf(tokens, small);
  const scale = follows(tokens, halved.to);
  if (scale?.kind === 'scale') {
    const scaled = beforeScale(tokens, halved, scale);
    if (scaled) return scaled;
  }
  if (scale?.kind === 'cent' && isCents(small)) {
    const behind = sameLineSmall(tokens, small.to + 1);
    const cents = (small.hundredths ?? 0) / 100;
    if (!behind) return part('cent', small.to + 1, cents, { doubt: small.doubt, reversed: true });
    // `fifty cents fifty`: which of the two numbers are the cents? `senti` has its count behind it, like mia and elfu.
    if (scale.text !== 'senti') return part('cent', behind.to, cents, { doubt: 'grammar' });
  }
  return alone(tokens, at, small);
}

/** `one and a half thousand`, `mbili na nusu elfu`: only with a scale word behind it. */
function withHalf(tokens: readonly Token[], small: Small): Small {
  if (follows(tokens, small.to)?.kind !== 'and' || small.hundredths === null) return small;
  const article = follows(tokens, small.to + 1)?.kind === 'article' ? 1 : 0;
  const half = follows(tokens, small.to + 1 + article);
  const to = small.to + 2 + article;
  if (half?.kind !== 'half' || follows(tokens, to)?.kind !== 'scale') return small;
  return { ...small, to, hundredths: small.hundredths + 25 * valueOf(half) };
}

function beforeScale(tokens: readonly Token[], small: Small, scale: Token): Part | null {
  const value = valueOf(scale) * 100;
  const to = small.to + 1;
  const count = sameLineSmall(tokens, to);
  if (!isEnglish(scale)) return reversed(small, value, to, count);
  if (value < THOUSAND) {
    const group = hundreds(tokens, small, to);
    if (group) return group;
  }
  const cents = ((small.hundredths ?? 0) * value) / 100;
  const doubt = small.doubt ?? (small.hundredths === null ? 'digits' : null);
  const openTen = small.digits !== null;
  const fraction = (small.hundredths ?? 0) % 100 !== 0;
  return part('scale', to, cents, { scale: value, room: value, openTen, fraction, doubt });
}

/** Rule 7: `kumi elfu`, and nothing countable behind it. A long figure before `elfu tatu` is another number. */
function reversed(small: Small, scale: number, to: number, count: Small | null): Part | null {
  if (
    small.digits !== null &&
    digitShape(small.digits) !== 'short' &&
    (small.hundredths ?? 100_000) >= 100_000
  ) {
    return count ? null : part('scale', to, 0, { doubt: 'digits' });
  }
  const hundredths = small.hundredths ?? 0;
  const cents = (hundredths * scale) / 100;
  const odd = scale < THOUSAND && (hundredths >= 1_000 || hundredths % 100 !== 0);
  const doubt = small.doubt ?? (count || odd || hundredths === 0 ? 'grammar' : null);
  return part('scale', count?.to ?? to, cents, { scale, room: scale, doubt, reversed: true });
}

/** `two hundred and fifty thousand`: hundreds, tens and units together count the thousands. */
function hundreds(tokens: readonly Token[], small: Small, to: number): Part | null {
  const joined = follows(tokens, to)?.kind === 'and' ? to + 1 : to;
  const rest = sameLineSmall(tokens, joined);
  const direct = follows(tokens, to);
  const behind = direct?.kind === 'scale' ? { to, hundredths: 0, doubt: null } : rest;
  const scale = behind ? follows(tokens, behind.to) : undefined;
  if (
    !behind ||
    scale?.entry?.kind !== 'scale' ||
    scale.entry.order === 'count_after' ||
    scale.entry.value < 1_000
  ) {
    return null;
  }
  if (behind.hundredths === null || small.hundredths === null) return null;
  const value = scale.entry.value * 100;
  const cents = ((small.hundredths * 100 + behind.hundredths) * value) / 100;
  return part('scale', behind.to + 1, cents, {
    scale: value,
    room: value,
    doubt: small.doubt ?? behind.doubt,
  });
}

/** A small number without a scale word. Words side by side (`mbili tatu`, `seven fifty`) have no sure reading. */
function alone(tokens: readonly Token[], at: number, small: Small): Part {
  if (small.digits !== null) {
    const cents = figureCents(small.digits);
    const single = /^\d$/.test(small.digits);
    return part('small', small.to, cents ?? 0, {
      doubt: cents === null ? 'digits' : null,
      digits: small.digits,
      single,
    });
  }
  let to = small.to;
  for (let next = sameLineSmall(tokens, to); next && next.digits === null; next = sameLineSmall(tokens, to))
    to = next.to;
  const fraction = (small.hundredths ?? 0) % 100 === 0 ? null : 'digits';
  const doubt = small.doubt ?? (to > small.to ? 'grammar' : fraction);
  const single = tokens[at]?.kind === 'unit' || tokens[at]?.kind === 'zero';
  return part('small', to, small.hundredths ?? 0, { doubt, openTen: small.openTen, single });
}
