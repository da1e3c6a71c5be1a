import type { Instant } from '../../core/clock.ts';
import type { Inquiry, InquiryView, StatusAnswer } from '../../payouts/types.ts';
import type { Receipt } from '../../reading/types.ts';
import type { Db } from '../open.ts';
import type { Row } from '../rows.ts';
import { all, one } from '../statement.ts';

/** To be sent, read or given up by now; oldest first. */
export function inquiriesDue(db: Db, now: Instant, limit: number): readonly string[] {
  return all(db, 'SELECT id FROM inquiries WHERE next_at <= ? ORDER BY next_at LIMIT ?', now, limit).map(
    (row) => row['id'] as string,
  );
}

export function inquiryView(db: Db, inquiryId: string): InquiryView | null {
  const row = one(db, 'SELECT * FROM inquiries WHERE id = ?', inquiryId);
  return row ? { inquiry: inquiryOf(row), answers: answersOf(db, inquiryId) } : null;
}

/** Every inquiry of a case, oldest first. */
export function inquiriesOf(db: Db, caseId: string): readonly Inquiry[] {
  return all(db, 'SELECT * FROM inquiries WHERE case_id = ? ORDER BY at, id', caseId).map(inquiryOf);
}

/** The inquiries that confirm a payment for a case, with their answers, asked since that moment; oldest first. */
export function confirmationsOf(
  db: Db,
  caseId: string,
  receipt: Receipt,
  since: Instant,
): readonly InquiryView[] {
  return inquiriesOf(db, caseId)
    .filter((inquiry) => inquiry.purpose === 'confirm' && inquiry.receipt === receipt && inquiry.at >= since)
    .map((inquiry) => ({ inquiry, answers: answersOf(db, inquiry.id) }));
}

function answersOf(db: Db, inquiryId: string): readonly StatusAnswer[] {
  return all(db, 'SELECT body FROM inquiry_answers WHERE inquiry_id = ? ORDER BY at, id', inquiryId).map(
    (row) => JSON.parse(row['body'] as string) as StatusAnswer,
  );
}

function inquiryOf(row: Row): Inquiry {
  return {
    id: row['id'] as string,
    purpose: row['purpose'] as Inquiry['purpose'],
    receipt: row['receipt'] as Receipt,
    caseId: row['case_id'] as string,
    at: row['at'] as number,
    sentAt: row['sent_at'] as number | null,
    state: row['state'] as Inquiry['state'],
    nextAt: row['next_at'] as number | null,
  };
}
