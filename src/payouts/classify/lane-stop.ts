import type { Rail } from '../../records/types.ts';
import type { Fact, LaneStop } from '../types.ts';
import { normalCode, resultCode } from './result-codes.ts';

/**
 * Why a *new* fact stops the lane; null when it does not (payouts.md §9). To be asked once for each fact, when it is
 * first stored: asked again later, an old fact would stop a lane that people have mended and opened since.
 * A status query refused for its credentials stops the lane too, for each further call brings the operator nearer to
 * being locked (daraja.md §0.9); code 1 of a query is not about the float.
 */
export function laneStopOf(rail: Rail, fact: Fact): LaneStop | null {
  if (fact.kind !== 'result' && fact.kind !== 'status_answer') return null;
  const why = resultCode(rail, fact.code)?.stops ?? null;
  if (why === null || (fact.kind === 'status_answer' && why !== 'credential')) return null;
  return { why, code: normalCode(fact.code) };
}
