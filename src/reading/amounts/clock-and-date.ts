import { readPhrase } from './phrase.ts';
import { digitsOnly, isMoneyAfter } from './rule.ts';
import type { Rule } from './rule.ts';
import { follows, readSmall } from './small.ts';

/** `saa nane`, `saa mbili na nusu`, `saa tatu kasoro robo`, `saa tatu na dakika kumi`. */
export const clock: Rule = (tokens, at) => {
  const hour = follows(tokens, at + 1) ? readSmall(tokens, at + 1) : null;
  if (!hour) return null;
  let { to } = hour;
  if (tokens[to]?.text === ':' && tokens[to + 1]?.kind === 'digits') to += 2;
  const link = follows(tokens, to);
  if (link?.kind === 'and' || link?.text === 'kasoro') {
    const minutes = tokens[to + 1]?.text === 'dakika' ? to + 2 : to + 1;
    const part = tokens[minutes];
    if (part?.kind === 'half') to = minutes + 1;
    else if (minutes > to + 1 || part?.kind === 'ten') to = readSmall(tokens, minutes)?.to ?? to;
  }
  return { from: at + 1, to };
};

/** What stands before a day, a month or a year. */
export const DATE_WORDS: ReadonlySet<string> = new Set(['tarehe', 'date', 'dated', 'mwezi', 'mwaka', 'year']);

/** `tarehe tano`, `mwezi wa kumi`, `mwaka 2026`, `23 Nov 2026`, `Nov 23`. */
export const date: Rule = (tokens, at) => {
  const text = tokens[at]?.text ?? '';
  if (DATE_WORDS.has(text)) {
    const from = /^(?:ya|wa|ni|is|of)$/.test(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
    const year = /^(?:mwaka|year)$/.test(text) ? readPhrase(tokens, from) : null;
    const dated = year ?? readSmall(tokens, from);
    return dated && follows(tokens, from) && !isMoneyAfter(tokens, dated.to) ? { from, to: dated.to } : null;
  }
  const day = digitsOnly(tokens[at - 1]) && (tokens[at - 1]?.text.length ?? 9) <= 2 ? at - 1 : at;
  let to = at + 1;
  if (day === at && /^\d{1,2}$/.test(tokens[to]?.text ?? '')) to += 1;
  const year = tokens[to]?.text === ',' ? to + 1 : to;
  if (/^20\d\d$/.test(tokens[year]?.text ?? '')) to = year + 1;
  return day < at || to > at + 1 ? { from: day, to } : null;
};
