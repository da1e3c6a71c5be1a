/**
 * What every peer does with a case: read the complaint, find the payment, wait for a person, pay, close. The parts
 * outside the engines are the same few lines for all of them, and cheaper than what Rudisha does at each.
 */

/** No letter or digit that a slip could turn into another. */
const CODE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A made-up payment and the complaint about it. */
export function complaint(n) {
  const digit = (place) => CODE[Math.floor(n / CODE.length ** place) % CODE.length];
  const receipt = `UKT4X22${digit(2)}${digit(1)}${digit(0)}`;
  const shillings = 500 + (n % 4_000);
  const order = String(8_800_000 + n);
  const text = `I paid Ksh ${shillings} for order ${order} by M-Pesa but it still says unpaid. The code is ${receipt}.`;
  const phone = `2547120${String(10_000 + n)}`;
  return { caseId: `case-${n}`, text, payment: { receipt, order, phone, amountCents: shillings * 100 } };
}

export function extract(text) {
  return {
    receipt: /\b[A-Z0-9]{10}\b/.exec(text)?.[0] ?? null,
    order: /\border (\d+)/.exec(text)?.[1] ?? null,
  };
}

/** The refund comes from the payment's record, never from the text. Records are in memory: no engine pays for them. */
export function match(facts, payment) {
  if (facts.receipt !== payment.receipt || facts.order !== payment.order) throw new Error('no such payment');
  return { receipt: payment.receipt, amountCents: payment.amountCents };
}

/** One request to the provider (provider.mjs). The case goes along as a key, which this provider does not look at. */
export async function pay(caseId, refund) {
  const answer = await fetch(`${process.env['PROVIDER_URL']}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': caseId },
    body: JSON.stringify({ caseId, ...refund }),
  });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
  return answer.json();
}
