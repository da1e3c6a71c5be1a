/** Rows that one commit may hold: a longer import keeps everyone else from writing (DESIGN §8, measured). */
export const ROWS_A_COMMIT = 1_000;

/** The rows in their order, at most `size` at a time. */
export function* inBatches<Row>(
  rows: readonly Row[],
  size: number = ROWS_A_COMMIT,
): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
