/** A text in a file, there exactly once, and what stands in its place in the copy. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Walls before a second wall: with them alone gone, the program must still pass the journey that notices. */
export interface Behind {
  /** In one sentence: why the check can only matter when they are missing too. */
  readonly why: string;
  readonly edits: readonly Edit[];
}

/** One check that is taken out of the program, to see that a journey notices. */
export interface Deletion {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly behind?: Behind;
  /** Files of journeys to try first: what notices is mostly there. All of them follow when nothing there does. */
  readonly first?: readonly string[];
}
