import { constants, createPublicKey, publicEncrypt, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { messageOf, Problem } from '../core/errors.ts';

/**
 * The provider's public key, from its certificate or from a public key, both PEM. Validity dates are not looked at:
 * the certificates that Safaricom hands out expired years ago and only the key in them counts (daraja.md §6).
 * Throws Problem `bad_configuration`.
 */
export function providerKey(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY'))
    throw new Problem(
      'bad_configuration',
      'The M-Pesa certificate file holds a private key. Give the certificate that Safaricom hands out.',
    );
  const key = readKey(pem);
  if (key.asymmetricKeyType !== 'rsa')
    throw new Problem(
      'bad_configuration',
      `The M-Pesa certificate holds a key of type ${key.asymmetricKeyType ?? 'unknown'}; RSA is needed.`,
    );
  return key;
}

function readKey(pem: string): KeyObject {
  try {
    return pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  } catch (error) {
    throw new Problem(
      'bad_configuration',
      `The M-Pesa certificate is neither a certificate nor a public key in PEM form (${messageOf(error)}).`,
      { cause: error },
    );
  }
}

/**
 * `SecurityCredential` of a request: the initiator's password under RSA with PKCS#1 v1.5 padding, in base64
 * (daraja.md §6; OAEP or another certificate is answered with result 2001, and several of those lock the operator).
 * Throws Problem `bad_configuration` for a password that does not fit the key.
 */
export function securityCredential(initiatorPassword: string, key: KeyObject): string {
  if (initiatorPassword === '')
    throw new Problem('bad_configuration', 'The password of the M-Pesa API operator is empty.');
  try {
    return publicEncrypt(
      { key, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(initiatorPassword, 'utf8'),
    ).toString('base64');
  } catch (error) {
    throw new Problem(
      'bad_configuration',
      'The password of the M-Pesa API operator cannot be encrypted with that certificate (is it too long?).',
      { cause: error },
    );
  }
}
