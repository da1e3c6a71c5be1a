// Goal: the credential is what the provider's private key opens, whatever form its public key has and however old it is.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/core/errors.ts';
import { providerKey, securityCredential } from '../../src/mpesa/credential.ts';
import { PROVIDER } from '../support/daraja-client.ts';

/** Node refuses to take PKCS#1 v1.5 padding off (daraja.md §6), so it is done here: 00 02, padding, 00, password. */
function opened(credential: string): { readonly head: string; readonly password: string } {
  const key = { key: PROVIDER.privateKey, padding: constants.RSA_NO_PADDING };
  const block = privateDecrypt(key, Buffer.from(credential, 'base64'));
  return {
    head: block.subarray(0, 2).toString('hex'),
    password: block.subarray(block.indexOf(0, 2) + 1).toString('utf8'),
  };
}

describe('the security credential', () => {
  it.each([
    ['a certificate that expired in 2016', PROVIDER.certificatePem],
    [
      'a certificate with Windows line ends and words before it',
      `Subject: x\r\n${PROVIDER.certificatePem.replaceAll('\n', '\r\n')}`,
    ],
    ['a public key', PROVIDER.publicKeyPem],
  ])('made with %s holds the password in PKCS#1 v1.5 padding', (_name, pem) => {
    const credential = securityCredential('Made#Up%Password1', providerKey(pem));
    expect(credential).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    expect(opened(credential)).toEqual({ head: '0002', password: 'Made#Up%Password1' });
  });

  it('is another one each time, since the padding is random', () => {
    const key = providerKey(PROVIDER.publicKeyPem);
    expect(securityCredential('same', key)).not.toBe(securityCredential('same', key));
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  it.each([
    ['no PEM', 'these are merely words, and not a certificate of anybody'],
    ['an empty file', ''],
    ['a private key', PROVIDER.privateKeyPem],
    ['a key of another kind', ec.export({ type: 'spki', format: 'pem' }).toString()],
    ['a certificate that is cut off', PROVIDER.certificatePem.slice(0, 300)],
  ])('cannot be made with %s, and the message does not show it', (_name, pem) => {
    expect(() => providerKey(pem)).toThrow(Problem);
    try {
      providerKey(pem);
    } catch (error) {
      expect((error as Problem).code).toBe('bad_configuration');
      if (pem !== '') expect((error as Problem).message).not.toContain(pem.slice(30, 60));
    }
  });

  it.each(['', 'x'.repeat(246)])('cannot be made of a password that is empty or too long', (password) => {
    const make = () => securityCredential(password, providerKey(PROVIDER.publicKeyPem));
    expect(make).toThrow(Problem);
    expect(make).not.toThrow(/xxx/);
  });
});
