/**
 * The words of Kenyan money talk and their values in shillings (language.md §A and §B). Values on which the Kenyan
 * pages conflict are `slang`: an amount is meant, which one has to be asked.
 */

/** How a scale word stands to its count: `elfu mbili`, but `two thousand`. */
export type ScaleOrder = 'count_after' | 'count_before';

export type Entry =
  /** 1-9; value 0 stands for a slip between two of them (`nanne`: nne or nane). */
  | { readonly kind: 'unit'; readonly value: number }
  | { readonly kind: 'zero'; readonly value: 0 }
  /** 20-90, and the Swahili 10: a unit may join it. English joins it without a word between. */
  | { readonly kind: 'ten'; readonly value: number; readonly english: boolean }
  /** English 10-19: nothing joins it. */
  | { readonly kind: 'teen'; readonly value: number }
  | { readonly kind: 'scale'; readonly value: number; readonly order: ScaleOrder; readonly sheng: boolean }
  /** A Sheng word for one fixed amount. `common`: also an everyday word, money only beside a verb of paying. */
  | { readonly kind: 'coin'; readonly value: number; readonly common: boolean }
  | { readonly kind: 'slang' }
  /** In quarters: 2 for nusu, 1 for robo. `joined`: the `na` is part of the word (`unusu`). */
  | { readonly kind: 'half'; readonly value: number; readonly joined: boolean }
  | { readonly kind: 'and' | 'article' | 'cent' | 'point' | 'foreign' }
  /** `before`: written before its figure when one follows it (`832911 ksh 500`). */
  | { readonly kind: 'currency'; readonly before: boolean }
  /** A number with a noun class prefix counts people or things, never money. */
  | { readonly kind: 'count' };

const table = new Map<string, Entry>();

function add(words: string, entry: Entry): void {
  for (const word of words.split(' ')) table.set(word, entry);
}

/** The words of one list get the values 1, 2, 3 ... times `step`; slips of one word stand behind a slash. */
function addSeries(list: string, entryOf: (place: number) => Entry): void {
  list.split(' ').forEach((words, index) => {
    add(words.replaceAll('/', ' '), entryOf(index + 1));
  });
}

const unit = (value: number): Entry => ({ kind: 'unit', value });
addSeries('moja/mojah mbili/mbil/mbiri/mbli tatu/tatt nne tano/tanu sita saba nane tisa/tissa', unit);
addSeries('one two three four five six seven eight nine', unit);
add('sifuri sufuri zero', { kind: 'zero', value: 0 });
add('nanne nnane nnae naane', unit(0));
addSeries(
  'kumi ishirini/ishrini/ishirin/ishilini thelathini/thalathini/thelathin/thelasini/salathini/selathini' +
    ' arobaini/arubaini/arobain/arbaini/arobini hamsini/hamsin/hamusini/hamisini sitini/sitin sabini/sabin' +
    ' themanini/thamanini/themanin/semanini/themani tisini/tisin',
  (place) => ({ kind: 'ten', value: place * 10, english: false }),
);
addSeries('twenty thirty forty/fourty fifty sixty seventy eighty ninety/ninty', (place) => ({
  kind: 'ten',
  value: (place + 1) * 10,
  english: true,
}));
addSeries(
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  (place): Entry => ({ kind: 'teen', value: place + 9 }),
);

const before = (value: number): Entry => ({ kind: 'scale', value, order: 'count_after', sheng: false });
add('mia miya', before(100));
add('elfu alfu efu elf elufu eflu elfuh', before(1_000));
add('laki lakhi lakh', before(100_000));
add('milioni milion', before(1_000_000));
const sheng = (value: number): Entry => ({ kind: 'scale', value, order: 'count_after', sheng: true });
add('soo', sheng(100));
add('thao thaos ngiri', sheng(1_000));
const after = (value: number): Entry => ({ kind: 'scale', value, order: 'count_before', sheng: false });
add('hundred', after(100));
add('thousand thou k', after(1_000));
add('million', after(1_000_000));

const coin = (value: number, common = false): Entry => ({ kind: 'coin', value, common });
add('ngovo kobole', coin(5));
add('ashu ashuu kinde', coin(10));
add('das', coin(10, true));
add('mbao', coin(20, true));
add('finje chwani chuani', coin(50));
add('rwabe', coin(200));
add('punch', coin(500, true));
add('ndovu jirongo kapaa hamsa salasa jongo buku jero', { kind: 'slang' });

add('nusu half', { kind: 'half', value: 2, joined: false });
add('unusu', { kind: 'half', value: 2, joined: true });
add('robo quarter', { kind: 'half', value: 1, joined: false });
add('na and', { kind: 'and' });
add('a an', { kind: 'article' });
add('senti cents cent', { kind: 'cent' });
add('nukta pointi point koma', { kind: 'point' });
add('kes ksh kshs sh shs kshillings', { kind: 'currency', before: true });
add('shilingi shillings shilling silingi silinki shiling shilings bob', { kind: 'currency', before: false });
add('usd dola dollars dollar tsh tshs tzs ugx ush ushs eur euro euros gbp pounds rand naira zar', {
  kind: 'foreign',
});
add(
  'mmoja wawili watatu wanne watano wanane kimoja viwili vitatu vinne vitano vinane miwili mitatu minne mitano' +
    ' minane mawili matatu manne matano manane',
  { kind: 'count' },
);

/** Longer "words" are noise, and looking for number words inside them would cost time. */
const LONGEST_WORD = 60;

/** The number word that `word` (lower case) is, drawn-out vowels allowed (`tanoo`, `elfuu`); null for any other word. */
export function lookUp(word: string): Entry | null {
  if (word.length > LONGEST_WORD) return null;
  const exact = table.get(word);
  if (exact) return exact;
  if (!/aa|ee|ii|oo|uu/.test(word)) return null;
  const double = table.get(word.replaceAll(/([aeiou])\1+/g, '$1$1'));
  const single = word.replaceAll(/([aeiou])\1+/g, '$1');
  return double ?? (single.length < 3 ? null : (table.get(single) ?? null));
}

/** Pieces that may stand in one word: `elfumbili`, `miatano`, `elfumbilinanusu`. */
const GLUED: ReadonlySet<Entry['kind']> = new Set(['unit', 'ten', 'scale', 'half', 'and']);

/**
 * Takes a word apart into number words written together; null when it is not only number words. One piece has to be
 * a scale word or `na` (`kuminatano`, `natano`): two units alone (`nanenane`, `sabasaba`) are names of days.
 */
export function takeApart(
  word: string,
): readonly { readonly entry: Entry; readonly length: number }[] | null {
  if (word.length > LONGEST_WORD || word.length < 5) return null;
  if (!byOpening.has(word.slice(0, 2))) return null;
  const pieces: { entry: Entry; length: number }[] = [];
  let at = 0;
  while (at < word.length) {
    const piece = longestPiece(word, at);
    if (!piece) return null;
    pieces.push(piece);
    at += piece.length;
  }
  const kinds = pieces.map(({ entry }) => entry.kind);
  const joined = kinds.includes('scale') || kinds.includes('and');
  return pieces.length > 1 && joined && kinds.at(-1) !== 'and' ? pieces : null;
}

/** Number words of the kinds that may be glued, by their first two letters, longest first. */
const byOpening = new Map<string, (readonly [word: string, entry: Entry])[]>();
for (const [word, entry] of [...table].sort(([a], [b]) => b.length - a.length)) {
  if (word.length < 2 || !GLUED.has(entry.kind)) continue;
  const opening = word.slice(0, 2);
  byOpening.set(opening, [...(byOpening.get(opening) ?? []), [word, entry]]);
}

function longestPiece(word: string, at: number): { entry: Entry; length: number } | null {
  for (const [piece, entry] of byOpening.get(word.slice(at, at + 2)) ?? []) {
    if (word.startsWith(piece, at)) return { entry, length: piece.length };
  }
  return null;
}
