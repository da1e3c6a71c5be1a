import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A self-signed certificate for 127.0.0.1 and its key, made anew for a test: no key lies in the repository. */
export interface SelfSigned {
  readonly certificatePem: string;
  readonly publicKeyPem: string;
  readonly privateKeyPem: string;
  readonly privateKey: KeyObject;
}

/** Just enough of X.509 (RFC 5280) in DER; `years` are those of its validity. */
export function selfSigned(years: readonly [number, number] = [2020, 2049]): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));
  const commonName = sequence(
    tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('Local test')))),
  );
  // subjectAltName (2.5.29.17) with the one address 127.0.0.1
  const subjectAltName = sequence(
    Buffer.from('0603551d11', 'hex'),
    tagged(0x04, sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])))),
  );
  const toSign = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    sha256WithRsa,
    commonName,
    sequence(...years.map((year) => tagged(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`)))),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(subjectAltName)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toSign, privateKey)]));
  return {
    certificatePem: pem('CERTIFICATE', sequence(toSign, sha256WithRsa, signature)),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
