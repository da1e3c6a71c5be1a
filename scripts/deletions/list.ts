import type { Deletion } from './deletion.ts';
import { GATE_DELETIONS } from './gate.ts';
import { GUARD_DELETIONS } from './guards.ts';
import { KEY_DELETIONS } from './keys.ts';

/**
 * Each check of the gate, each cap, each budget, the redaction guard, the version checks and the unique keys. A check
 * that no journey misses protects nobody, or is not needed.
 */
export const DELETIONS: readonly Deletion[] = [...GATE_DELETIONS, ...GUARD_DELETIONS, ...KEY_DELETIONS];
