import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callbackPath,
  originatorConversationId,
  parseCallbackPath,
  type AttemptTarget,
  type CallbackTarget,
} from '../../src/payouts/callback-path.ts';
import { isUsableInUrl, payoutReference } from '../../src/payouts/key.ts';
import type { PayoutKey } from '../../src/payouts/types.ts';
import { key, reference, SECRET } from './samples.ts';

/** Goal: only paths that this installation made are believed, and each says exactly what it was made for. */

const target: AttemptTarget = { of: 'attempt', reference, number: 1, ask: null, kind: 'result' };
const anyAttempt: fc.Arbitrary<AttemptTarget> = fc.record({
  of: fc.constant('attempt' as const),
  reference: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => payoutReference(Buffer.from(bytes).toString('hex') as PayoutKey)),
  number: fc.integer({ min: 1, max: 9_999 }),
  ask: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: null }),
  kind: fc.constantFrom('result' as const, 'timeout' as const),
});
const anyInquiry: fc.Arbitrary<CallbackTarget> = fc.record({
  of: fc.constant('inquiry' as const),
  id: fc.stringMatching(/^Q-[2-9AF-HJ-NP-Z]{8}$/).filter(isUsableInUrl),
  kind: fc.constantFrom('result' as const, 'timeout' as const),
});
const anyTarget = fc.oneof(anyAttempt, anyInquiry);

describe('callbackPath', () => {
  it('is read back as the target it was made for, and never holds a word that M-Pesa refuses', () => {
    fc.assert(
      fc.property(anyTarget, (each) => {
        const path = callbackPath(SECRET, each);
        expect(parseCallbackPath(SECRET, path)).toEqual(each);
        expect(path).not.toMatch(/mpesa|safaricom|exe|exec|cmd|sql|query/i);
      }),
      { numRuns: 500 },
    );
  });

  it('names kind, reference, attempt and ask in the clear', () => {
    expect(callbackPath(SECRET, target)).toMatch(new RegExp(`^/cb/result/${reference}/1/[0-9a-f]{32}$`));
    expect(callbackPath(SECRET, { ...target, ask: 3, kind: 'timeout' })).toMatch(
      new RegExp(`^/cb/timeout/${reference}/1\\.3/[0-9a-f]{32}$`),
    );
  });

  it('is another path for another attempt, ask, kind, reference or secret', () => {
    const macs = [
      callbackPath(SECRET, target),
      callbackPath(SECRET, { ...target, number: 2 }),
      callbackPath(SECRET, { ...target, ask: 1 }),
      callbackPath(SECRET, { ...target, ask: 2 }),
      callbackPath(SECRET, { ...target, kind: 'timeout' }),
      callbackPath(SECRET, { ...target, reference: 'RF-22222222' as typeof reference }),
      callbackPath('another-secret-of-the-tests', target),
    ].map((path) => path.split('/').at(-1));
    expect(new Set(macs).size).toBe(macs.length);
  });
});

describe('parseCallbackPath', () => {
  const path = callbackPath(SECRET, target);
  const [, , , , , mac = ''] = path.split('/');

  it.each([
    ['another kind', path.replace('/result/', '/timeout/')],
    ['another attempt', path.replace('/1/', '/2/')],
    ['an ask', path.replace('/1/', '/1.1/')],
    ['another reference', path.replace(reference, 'RF-22222222')],
    ['one digit of the MAC changed', path.slice(0, -1) + (path.endsWith('0') ? '1' : '0')],
    ['the MAC cut short', path.slice(0, -1)],
    ['the MAC in upper case', path.replace(mac, 'A'.repeat(32))],
    ['no MAC', path.replace(mac, '')],
    ['letters outside ASCII in the MAC', path.replace(mac, 'é'.repeat(32))],
  ])('calls %s a wrong MAC', (_what, tampered) => {
    expect(parseCallbackPath(SECRET, tampered)).toBe('wrong_mac');
  });

  it('calls a path of another installation a wrong MAC', () => {
    expect(parseCallbackPath('another-secret-of-the-tests', path)).toBe('wrong_mac');
  });

  it.each([
    '/',
    '/health',
    '/cb',
    `/cb/result/${reference}/1`,
    `${path}/`,
    `${path}/more`,
    `/x${path}`,
    `/cb/other/${reference}/1/${mac}`,
  ])('does not take %s for one of ours', (other) => {
    expect(parseCallbackPath(SECRET, other)).toBeNull();
  });

  it('does not take another spelling of the same numbers', () => {
    expect(parseCallbackPath(SECRET, path.replace('/1/', '/01/'))).toBeNull();
    expect(parseCallbackPath(SECRET, path.replace('/1/', '/1.0/'))).toBeNull();
  });

  it('takes no changed character anywhere', () => {
    fc.assert(
      fc.property(fc.nat(path.length - 1), fc.constantFrom(...Array.from('023af./-RFX')), (at, character) => {
        const changed = path.slice(0, at) + character + path.slice(at + 1);
        const read = parseCallbackPath(SECRET, changed);
        if (changed === path) expect(read).toEqual(target);
        else expect(read === null || read === 'wrong_mac').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the path of an inquiry', () => {
  const inquiry: CallbackTarget = { of: 'inquiry', id: 'Q-7K3M9QXW', kind: 'result' };
  const path = callbackPath(SECRET, inquiry);
  const mac = path.split('/').at(-1) ?? '';

  it('names kind and inquiry in the clear, and no attempt', () => {
    expect(path).toMatch(/^\/cb\/result\/Q-7K3M9QXW\/[0-9a-f]{32}$/);
    expect(callbackPath(SECRET, { ...inquiry, kind: 'timeout' })).toMatch(/^\/cb\/timeout\/Q-7K3M9QXW\//);
  });

  it('has another MAC for another inquiry, kind or secret', () => {
    const macs = [
      path,
      callbackPath(SECRET, { ...inquiry, id: 'Q-7K3M9QXX' }),
      callbackPath(SECRET, { ...inquiry, kind: 'timeout' }),
      callbackPath('another-secret-of-the-tests', inquiry),
    ].map((each) => each.split('/').at(-1));
    expect(new Set(macs).size).toBe(macs.length);
  });

  it.each([
    ['another inquiry', path.replace('Q-7K3M9QXW', 'Q-7K3M9QXX')],
    ['another kind', path.replace('/result/', '/timeout/')],
    ['the MAC cut short', path.slice(0, -1)],
    ['no MAC', path.replace(mac, '')],
    ['the MAC of an attempt', path.replace(mac, callbackPath(SECRET, target).split('/').at(-1) ?? '')],
  ])('with %s is a wrong MAC', (_what, tampered) => {
    expect(parseCallbackPath(SECRET, tampered)).toBe('wrong_mac');
  });

  it('lends its MAC to no attempt, whatever the names', () => {
    expect(parseCallbackPath(SECRET, `/cb/result/RF-7K3M9QXW/1/${mac}`)).toBe('wrong_mac');
  });

  it.each([
    `/cb/result/Q-7K3M9QXW/1/${mac}`,
    `/cb/result/Q-7K3M9QX/${mac}`,
    `/cb/result/Q-7K3M9QXWA/${mac}`,
    `/cb/result/q-7k3m9qxw/${mac}`,
    `/cb/result/Q-7K3M9QX0/${mac}`,
    `/cb/result/RF-7K3M9QXW/${mac}`,
    `/cb/other/Q-7K3M9QXW/${mac}`,
    `/x${path}`,
    `${path}/`,
  ])('is not %s', (other) => {
    expect(parseCallbackPath(SECRET, other)).toBeNull();
  });

  it.each(['Q-7K3M9QX', 'q-7k3m9qxw', 'RF-7K3M9QXW', 'Q-7K3M9QX/', 'Q-EXE23456'])(
    'is never made for the id %s',
    (id) => {
      expect(() => callbackPath(SECRET, { ...inquiry, id })).toThrow(/invariant/);
    },
  );
});

describe('originatorConversationId', () => {
  it('is the same again, one for each attempt, and fits the provider’s field', () => {
    const ids = [1, 2, 3, 9_999].map((number) => originatorConversationId(SECRET, key, number));
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(originatorConversationId(SECRET, key, 1)).toBe(ids[0]);
  });

  it('differs under another secret and says the reference to people', () => {
    const id = originatorConversationId(SECRET, key, 1);
    expect(id.startsWith(`${reference}-1-`)).toBe(true);
    expect(originatorConversationId('another-secret-of-the-tests', key, 1)).not.toBe(id);
  });
});
