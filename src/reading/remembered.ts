/** Longer texts are rare and their results large: they are worked out each time. */
const LENGTH_MAX = 4_000;

/**
 * A pure function of a text that keeps its last result: the finders read the same message one after another, and each
 * would otherwise cut it into the same words again. Results are shared, so they must be immutable.
 */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  let lastText: string | null = null;
  let lastResult: Result | null = null;
  return (text) => {
    if (text === lastText && lastResult !== null) return lastResult;
    const result = work(text);
    if (text.length <= LENGTH_MAX) [lastText, lastResult] = [text, result];
    return result;
  };
}
