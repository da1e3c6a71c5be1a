import { describe, expect, test } from 'vitest';
import { readOrders } from '../../src/records/orders-file.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, order } from '../support/rows.ts';

const SEEN = november(30);
const EXPECTED = order('KB-204417', {
  status: 'paid',
  paidBy: ['UKN4X7M2QP', 'UKP6B1R8WX'] as never,
  createdAt: november(23, 16, 12),
});

function read(...lines: readonly string[]): ReturnType<typeof readOrders> {
  return readOrders(Buffer.from(lines.join('\n'), 'utf8'), SEEN);
}

describe("a shop's orders", () => {
  test.each([
    [
      'number,total,status,phone,paid_by,created_at',
      'KB-204417,2350,paid,254712000391,UKN4X7M2QP;UKP6B1R8WX,2026-11-23T16:12:00+03:00',
    ],
    [
      'Created At,Paid By,Phone,Status,Total,Number',
      '2026-11-23 16:12,ukn4x7m2qp ukp6b1r8wx,0712000391,PAID,"2,350.00",#KB-204417',
    ],
    [
      'Order No.,Order Total (KES),total,Payment Status,Status,Customer Phone,M-Pesa Receipt,Date Created',
      'KB-204417,x,"KES 2,350",Paid,delivered,+254 712 000 391,"UKN4X7M2QP, UKP6B1R8WX",23/11/2026 4:12 PM',
    ],
  ])('are the same however the file is laid out: %s', (header, row) => {
    expect(read('DUKA MOJA', '', header, row)).toEqual({ rows: [{ line: 4, order: EXPECTED }], bad: [] });
  });

  test('without phone, payments or date are still orders', () => {
    expect(read('order,amount,status', '88213,2350,unpaid').rows).toEqual([
      { line: 2, order: order('88213', { phone: null }) },
    ]);
  });

  test('keep leading zeros in their numbers', () => {
    expect(read('order,total,status', '00451,1,unpaid').rows[0]!.order.number).toBe('00451');
  });

  test.each([
    ['unpaid', 'unpaid'],
    ['Not Paid', 'unpaid'],
    ['CANCELED', 'cancelled'],
    ['partially_refunded', 'partially refunded'],
  ])('of status %s are %s', (written, status) => {
    expect(read('order,total,status', `1,1,${written}`).rows[0]!.order.status).toBe(status);
  });

  test('paid by something that is no receipt get a status that only a person understands', () => {
    expect(read('order,total,status,paid_by', '1,1,paid,CASH').rows[0]!.order).toMatchObject({
      status: 'paid by CASH',
      paidBy: [],
    });
  });

  test.each([
    ['no number', '#,100,unpaid,'],
    ['no total', '88213,,unpaid,'],
    ['a negative total', '88213,-1,unpaid,'],
    ['no status', '88213,100,,'],
    ['a date that does not exist', '88213,100,unpaid,2026-11-31'],
  ])('with %s are reported by line, and the others kept', (_, bad) => {
    const reading = read('number,total,status,created', '1,100,unpaid,', bad, '2,100,unpaid,');
    expect(reading.bad.map(({ line }) => line)).toEqual([3]);
    expect(reading.rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  test('of a phone that is no Kenyan mobile number are kept without it', () => {
    expect(read('number,total,status,phone', '1,100,unpaid,+1 555 0100').rows[0]!.order.phone).toBeNull();
    expect(read('number,total,status,phone', '1,100,unpaid,0712 000 391').rows[0]!.order.phone).toBe(JANE);
  });

  test('without a header are refused whole with one clear line', () => {
    expect(() => read('88213,100,unpaid')).toThrow(/no header row.*number, total, status/);
  });
});
