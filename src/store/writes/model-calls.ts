import type { ModelCall, Write } from '../../cases/change.ts';
import { run } from '../statement.ts';
import type { WriteContext } from './context.ts';

/** The intention of a call, saved before it is made. */
export function addModelCall(context: WriteContext, call: ModelCall): void {
  run(
    context.db,
    'INSERT INTO model_calls (id, case_id, purpose, at) VALUES (?, ?, ?, ?)',
    call.id,
    call.caseId,
    call.purpose,
    call.at,
  );
}

export function addModelAnswer(context: WriteContext, write: Extract<Write, { kind: 'model_answer' }>): void {
  const { audit } = write;
  run(
    context.db,
    `UPDATE model_calls SET outcome = ?, model = ?, digest = ?, prompt_hash = ?, prompt = ?, raw_answer = ?, ms = ?,
       prompt_tokens = ?, answer_tokens = ?
     WHERE id = ? AND outcome IS NULL`,
    write.outcome,
    audit.model,
    audit.digest,
    audit.promptHash,
    audit.prompt,
    audit.raw,
    Math.round(audit.ms),
    audit.promptTokens,
    audit.answerTokens,
    write.callId,
  );
}
