import type { ProblemCode } from '../core/errors.ts';

/** What the shell sees. README lists them; a script may rely on them. 0 is done, 1 a demo whose figures are wrong. */
export const EXIT_CODES: Readonly<Record<ProblemCode, number>> = {
  bad_input: 2,
  bad_configuration: 3,
  not_found: 4,
  wrong_status: 5,
  stale_key: 6,
  not_allowed: 7,
  conflict: 8,
  database_newer: 9,
  database_unreadable: 10,
  database_busy: 11,
  port_in_use: 12,
  already_running: 13,
  disk_full: 14,
};

/** A bug: the message asks for a report. */
export const EXIT_BUG = 70;
/** Some rows of a file could not be read; the good ones were kept. */
export const EXIT_SOME_ROWS_BAD = 20;
/** Stopped by the person: "no" to a confirmation, or Ctrl-C. */
export const EXIT_DECLINED = 21;
/** `eval --model ollama` found no model to ask. */
export const EXIT_MODEL_ABSENT = 22;
