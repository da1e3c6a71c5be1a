import type { Escalation } from '../cases/change.ts';
import { isoTime } from './screen.ts';

export function escalationJson(escalation: Escalation): unknown {
  return {
    id: escalation.id,
    case_id: escalation.caseId,
    reason: escalation.reason,
    sub_reason: escalation.subReason,
    sentence: escalation.sentence,
    command: escalation.command,
    opened_at: isoTime(escalation.openedAt),
    resolved_at: isoTime(escalation.resolvedAt),
    resolved_by: escalation.resolvedBy,
    answer: escalation.answer,
    because: escalation.because,
  };
}
