import type { BooksReport, BookedRequest } from '../../mpesa/simulator/books-report.ts';

/** What the demo asks of the simulator besides being M-Pesa. */
export interface Provider {
  /** The provider's own books: what the desk's word is compared with. */
  books(): Promise<BooksReport>;
  /** Somebody gives a payment back in the M-Pesa portal. */
  reverseOutside(receipt: string): Promise<void>;
}

export function providerAt(url: string): Provider {
  return {
    books: async () => {
      const answer = await fetch(`${url}/simulator/books`);
      if (!answer.ok) throw new Error(`the simulator does not show its books: HTTP ${answer.status}`);
      return (await answer.json()) as BooksReport;
    },
    reverseOutside: async (receipt) => {
      const answer = await fetch(`${url}/simulator/reverse-outside`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ receipt }),
      });
      if (!answer.ok) throw new Error(`the simulator did not reverse ${receipt}: HTTP ${answer.status}`);
    },
  };
}

/** Requests to pay that arrived for a receipt, also refused ones: a reversal names it, a B2C only our reference. */
export function payRequests(
  books: BooksReport,
  receipt: string,
  reference: string | null,
): readonly BookedRequest[] {
  return books.requests.filter(
    ({ operation, body }) =>
      (operation === 'reversal' && body.includes(`"${receipt}"`)) ||
      (operation === 'b2c' && reference !== null && body.includes(reference)),
  );
}
