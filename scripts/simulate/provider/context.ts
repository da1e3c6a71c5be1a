import type { Timeline } from '../timeline.ts';
import type { Books, MoneyOut, MoneyRequest } from './books.ts';

/** What the provider's parts share. */
export interface ProviderContext {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly books: Books;
  /** It refuses what it saw before: a second reversal of a receipt, a second request under one id. */
  readonly dedupes: boolean;
  /** Until when it is not to be reached, refuses our credential, finds our account empty. */
  readonly trouble: { downUntil: number; credentialUntil: number; floatUntil: number };
  /** HTTP status of the desk's listener; null when nobody answers. */
  readonly post: (url: string, body: string) => Promise<number | null>;
  /** A fault that really happened. */
  readonly count: (fault: string) => void;
  /** Called before anything becomes of it. */
  readonly onRequest: (request: MoneyRequest) => void;
  readonly onOut: (out: MoneyOut) => void;
  /** The simulation itself is wrong. */
  readonly fail: (detail: string) => void;
}

const MINUTE = 60_000;

/** Calls back; a listener that does not answer or says 503 is called again, twice at most. */
export function callBack(context: ProviderContext, afterMs: number, url: string, body: string): void {
  const { timeline } = context;
  const attempt = (pausesMs: readonly number[]): void => {
    context
      .post(url, body)
      .then((status) => {
        if (status !== null && status < 500) return;
        const [pauseMs, ...later] = pausesMs;
        if (pauseMs === undefined) {
          context.count('callback_lost');
          return;
        }
        context.count('callback_repeated_after_503');
        timeline.at(timeline.now() + pauseMs, () => {
          attempt(later);
        });
      })
      .catch((error: unknown) => {
        context.fail(String(error));
      });
  };
  timeline.at(timeline.now() + afterMs, () => {
    attempt([MINUTE, 10 * MINUTE]);
  });
}
