/** What is carried out and called back, as Daraja documents it. All over real HTTP. */
import { constants, publicEncrypt, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { PASSWORD, PAYMENT, ask, itemsOf, listenFor, seal, simulatorWith, urlsOf } from './simulator-kit.ts';
import type { Ear } from './simulator-kit.ts';

describe('a reversal', () => {
  it('is acknowledged, pays the money back once and says so with a receipt of its own', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const ack = await ask(simulator, 'reversal', urlsOf(ear));
    expect(ack.http).toBe(200);
    expect(ack.body).toMatchObject({
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
      ConversationID: expect.stringMatching(/^AG_20261130_[0-9a-z]{20}$/),
      OriginatorConversationID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{18}$/),
    });
    const heard = await ear.nth(1);
    const { Result } = heard.body;
    expect(heard.path).toBe('/result/a-1');
    expect(Result).toMatchObject({
      ResultType: 0,
      ResultCode: 0,
      ConversationID: ack.body?.['ConversationID'],
      OriginatorConversationID: ack.body?.['OriginatorConversationID'],
      TransactionID: expect.stringMatching(/^UKU[A-Z0-9]{7}$/),
    });
    expect(itemsOf(heard)).toMatchObject({
      Amount: 4500,
      OriginalTransactionID: PAYMENT.receipt,
      TransCompletedTime: 20_261_130_100_000,
      CreditPartyPublicName: '254700000391 - JANE MADEUP',
      DebitPartyPublicName: '600992 - SIMULATED SHOP',
      DebitAccountBalance: 'Utility Account|KES|9995500.00|9995500.00|0.00|0.00',
    });
    const books = simulator.books();
    expect(books.payments[0]).toMatchObject({ status: 'Reversed', reversedBy: Result.TransactionID });
    expect(books.moneyOutCentsByReceipt).toEqual({ [PAYMENT.receipt]: 450_000 });
    expect(books.utilityBalanceCents).toBe(999_550_000);
  });

  it('of a receipt that is already reversed is R000001, and no money leaves', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'reversal', urlsOf(ear));
    await ear.nth(1);
    await ask(simulator, 'reversal', urlsOf(ear, 'a-2'));
    expect((await ear.nth(2)).body.Result).toMatchObject({
      ResultCode: 'R000001',
      TransactionID: 'UKU0000000',
    });
    expect(simulator.books().moneyOutCentsByReceipt[PAYMENT.receipt]).toBe(450_000);
  });

  it('leaves twice when the provider does not help, but never after a reversal outside', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ dedupe: false });
    await ask(simulator, 'reversal', urlsOf(ear));
    await ask(simulator, 'reversal', urlsOf(ear));
    await ear.nth(2);
    expect(simulator.books().moneyOutCentsByReceipt[PAYMENT.receipt]).toBe(900_000);
    expect(simulator.books().requestsByPath).toEqual([
      { operation: 'reversal', resultPath: '/result/a-1', received: 2, accepted: 2, moneyOutCents: 900_000 },
    ]);
    simulator.addPayments([{ ...PAYMENT, receipt: 'UKT0000AAA' }]);
    simulator.reverseOutside('UKT0000AAA');
    await ask(simulator, 'reversal', { ...urlsOf(ear), TransactionID: 'UKT0000AAA' });
    expect((await ear.nth(3)).body.Result.ResultCode).toBe('R000001');
  });

  it.each([
    ['R000002', 'an unknown receipt', {}, { TransactionID: 'UKT0000000' }],
    ['25', 'another amount than the payment', {}, { Amount: '4499' }],
    ['77', 'another amount, when the code is set', { wrongAmountCode: '77' }, { Amount: 4501 }],
    ['1', 'an account that holds too little', { utilityBalanceCents: cents(449_999) }, {}],
    ['2001', 'an initiator of another name', { initiatorName: 'somebody' }, {}],
  ])('fails with %s for %s', async (code, _name, options, changed) => {
    const ear = await listenFor();
    const simulator = await simulatorWith(options);
    await ask(simulator, 'reversal', { ...urlsOf(ear), ...changed });
    const heard = await ear.nth(1);
    expect(String(heard.body.Result.ResultCode)).toBe(code);
    expect(heard.body.Result.ResultParameters).toBeUndefined();
    expect(simulator.books().moneyOut).toEqual([]);
  });

  it('of a part is carried out when the simulator is told so', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ partialReversals: 'allowed' });
    await ask(simulator, 'reversal', { ...urlsOf(ear), Amount: 1000.5 });
    expect(itemsOf(await ear.nth(1))['Amount']).toBe(1000.5);
    expect(simulator.books().moneyOut[0]?.amountCents).toBe(100_050);
  });

  it('of a B2C receipt is R000002: only incoming payments can be reversed', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'b2c', urlsOf(ear));
    const receipt = (await ear.nth(1)).body.Result.TransactionID;
    await ask(simulator, 'reversal', { ...urlsOf(ear), TransactionID: receipt, Amount: 1200 });
    expect((await ear.nth(2)).body.Result.ResultCode).toBe('R000002');
  });
});

describe('the security credential', () => {
  const codeOf = async (ear: Ear, n: number): Promise<unknown> => (await ear.nth(n)).body.Result.ResultCode;

  it('is looked at only after the acknowledgement: 2001, and 8006 from the fourth time on, for the right one too', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const SecurityCredential = seal(simulator, 'wrong');
    for (const n of [1, 2, 3]) {
      expect(
        (await ask(simulator, 'reversal', { ...urlsOf(ear), SecurityCredential })).body?.['ResponseCode'],
      ).toBe('0');
      expect(await codeOf(ear, n)).toBe(2001);
    }
    expect(simulator.books().credentialLocked).toBe(true);
    await ask(simulator, 'status', urlsOf(ear));
    expect(await codeOf(ear, 4)).toBe(8006);
    simulator.unlockCredential();
    await ask(simulator, 'status', urlsOf(ear));
    expect(await codeOf(ear, 5)).toBe(0);
  });

  it('starts its count again after a right one', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ credentialTriesMax: 2 });
    for (const [n, password] of [
      [1, 'wrong'],
      [2, undefined],
      [3, 'wrong'],
      [4, undefined],
    ] as const) {
      await ask(simulator, 'status', { ...urlsOf(ear), SecurityCredential: seal(simulator, password) });
      expect(await codeOf(ear, n)).toBe(password === undefined ? 0 : 2001);
    }
  });

  it.each([
    ['the password in plain text', 'Made#Up%99'],
    ['256 bytes of something else', Buffer.alloc(256, 7).toString('base64')],
    ['too few bytes', 'AAAA'],
  ])('is wrong when it is %s', async (_name, SecurityCredential) => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'reversal', { ...urlsOf(ear), SecurityCredential });
    expect(await codeOf(ear, 1)).toBe(2001);
  });

  it('is wrong when its padding is of another kind, although the right password is inside', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const key = readFileSync(simulator.certificatePath, 'utf8');
    // 00 01 is the padding of signatures.
    const block = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(243, 0xff), Buffer.from(`\0${PASSWORD}`)]);
    const sealed = [
      publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block),
      publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(PASSWORD)),
    ];
    for (const [index, credential] of sealed.entries()) {
      await ask(simulator, 'status', { ...urlsOf(ear), SecurityCredential: credential.toString('base64') });
      expect(await codeOf(ear, index + 1)).toBe(2001);
    }
  });

  it('is sealed with the key of a real certificate, out of date like Safaricom’s own', async () => {
    const simulator = await simulatorWith();
    const certificate = new X509Certificate(readFileSync(simulator.certificatePath));
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2_048);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2017);
  });

  it('is in no row of the books and in no log line', async () => {
    const lines: string[] = [];
    const ear = await listenFor();
    const simulator = await simulatorWith({ log: (line) => lines.push(line) });
    const SecurityCredential = seal(simulator);
    await ask(simulator, 'reversal', { ...urlsOf(ear), SecurityCredential });
    await ear.nth(1);
    expect(JSON.stringify([simulator.books(), lines])).not.toContain(SecurityCredential);
    expect(lines.join()).not.toContain(PAYMENT.msisdn);
    expect(lines.some((line) => line.includes('accepted, answered'))).toBe(true);
  });
});

describe('a B2C payment', () => {
  it('pays, echoes the client id and dates its receipt', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const ack = await ask(simulator, 'b2c', urlsOf(ear));
    expect(ack.body?.['OriginatorConversationID']).toBe('RF-7K3M9QXW-1');
    const heard = await ear.nth(1);
    expect(heard.body.Result.OriginatorConversationID).toBe('RF-7K3M9QXW-1');
    expect(itemsOf(heard)).toMatchObject({
      TransactionAmount: 1200,
      TransactionReceipt: heard.body.Result.TransactionID,
      ReceiverPartyPublicName: '254700000391 - JANE MADEUP',
      TransactionCompletedDateTime: '30.11.2026 10:00:00',
      B2CUtilityAccountAvailableFunds: 9_998_800,
      B2CRecipientIsRegisteredCustomer: 'Y',
    });
  });

  it('with an id that was accepted before is refused with HTTP 500 and pays nothing', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'b2c', urlsOf(ear));
    const again = await ask(simulator, 'b2c', urlsOf(ear));
    expect([again.http, again.body?.['errorCode']]).toEqual([500, '500.002.1001']);
    expect(again.body?.['errorMessage']).toBe('Duplicate OriginatorConversationID.');
    await ear.nth(1);
    expect(simulator.books().requestsByPath).toEqual([
      { operation: 'b2c', resultPath: '/result/a-1', received: 2, accepted: 1, moneyOutCents: 120_000 },
    ]);
  });

  it('whose first request was refused for a field may use its id', async () => {
    const simulator = await simulatorWith();
    expect((await ask(simulator, 'b2c', { Remarks: '' })).http).toBe(400);
    expect((await ask(simulator, 'b2c')).http).toBe(200);
  });

  it.each([
    ['2', 9],
    ['3', 250_001],
  ])('fails with %s at %i shillings', async (code, Amount) => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'b2c', { ...urlsOf(ear), Amount });
    expect(String((await ear.nth(1)).body.Result.ResultCode)).toBe(code);
    expect(simulator.books().moneyOut).toEqual([]);
  });
});

describe('a status query', () => {
  it('describes a payment by receipt, Completed at first and Reversed afterwards', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    await ask(simulator, 'status', urlsOf(ear, 'q-1'));
    const heard = await ear.nth(1);
    expect(heard.path).toBe('/result/q-1');
    expect(itemsOf(heard)).toMatchObject({
      ReceiptNo: PAYMENT.receipt,
      TransactionStatus: 'Completed',
      Amount: 4500,
      ReasonType: 'Pay Bill Online',
      DebitPartyName: '254700000391 - JANE MADEUP',
      CreditPartyName: '600992 - SIMULATED SHOP',
      FinalisedTime: 20_261_129_100_000,
    });
    expect(heard.text).toContain('{"Key":"TransactionReason"}');
    await ask(simulator, 'reversal', urlsOf(ear));
    await ear.nth(2);
    await ask(simulator, 'status', urlsOf(ear));
    expect(itemsOf(await ear.nth(3))['TransactionStatus']).toBe('Reversed');
  });

  it('shows what somebody reversed outside', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const receipt = simulator.reverseOutside(PAYMENT.receipt);
    await ask(simulator, 'status', urlsOf(ear));
    expect(itemsOf(await ear.nth(1))['TransactionStatus']).toBe('Reversed');
    await ask(simulator, 'status', { ...urlsOf(ear), TransactionID: receipt });
    expect(itemsOf(await ear.nth(2))).toMatchObject({ TransactionStatus: 'Completed', Amount: 4500 });
  });

  it('finds a payout by its OriginatorConversationID: done, declined, or not there', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith();
    const byId = { ...urlsOf(ear), TransactionID: undefined, OriginalConversationID: 'RF-7K3M9QXW-1' };
    await ask(simulator, 'status', byId);
    expect((await ear.nth(1)).body.Result).toMatchObject({
      ResultCode: 2032,
      ResultDesc: 'The transaction receipt number does not exist.',
    });
    await ask(simulator, 'b2c', urlsOf(ear));
    const { TransactionID } = (await ear.nth(2)).body.Result;
    await ask(simulator, 'status', byId);
    expect(itemsOf(await ear.nth(3))).toMatchObject({
      TransactionStatus: 'Completed',
      ReceiptNo: TransactionID,
    });
    await ask(simulator, 'b2c', { ...urlsOf(ear), OriginatorConversationID: 'RF-OTHER-1', Amount: 9 });
    await ear.nth(4);
    await ask(simulator, 'status', { ...byId, OriginalConversationID: 'RF-OTHER-1' });
    expect(itemsOf(await ear.nth(5))).toMatchObject({ TransactionStatus: 'Failed', Amount: 9 });
  });

  it('does not see a payout that is accepted and not carried out yet', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ faults: [{ faults: ['no_processing'] }] });
    await ask(simulator, 'b2c', urlsOf(ear));
    await ask(simulator, 'status', {
      ...urlsOf(ear),
      TransactionID: undefined,
      OriginalConversationID: 'RF-7K3M9QXW-1',
    });
    expect((await ear.nth(1)).body.Result.ResultCode).toBe(2032);
  });

  it('masks the payer when told so', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ parties: 'masked' });
    await ask(simulator, 'status', urlsOf(ear));
    expect(itemsOf(await ear.nth(1))['DebitPartyName']).toBe('2547****0391 - JANE MADEUP');
  });
});
