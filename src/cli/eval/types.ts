import type { z } from 'zod';
import type { Listener } from './listener.ts';

export const SET_NAMES = ['amounts', 'redaction', 'replies', 'messages', 'decisions'] as const;

export type SetName = (typeof SET_NAMES)[number];

/**
 * One line beside its label. `wrong`: something else than the label was taken. `missed`: something of the label was
 * not taken, and nothing else instead. Each line is exactly one of the three.
 */
export interface Judged<Detail> {
  readonly id: string;
  /** Lines of one kind are counted together. */
  readonly kind: string;
  readonly verdict: 'correct' | 'wrong' | 'missed';
  /** The mistake is of the kind by which money could go where or as it should not, or a secret leave. */
  readonly harmful: boolean;
  readonly detail: Detail;
}

/** Figures that only one set has; numbers, lists of ids, or tables of them. */
export type OwnFigures = Readonly<Record<string, unknown>>;

/** A set of labelled lines: how a line is written, how it is judged, what is counted beside the common figures. */
export interface EvalSet<Line extends { readonly id: string }, Detail> {
  readonly name: SetName;
  readonly line: z.ZodType<Line>;
  judge(line: Line, listener: Listener): Promise<Judged<Detail>>;
  figures(judged: readonly Judged<Detail>[]): OwnFigures;
}

/** A line that could not be read. */
export interface BadLine {
  /** From one, as editors count. */
  readonly line: number;
  readonly problem: string;
}
