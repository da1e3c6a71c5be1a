import type { Instant } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import type { Clock, Payments, StatusQuery } from '../../src/cases/ports.ts';
import { darajaClient } from '../../src/mpesa/daraja.ts';
import type { DarajaOptions } from '../../src/mpesa/options.ts';
import type { PayoutReference, SendRequest } from '../../src/payouts/types.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import { selfSigned } from './self-signed.ts';

/** Made once: a key takes a moment. */
export const PROVIDER = selfSigned([2011, 2016]);

/** 2026-10-06 09:30 in East Africa Time. */
export const NOW: Instant = Date.UTC(2026, 9, 6, 6, 30);

export const REFERENCE = 'RF-7K3M9QXW' as PayoutReference;
export const RECEIPT = 'UJ6AB12CD3' as Receipt;

export const SECRETS = {
  consumerKey: 'test-consumer-key-0001',
  consumerSecret: 'test-consumer-secret-0001',
  initiatorPassword: 'Made#Up%Password1',
} as const;

/** A clock that stands until a test moves one of its hands. */
export interface StandingClock extends Clock {
  wall: Instant;
  ticks: number;
}

export function standingClock(): StandingClock {
  return {
    wall: NOW,
    ticks: 1_000,
    now() {
      return this.wall;
    },
    monotonic() {
      return this.ticks;
    },
  };
}

export function clientFor(baseUrl: string, more: Partial<DarajaOptions> = {}): Payments {
  return darajaClient({
    baseUrl,
    ...SECRETS,
    initiator: 'refunds',
    certificatePem: PROVIDER.certificatePem,
    shortcode: '600992',
    callbackUrl: (target) => {
      const name =
        target.of === 'inquiry'
          ? target.id
          : `${target.reference}/${target.number}${target.ask === null ? '' : `.${target.ask}`}`;
      return `https://shop.example/cb/${target.kind}/${name}/mac`;
    },
    clock: standingClock(),
    timeoutMs: 5_000,
    ...more,
  });
}

export function sendRequest(more: Partial<SendRequest> = {}): SendRequest {
  return {
    attemptId: `${REFERENCE}/1`,
    reference: REFERENCE,
    attemptNumber: 1,
    refund: {
      receipt: RECEIPT,
      amountCents: cents(450_000),
      cause: 'unpaid_order',
      rail: 'reversal',
      payee: 'payer-of-receipt',
    },
    originatorConversationId: `${REFERENCE}-1-TEST`,
    sendBy: NOW + 30_000,
    ...more,
  };
}

/** A payment to a customer: a part of what a receipt brought. */
export function b2cRequest(more: Partial<SendRequest> = {}): SendRequest {
  return sendRequest({
    refund: {
      receipt: RECEIPT,
      amountCents: cents(50_000),
      cause: 'overpayment',
      rail: 'b2c',
      payee: '254700000001' as Msisdn,
    },
    ...more,
  });
}

export function statusQuery(more: Partial<StatusQuery> = {}): StatusQuery {
  return {
    callback: { of: 'attempt', reference: REFERENCE, number: 1, ask: 2 },
    about: { kind: 'receipt', receipt: RECEIPT },
    ...more,
  };
}
