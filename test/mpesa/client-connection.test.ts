// Goal: "never connected" and "never sent" are said only when not a byte of the request can have been received, and
// "unknown" whenever one can. Method: real sockets that refuse, break, hang and delay; standing clocks that a test moves.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { ANSWER_BYTES_MAX, exchange } from '../../src/mpesa/http.ts';
import type { Outcome } from '../../src/mpesa/http.ts';
import type { DarajaOptions } from '../../src/mpesa/options.ts';
import type { Fact } from '../../src/payouts/types.ts';
import { clientFor, NOW, RECEIPT, REFERENCE, sendRequest, standingClock } from '../support/daraja-client.ts';
import {
  cutShort,
  hang,
  reset,
  REVERSAL,
  startBareServer,
  startFakeDaraja,
  startRelay,
  text,
  token,
  TOKEN,
} from '../support/fake-daraja.ts';
import type { FakeDaraja, Relay } from '../support/fake-daraja.ts';
import { selfSigned } from '../support/self-signed.ts';

let fake: FakeDaraja;
beforeEach(async () => {
  fake = await startFakeDaraja();
});
afterEach(async () => {
  await fake.close();
});

const PLAIN_POST = {
  method: 'POST',
  headers: {},
  body: '{}',
  timeoutMs: 400,
  caPem: null,
  tooLate: () => null,
} as const;

/** A client that has its token already, over a line that is then treated like this. */
async function overLine(
  treat: (relay: Relay) => void | Promise<void>,
  more: Partial<DarajaOptions> = {},
  afterwards: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Fact> {
  const relay = await startRelay(fake.url);
  const client = clientFor(relay.url, more);
  (await client.prepare()).release();
  await treat(relay);
  const fact = await client.send(sendRequest());
  await afterwards();
  await relay.close();
  return fact;
}

describe('the request', () => {
  it('is the reversal of daraja.md §3, misspelt field included, once', async () => {
    expect((await clientFor(fake.url).send(sendRequest())).kind).toBe('acknowledged');
    const [request, ...others] = fake.seenAt(REVERSAL);
    expect(others).toHaveLength(0);
    const { SecurityCredential: credential, ...body } = request!.json;
    expect(String(credential)).toHaveLength(344);
    expect(body).toEqual({
      Initiator: 'refunds',
      CommandID: 'TransactionReversal',
      TransactionID: RECEIPT,
      Amount: '4500',
      ReceiverParty: '600992',
      RecieverIdentifierType: '11',
      Remarks: `Refund ${REFERENCE}`,
      ResultURL: `https://shop.example/cb/result/${REFERENCE}/1/mac`,
      QueueTimeOutURL: `https://shop.example/cb/timeout/${REFERENCE}/1/mac`,
    });
    expect(request).toMatchObject({ method: 'POST', path: '/mpesa/reversal/v1/request' });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      connection: 'close',
      host: new URL(fake.url).host,
    });
  });

  it('states cents only where there are some', async () => {
    const { refund } = sendRequest();
    for (const amountCents of [100, 123_405, 1_000_050].map(cents))
      await clientFor(fake.url).send(sendRequest({ refund: { ...refund, amountCents } }));
    expect(fake.seenAt(REVERSAL).map(({ json }) => json['Amount'])).toEqual(['1', '1234.05', '10000.50']);
  });

  it('goes to other paths when they are configured', async () => {
    fake.script('/r', (response, request) => {
      text(200, '{"ResponseCode":"0"}')(response, request);
    });
    fake.script('/t', token());
    const client = clientFor(`${fake.url}/base/`, { paths: { token: '/t', reversal: '/r' } });
    expect((await client.send(sendRequest())).kind).toBe('acknowledged');
    expect(fake.seen.map(({ path }) => path)).toEqual(['/base/t', '/base/r']);
  });

  it('is never sent when no token is to be had', async () => {
    fake.script(TOKEN, text(400, ''));
    const fact = await clientFor(fake.url).send(sendRequest());
    expect(fact).toEqual({ kind: 'never_sent', detail: 'no token: HTTP 400' });
    expect(fake.seenAt(REVERSAL)).toHaveLength(0);
  });

  it('is never sent when its own callback address cannot be made', async () => {
    const client = clientFor(fake.url, {
      callbackUrl: () => {
        throw new Error('no public address');
      },
    });
    expect(await client.send(sendRequest())).toEqual({ kind: 'never_sent', detail: 'no public address' });
    expect(fake.seen).toHaveLength(0);
  });
});

describe('a connection that was never made', () => {
  it('refused: never connected', async () => {
    const fact = await overLine((relay) => relay.close());
    expect(fact).toEqual({ kind: 'never_connected', detail: 'ECONNREFUSED' });
  });

  it('a host that does not exist: never connected', async () => {
    const url = new URL('http://provider.invalid/mpesa/reversal/v1/request');
    const outcome = await exchange({ ...PLAIN_POST, url, timeoutMs: 10_000 });
    expect(outcome.kind).toBe('never_connected');
  });

  describe('over TLS', () => {
    const ours = selfSigned();
    let secure: FakeDaraja;
    beforeEach(async () => {
      secure = await startFakeDaraja(ours);
    });
    afterEach(async () => {
      await secure.close();
    });

    async function overSecureLine(
      treat: (relay: Relay) => void,
      more: Partial<DarajaOptions> = {},
    ): Promise<Fact> {
      const relay = await startRelay(secure.url);
      const client = clientFor(relay.url, { caPem: ours.certificatePem, ...more });
      (await client.prepare()).release();
      treat(relay);
      const fact = await client.send(sendRequest());
      await relay.close();
      return fact;
    }

    it('is used when the certificate is trusted', async () => {
      expect((await overSecureLine(() => undefined)).kind).toBe('acknowledged');
      expect(secure.seenAt(REVERSAL)).toHaveLength(1);
    });

    it('a certificate of somebody else: never connected, and they read nothing', async () => {
      const other = await startFakeDaraja(selfSigned());
      const fact = await overSecureLine((relay) => {
        relay.passTo(Number(new URL(other.url).port));
      });
      expect(fact.kind).toBe('never_connected');
      expect(other.seen).toHaveLength(0);
      await other.close();
    });

    it('no TLS on the other side: never connected', async () => {
      const fact = await overSecureLine((relay) => {
        relay.passTo(Number(new URL(fake.url).port));
      });
      expect(fact.kind).toBe('never_connected');
      expect(fake.seen).toHaveLength(0);
    });

    it('a reset in the middle of the handshake: never connected', async () => {
      const fact = await overSecureLine((relay) => {
        relay.treat((socket) => {
          socket.once('data', () => socket.resetAndDestroy());
        });
      });
      expect(fact).toEqual({ kind: 'never_connected', detail: 'ECONNRESET' });
    });

    it('a handshake that does not end: never connected', async () => {
      const fact = await overSecureLine(
        (relay) => {
          relay.treat(() => undefined);
        },
        { timeoutMs: 400 },
      );
      expect(fact).toEqual({ kind: 'never_connected', detail: 'no connection within 400 ms' });
    });

    it('a handshake that outlasts the deadline: never sent', async () => {
      const clock = standingClock();
      const fact = await overSecureLine(
        () => {
          clock.wall = NOW + 29_999;
          // Read once at the start, once when the connection is secure.
          clock.now = () => (clock.wall += 1) - 1;
        },
        { clock },
      );
      expect(fact.kind).toBe('never_sent');
      expect(secure.seenAt(REVERSAL)).toHaveLength(0);
    });
  });
});

describe('a connection that broke later', () => {
  it('reset after the request was read: unknown', async () => {
    fake.script(REVERSAL, reset);
    expect(await clientFor(fake.url).send(sendRequest())).toEqual({
      kind: 'unknown_answer',
      detail: 'ECONNRESET',
    });
    expect(fake.seenAt(REVERSAL)).toHaveLength(1);
  });

  it('reset as soon as it stood: whichever side was faster, no answer is made up', async () => {
    const fact = await overLine((relay) => {
      relay.treat((socket) => socket.resetAndDestroy());
    });
    expect(['never_connected', 'unknown_answer']).toContain(fact.kind);
  });

  it('closed without a word: unknown', async () => {
    const fact = await overLine((relay) => {
      relay.treat((socket) => {
        socket.once('data', () => socket.end());
      });
    });
    expect(fact.kind).toBe('unknown_answer');
  });

  it('an answer that is not HTTP: unknown', async () => {
    const fact = await overLine((relay) => {
      relay.treat((socket) => {
        socket.once('data', () => socket.end('220 mail.example ready\r\n'));
      });
    });
    expect(fact.kind).toBe('unknown_answer');
  });

  it('an answer that changes the protocol: unknown', async () => {
    const fact = await overLine((relay) => {
      relay.treat((socket) => {
        socket.once('data', () =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
        );
      });
    });
    expect(fact.kind).toBe('unknown_answer');
  });

  it('an answer cut short: unknown, though what came reads like an acknowledgement', async () => {
    fake.script(REVERSAL, cutShort);
    expect((await clientFor(fake.url).send(sendRequest())).kind).toBe('unknown_answer');
  });

  it('no answer: unknown after the time for the whole exchange', async () => {
    fake.script(REVERSAL, hang);
    const fact = await clientFor(fake.url, { timeoutMs: 400 }).send(sendRequest());
    expect(fact).toEqual({ kind: 'unknown_answer', detail: 'no answer within 400 ms' });
    expect(fake.seenAt(REVERSAL)).toHaveLength(1);
  });

  it('an answer that ends with its connection is whole', async () => {
    const fact = await overLine((relay) => {
      relay.treat((socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n{"ResponseCode":"0"}'));
      });
    });
    expect(fact.kind).toBe('acknowledged');
  });

  it('no connection is left behind', async () => {
    const closed: Promise<void>[] = [];
    const fact = await overLine(
      (relay) => {
        relay.treat((socket) => {
          socket.resume();
          closed.push(new Promise((resolve) => socket.once('close', resolve)));
        });
      },
      { timeoutMs: 400 },
      () => Promise.all(closed),
    );
    expect(fact.kind).toBe('unknown_answer');
    expect(closed).toHaveLength(1);
  });

  /** The outcome of a POST to a server that, once spoken to, says this every 20 ms for ever. */
  async function outcomeOfDrip(first: string, drop: string): Promise<Outcome> {
    const server = await startBareServer((socket) => {
      socket.once('data', () => {
        socket.write(first);
        const drip = setInterval(() => socket.write(drop), 20);
        socket.on('close', () => {
          clearInterval(drip);
        });
      });
    });
    const outcome = await exchange({ ...PLAIN_POST, url: new URL(`http://127.0.0.1:${server.port}/`) });
    await server.close();
    return outcome;
  }

  it('an answer that trickles for ever ends with the same time', async () => {
    expect(await outcomeOfDrip('', 'HTTP/1.1 100 Continue\r\n\r\n')).toEqual({
      kind: 'broken',
      detail: 'no answer within 400 ms',
    });
  });

  it('an answer that pours for ever is left off as soon as it is too long', async () => {
    const outcome = await outcomeOfDrip('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(20_000));
    expect(outcome).toMatchObject({ kind: 'answer', cut: true });
    expect((outcome as { body: string }).body).toHaveLength(ANSWER_BYTES_MAX);
  });
});

describe('the deadline for writing', () => {
  const tooLate = { kind: 'never_sent', detail: 'the time in which the request could be sent had passed' };

  async function sendAfter(move: (clock: ReturnType<typeof standingClock>) => void): Promise<Fact> {
    const clock = standingClock();
    const client = clientFor(fake.url, {
      clock,
      // Between the start of sending and the connection: the only moment that a test can reach.
      callbackUrl: ({ kind }) => {
        if (kind === 'timeout') move(clock);
        return 'https://shop.example/cb';
      },
    });
    return client.send(sendRequest());
  }

  it.each([
    [
      'the wall clock has reached it',
      (clock: ReturnType<typeof standingClock>) => (clock.wall = NOW + 30_000),
    ],
    [
      'the monotonic clock has reached it',
      (clock: ReturnType<typeof standingClock>) => (clock.ticks += 30_000),
    ],
    [
      'the wall clock went back while the time ran out',
      (clock: ReturnType<typeof standingClock>) => {
        clock.wall -= 3_600_000;
        clock.ticks += 30_000;
      },
    ],
  ])('nothing is written when %s', async (_name, move) => {
    expect(await sendAfter(move)).toEqual(tooLate);
    expect(fake.seenAt(REVERSAL)).toHaveLength(0);
  });

  it('the request is written in the last millisecond of both', async () => {
    const fact = await sendAfter((clock) => {
      clock.wall += 29_999;
      clock.ticks += 29_999;
    });
    expect(fact.kind).toBe('acknowledged');
  });

  it('a deadline of long ago writes nothing', async () => {
    expect(await clientFor(fake.url).send(sendRequest({ sendBy: NOW - 1 }))).toEqual(tooLate);
    expect(await clientFor(fake.url).send(sendRequest({ sendBy: Number.NaN }))).toEqual(tooLate);
    expect(fake.seenAt(REVERSAL)).toHaveLength(0);
  });

  it('a wall clock set back before sending grants no more than the usual half minute', async () => {
    const clock = standingClock();
    const client = clientFor(fake.url, {
      clock,
      callbackUrl: () => {
        clock.ticks += 15_000;
        return 'https://shop.example/cb';
      },
    });
    expect(await client.send(sendRequest({ sendBy: NOW + 3_600_000 }))).toEqual(tooLate);
  });
});
