import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ask, itemsOf, listenFor, newBooksPath, NOW, simulatorWith, stop, urlsOf } from './simulator-kit.ts';
import type { Ear } from './simulator-kit.ts';
import { PAYER, payIn } from './simulator-pay-in-kit.ts';

// Goal: what a shop hears of one payment is as daraja.md §5 says. Method: the simulator over HTTP, a listener that hears.

interface Push {
  readonly Body: {
    readonly stkCallback: {
      readonly MerchantRequestID: string;
      readonly CheckoutRequestID: string;
      readonly ResultCode: unknown;
      readonly ResultDesc: string;
      readonly CallbackMetadata?: {
        readonly Item: readonly { readonly Name: string; readonly Value?: unknown }[];
      };
    };
  };
}

/** A simulator whose confirmations go to an ear; a rule's faults are of that operation. */
async function sceneOf(operation: 'stk' | 'c2b' = 'stk', faults: readonly string[] = [], changed = {}) {
  const ear = await listenFor();
  // A clock that stands: what is due now is due at the next tick.
  const simulator = await simulatorWith({
    dueNow: () => NOW,
    ...(faults.length === 0 ? {} : { faults: [{ operation, faults: [...faults] }] }),
    ...changed,
  });
  await payIn(simulator, 'c2b_register', { ConfirmationURL: `${ear.url}/confirmed` });
  const push = (more = {}) => payIn(simulator, 'stk', { CallBackURL: `${ear.url}/pushed`, ...more });
  return { ear, simulator, push };
}

const pushesOf = (ear: Ear): readonly Push['Body']['stkCallback'][] =>
  ear.heard
    .filter(({ path }) => path === '/pushed')
    .map(({ body }) => (body as unknown as Push).Body.stkCallback);
const confirmationsOf = (ear: Ear): readonly Readonly<Record<string, unknown>>[] =>
  ear.heard.filter(({ path }) => path === '/confirmed').map(({ body }) => body);
const itemOf = (push: Push['Body']['stkCallback'] | undefined, name: string): unknown =>
  push?.CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value;

describe('an STK push', () => {
  it('brings a callback and the C2B confirmation of the same payment, with one receipt', async () => {
    const { ear, simulator, push } = await sceneOf();
    const answer = await push();
    await simulator.tick();
    expect(answer).toMatchObject({ http: 200, body: { ResponseCode: '0' } });
    expect(Object.keys(answer.body)).toEqual([
      'MerchantRequestID',
      'CheckoutRequestID',
      'ResponseCode',
      'ResponseDescription',
      'CustomerMessage',
    ]);
    expect(answer.body['CheckoutRequestID']).toBe('ws_CO_301120261000000712000391');
    const [callback] = pushesOf(ear);
    const [confirmed] = confirmationsOf(ear);
    expect(callback).toMatchObject({
      MerchantRequestID: answer.body['MerchantRequestID'],
      CheckoutRequestID: answer.body['CheckoutRequestID'],
      ResultCode: 0,
    });
    expect(callback?.CallbackMetadata?.Item.map(({ Name }) => Name)).toEqual([
      'Amount',
      'MpesaReceiptNumber',
      'Balance',
      'TransactionDate',
      'PhoneNumber',
    ]);
    const receipt = itemOf(callback, 'MpesaReceiptNumber');
    expect(receipt).toMatch(/^UKU[A-Z0-9]{7}$/);
    expect(ear.heard.find(({ path }) => path === '/pushed')?.text).toContain(
      '{"Name":"Amount","Value":2350.00}',
    );
    expect([itemOf(callback, 'PhoneNumber'), itemOf(callback, 'TransactionDate')]).toEqual([
      Number(PAYER),
      20261130100000,
    ]);
    expect(confirmed).toEqual({
      TransactionType: 'Pay Bill',
      TransID: receipt,
      TransTime: '20261130100000',
      TransAmount: '2350.00',
      BusinessShortCode: '600992',
      BillRefNumber: '88213',
      InvoiceNumber: '',
      OrgAccountBalance: '10002350.00',
      ThirdPartyTransID: '',
      MSISDN: PAYER,
      FirstName: 'SIMULATED',
      MiddleName: '',
      LastName: 'CUSTOMER',
    });
    expect(simulator.books().payments.filter((payment) => payment.receipt === receipt)).toMatchObject([
      { amountCents: 235_000, msisdn: PAYER, account: '88213', paidAt: NOW },
    ]);
  });

  it.each([
    ['party_masked', '2547 ***** 391', { FirstName: 'SIMULATED', LastName: '' }],
    ['party_hashed', createHash('sha256').update(PAYER).digest('hex'), { LastName: 'CUSTOMER' }],
    ['party_missing', undefined, { LastName: 'CUSTOMER' }],
  ])(
    'with %s hides the payer in the confirmation alone, not in its callback',
    async (fault, shown, names) => {
      const { ear, simulator, push } = await sceneOf('stk', [fault]);
      await push();
      await simulator.tick();
      expect(confirmationsOf(ear)[0]).toMatchObject(names);
      expect(confirmationsOf(ear)[0]?.['MSISDN']).toBe(shown);
      expect(itemOf(pushesOf(ear)[0], 'PhoneNumber')).toBe(Number(PAYER));
    },
  );

  it('hides the payers of all confirmations when the simulator hides parties', async () => {
    const { ear, simulator, push } = await sceneOf('stk', [], { parties: 'masked' });
    await push();
    await simulator.tick();
    expect(confirmationsOf(ear)[0]?.['MSISDN']).toBe('2547 ***** 391');
  });

  it('fails without metadata and without money', async () => {
    const { ear, simulator, push } = await sceneOf('stk', ['result:1032']);
    await push();
    await simulator.tick();
    expect(pushesOf(ear)).toMatchObject([{ ResultCode: 1032, ResultDesc: 'Request cancelled by user' }]);
    expect(pushesOf(ear)[0]?.CallbackMetadata).toBeUndefined();
    expect(confirmationsOf(ear)).toEqual([]);
    expect(simulator.books().payments).toHaveLength(1);
  });

  it('can say that nobody answered although the money came: the confirmation alone knows', async () => {
    const { ear, simulator, push } = await sceneOf('stk', ['moved_but_result:1037']);
    await push();
    await simulator.tick();
    expect(pushesOf(ear)).toMatchObject([{ ResultCode: 1037 }]);
    expect(pushesOf(ear)[0]?.CallbackMetadata).toBeUndefined();
    expect(confirmationsOf(ear)).toHaveLength(1);
    expect(simulator.books().payments).toHaveLength(2);
  });

  it.each([
    ['lose_callback', 0, 1],
    ['lose_confirmation', 1, 0],
    ['callback_twice', 2, 1],
    ['confirmation_twice', 1, 2],
    ['late_confirmation:1h', 1, 0],
    ['late_callback:1h', 0, 1],
    ['callback_again:1h', 1, 1],
  ])('with %s is told of %i times and confirmed %i times', async (fault, callbacks, confirmations) => {
    const { ear, simulator, push } = await sceneOf('stk', [fault]);
    await push();
    await simulator.tick();
    expect([pushesOf(ear).length, confirmationsOf(ear).length]).toEqual([callbacks, confirmations]);
    simulator.advance(3_600_000);
    await simulator.tick();
    const late = fault.endsWith(':1h') ? 1 : 0;
    expect(ear.heard).toHaveLength(callbacks + confirmations + late);
    expect(new Set(confirmationsOf(ear).map((body) => body['TransID'])).size).toBeLessThan(2);
    expect(simulator.books().payments).toHaveLength(2);
  });

  it('can be told before it is answered', async () => {
    const { ear, push } = await sceneOf('stk', ['callback_before_answer']);
    await push();
    expect(ear.heard).toHaveLength(2);
  });

  it('comes through a restart: what was accepted is paid and told by the next process', async () => {
    const ear = await listenFor();
    const booksPath = newBooksPath();
    const first = await simulatorWith({ booksPath, processingDelayMs: 600_000, dueNow: () => NOW });
    await payIn(first, 'c2b_register', { ConfirmationURL: `${ear.url}/confirmed` });
    await payIn(first, 'stk', { CallBackURL: `${ear.url}/pushed` });
    await stop(first);
    const second = await simulatorWith({ booksPath, dueNow: () => NOW });
    second.advance(600_000);
    await second.tick();
    expect(ear.heard.map(({ path }) => path).toSorted()).toEqual(['/confirmed', '/pushed']);
  });

  it('meets the answers that lie about whether it was taken, as payouts do', async () => {
    const { ear, simulator, push } = await sceneOf('stk', ['html_200_after_accept']);
    expect((await push()).text).toContain('Incapsula');
    await simulator.tick();
    expect(ear.heard).toHaveLength(2);
  });

  it.each([
    ['Password', 'd3Jvbmc=', 500, '500.001.1001'],
    ['PhoneNumber', '0712000391', 400, '400.002.02'],
    ['AccountReference', 'THIRTEEN-CHAR', 400, '400.002.02'],
    ['Amount', '10.50', 400, '400.002.02'],
    ['CallBackURL', 'https://shop.example/pushed', 400, '400.002.02'],
  ])('is refused for a bad %s', async (field, value, http, errorCode) => {
    const { simulator, push } = await sceneOf();
    expect(await push({ [field]: value })).toMatchObject({ http, body: { errorCode } });
    await simulator.tick();
    expect(simulator.books().payments).toHaveLength(1);
  });

  it('keeps no password in its books', async () => {
    const { simulator, push } = await sceneOf();
    await push();
    const [request] = simulator.books().requests.filter(({ operation }) => operation === 'stk');
    expect(request?.body).toContain('AccountReference');
    expect(request?.body).not.toContain('Password');
  });

  it('is asked about by its CheckoutRequestID: pending, then the code as a string, never the receipt', async () => {
    const { simulator, push } = await sceneOf('stk', ['late_processing:1h']);
    const { CheckoutRequestID } = (await push()).body;
    const asked = () => payIn(simulator, 'stk_query', { CheckoutRequestID });
    expect((await asked()).body).toMatchObject({ ResultCode: '4999' });
    simulator.advance(3_600_000);
    await simulator.tick();
    const { text, body } = await asked();
    expect(body).toMatchObject({ ResponseCode: '0', ResultCode: '0', CheckoutRequestID });
    expect(text).not.toMatch(/UKU|2350/);
    expect(await payIn(simulator, 'stk_query', { CheckoutRequestID: 'ws_CO_1' })).toMatchObject({
      http: 500,
      body: { errorMessage: 'The transaction does not Exist' },
    });
  });

  it('is not asked about with a wrong password', async () => {
    const { simulator, push } = await sceneOf();
    const { CheckoutRequestID } = (await push()).body;
    const asked = await payIn(simulator, 'stk_query', { CheckoutRequestID, Password: 'd3Jvbmc=' });
    expect(asked).toMatchObject({ http: 500, body: { errorMessage: 'Wrong credentials' } });
  });
});

describe('a payment by hand', () => {
  it('is confirmed, and can be asked about and reversed like any other', async () => {
    const { ear, simulator } = await sceneOf();
    expect(await payIn(simulator, 'c2b', { Amount: 4500 })).toMatchObject({
      http: 200,
      body: { ResponseCode: '0' },
    });
    await simulator.tick();
    const receipt = confirmationsOf(ear)[0]?.['TransID'];
    expect(confirmationsOf(ear)).toHaveLength(1);
    await ask(simulator, 'status', { TransactionID: receipt, ...urlsOf(ear) });
    await ask(simulator, 'reversal', { TransactionID: receipt, ...urlsOf(ear) });
    await simulator.tick();
    const results = ear.heard.filter(({ path }) => path.startsWith('/result'));
    expect(results.map(({ body }) => body.Result.ResultCode)).toEqual([0, 0]);
    expect(results.map(itemsOf)).toContainEqual(expect.objectContaining({ TransactionStatus: 'Completed' }));
  });
});

describe('addresses for confirmations', () => {
  it('are registered once, until they are deleted in the portal', async () => {
    const simulator = await simulatorWith();
    const register = () => payIn(simulator, 'c2b_register');
    expect((await register()).body).toMatchObject({ ResponseCode: '0', ResponseDescription: 'Success' });
    expect(await register()).toMatchObject({
      http: 500,
      body: { errorCode: '500.003.1001', errorMessage: 'Urls are already registered.' },
    });
    simulator.deleteUrls();
    expect((await register()).http).toBe(200);
  });

  it.each([
    ['ResponseType', 'completed'],
    ['ConfirmationURL', 'http://127.0.0.1:9/mpesa/confirmed'],
    ['ConfirmationURL', 'http://127.0.0.1:9/query'],
    ['ValidationURL', 'https://shop.example/valid'],
  ])('are refused for %s %s', async (field, value) => {
    const simulator = await simulatorWith();
    expect((await payIn(simulator, 'c2b_register', { [field]: value })).body).toMatchObject({
      errorMessage: `Bad Request - Invalid ${field}`,
    });
  });

  it('may be taken with a code of zeros', async () => {
    const simulator = await simulatorWith({
      faults: [{ operation: 'c2b_register', faults: ['shape_code_as_zeros'] }],
    });
    expect((await payIn(simulator, 'c2b_register')).body).toMatchObject({ ResponseCode: '00000000' });
  });
});
