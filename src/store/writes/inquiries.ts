import type { Write, WriteOutcome } from '../../cases/change.ts';
import { one, run } from '../statement.ts';
import { Lost } from '../transaction.ts';
import type { WriteContext } from './context.ts';

type WriteOf<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>;

/** Due at once. The same question of the same case, still open, is the same row. */
export function addInquiry({ db, at }: WriteContext, { inquiry }: WriteOf<'inquire'>): WriteOutcome {
  const { id, purpose, receipt, caseId } = inquiry;
  const added = run(
    db,
    `INSERT INTO inquiries (id, purpose, receipt, case_id, at, state, next_at) VALUES (?, ?, ?, ?, ?, 'open', ?)
     ON CONFLICT (case_id, purpose, receipt) WHERE state = 'open' DO NOTHING`,
    id,
    purpose,
    receipt,
    caseId,
    at,
    at,
  );
  return added === 1 ? 'written' : 'same';
}

/** Only on what was seen: an answer that came in between is looked at first. */
export function updateInquiry({ db }: WriteContext, write: WriteOf<'update_inquiry'>): void {
  const row = one(
    db,
    'SELECT count(*) AS answers FROM inquiry_answers WHERE inquiry_id = ?',
    write.inquiryId,
  );
  if (row?.['answers'] !== write.answers) throw new Lost(`another answer to inquiry ${write.inquiryId}`);
  const { state, sentAt, nextAt } = write.set;
  run(
    db,
    'UPDATE inquiries SET state = ?, sent_at = ?, next_at = ? WHERE id = ?',
    state,
    sentAt,
    nextAt,
    write.inquiryId,
  );
}
