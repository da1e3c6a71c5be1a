/** A label and what was read instead of it or as it. */
export interface Pair {
  readonly label: string;
  readonly got: string;
}

/** How often each label was read as what: rows are labels. Only what occurs is in it. */
export type Confusion = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function confusionOf(pairs: readonly Pair[]): Confusion {
  const rows: Record<string, Record<string, number>> = {};
  for (const { label, got } of pairs) {
    const row = (rows[label] ??= {});
    row[got] = (row[got] ?? 0) + 1;
  }
  return rows;
}

/**
 * The mean of the F1 of every label, each label alike, however few lines it has. What is only ever read and never a
 * label (`unclear`) has no F1 of its own: it costs its label's recall. Rounded to four decimals; null without lines.
 */
export function macroF1(pairs: readonly Pair[]): number | null {
  const labels = [...new Set(pairs.map(({ label }) => label))];
  if (labels.length === 0) return null;
  const scores = labels.map((label) => {
    const both = pairs.filter((pair) => pair.label === label && pair.got === label).length;
    const either =
      pairs.filter((pair) => pair.label === label).length + pairs.filter((pair) => pair.got === label).length;
    return (2 * both) / either;
  });
  return Number((scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(4));
}
