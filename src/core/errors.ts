/** What can go wrong in a way that a person can mend. Each code has one exit code (cli/exit-codes.ts). */
export type ProblemCode =
  | 'bad_input'
  | 'bad_configuration'
  | 'not_found'
  | 'wrong_status'
  | 'stale_key'
  | 'not_allowed'
  | 'conflict'
  | 'database_newer'
  | 'database_unreadable'
  | 'database_busy'
  | 'disk_full'
  | 'port_in_use'
  | 'already_running';

/** An expected failure with one clear line for the person who reads it. Anything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Problem';
    this.code = code;
  }
}

/** States what the program relies on; a false one is a bug, and stopping is cheaper than guessing about money. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}

/** The place after a complete `switch`: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** The message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}
