import { setImmediate as nextTurn } from 'node:timers/promises';
import { MODEL_CALLS } from '../../cases/hear.ts';
import { heardWith, type Ear, type ModelProblem } from '../../cases/listen.ts';
import type { Model, ModelOutcome } from '../../cases/ports.ts';
import { isAskedOfAll } from './hostile.ts';

/** The model that was asked for is not there: no figure would be its own. */
export class ModelAbsent extends Error {
  override readonly name = 'ModelAbsent';
}

/** The person at the terminal wants no more. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One call, as the figures need it. */
interface Call {
  readonly outcome: string;
  readonly ms: number;
  readonly promptTokens: number | null;
  readonly answerTokens: number | null;
}

/** What was heard, as the desk would have it, and why a person would be called. */
export interface HeardWith<Meaning> {
  readonly heard: Meaning;
  readonly problem: ModelProblem | null;
}

export interface ModelFigures {
  readonly name: string;
  readonly calls: number;
  /** How often each outcome came. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Null when no call was made. */
  readonly latency_ms: { readonly p50: number; readonly p95: number } | null;
  readonly tokens: { readonly prompt: number; readonly answer: number };
}

/**
 * Hears messages as the desk does: the rules first, the model for what they leave, within a case's budget, and their
 * reading alone when its answer cannot be trusted. Without a model it counts the questions that one would be asked.
 */
export class Listener {
  readonly #model: Model | null;
  readonly #signal: AbortSignal;
  readonly #calls: Call[] = [];
  #questions = 0;

  constructor(model: Model | null, signal: AbortSignal) {
    this.#model = model;
    this.#signal = signal;
  }

  /** Questions that the rules left so far, put to a model or not. */
  get questions(): number {
    return this.#questions;
  }

  /** `asked`: how often this case has asked before. Throws ModelAbsent and Interrupted. */
  async hear<Meaning>(ear: Ear<Meaning>, asked = 0): Promise<HeardWith<Meaning>> {
    const put = this.#model !== null && isAskedOfAll(this.#model) ? ear.widened() : ear;
    const { question, secrets, byRules } = put;
    if (question === null) return { heard: byRules, problem: null };
    if (asked >= MODEL_CALLS) {
      return { heard: byRules, problem: this.#model === null ? null : ['model_budget_spent', null] };
    }
    this.#questions += 1;
    if (this.#model === null) return { heard: byRules, problem: null };
    const outcome = await this.#unlessInterrupted(this.#model.ask(question, secrets));
    if (outcome.kind === 'unavailable' && (outcome.why === 'down' || outcome.why === 'not_pulled')) {
      throw new ModelAbsent(outcome.advice);
    }
    const { ms, promptTokens, answerTokens } = outcome.audit;
    const heard = heardWith(put, outcome);
    this.#calls.push({ outcome: nameOf(outcome, heard.problem), ms, promptTokens, answerTokens });
    return heard;
  }

  /** Lets a signal come in between two lines. */
  async breathe(): Promise<void> {
    await nextTurn();
    if (this.#signal.aborted) throw new Interrupted();
  }

  /** Null without a model. */
  figures(): ModelFigures | null {
    if (this.#model === null) return null;
    const outcomes: Record<string, number> = {};
    for (const { outcome } of this.#calls) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const times = this.#calls.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      name: this.#model.name,
      calls: this.#calls.length,
      outcomes: Object.fromEntries(Object.entries(outcomes).sort(([a], [b]) => (a < b ? -1 : 1))),
      latency_ms: times.length === 0 ? null : { p50: percentile(times, 50), p95: percentile(times, 95) },
      tokens: {
        prompt: this.#calls.reduce((sum, { promptTokens }) => sum + (promptTokens ?? 0), 0),
        answer: this.#calls.reduce((sum, { answerTokens }) => sum + (answerTokens ?? 0), 0),
      },
    };
  }

  async #unlessInterrupted<Value>(work: Promise<Value>): Promise<Value> {
    const signal = this.#signal;
    let stop = (): void => undefined;
    const interrupted = new Promise<never>((_, reject) => {
      stop = () => {
        reject(new Interrupted());
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, interrupted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function nameOf(outcome: ModelOutcome, problem: ModelProblem | null): string {
  if (outcome.kind === 'answer') return problem === null ? 'taken' : `untrusted: ${problem[1] ?? ''}`;
  if (outcome.kind === 'untrusted') return `untrusted: ${outcome.subReason}`;
  if (outcome.kind === 'unavailable') return `unavailable: ${outcome.why}`;
  return outcome.kind;
}

/** The nearest-rank percentile of times in ascending order: always a time that was measured. */
function percentile(times: readonly number[], percent: number): number {
  return times[Math.max(0, Math.ceil((times.length * percent) / 100) - 1)] ?? 0;
}
