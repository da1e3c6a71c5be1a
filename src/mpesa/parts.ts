import type { Operator } from './bodies.ts';
import type { Lane } from './lane.ts';
import type { DarajaOptions } from './options.ts';
import type { Tokens } from './token.ts';
import type { Wire } from './wire.ts';

/** What sending and asking share. */
export interface Parts {
  readonly options: DarajaOptions;
  readonly wire: Wire;
  readonly operator: Operator;
  /** What may never be kept or shown, whoever says it. */
  readonly secrets: readonly string[];
  readonly lane: Lane;
  readonly tokens: Tokens;
}
