import type { Instant } from '../../core/clock.ts';
import type { Actor } from '../../cases/change.ts';
import type { Db } from '../open.ts';

/** What every write of one change shares. */
export interface WriteContext {
  readonly db: Db;
  readonly at: Instant;
  readonly actor: Actor;
}
