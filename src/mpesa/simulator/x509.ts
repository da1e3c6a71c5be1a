import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * A self-signed X.509 certificate around a public key, PEM. Safaricom gives its key out in one, expired for years, and
 * clients load it as one (daraja.md §6); Node makes none, and no more than this is needed of the format.
 */
export function certificatePem(privateKey: KeyObject, publicKey: KeyObject): string {
  const name = sequence(set(sequence(oid(COMMON_NAME), tagged(UTF8_STRING, Buffer.from(HOLDER)))));
  const algorithm = sequence(oid(SHA256_WITH_RSA), tagged(NULL, Buffer.alloc(0)));
  const validity = sequence(tagged(UTC_TIME, Buffer.from(FROM)), tagged(UTC_TIME, Buffer.from(UNTIL)));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(tagged(INTEGER, Buffer.from([1])), algorithm, name, validity, name, key);
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(
    content,
    algorithm,
    tagged(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const HOLDER = 'simulated M-Pesa';

/** Over since 2017, like the real one: whoever looks at the dates cannot pay. */
const FROM = '150101000000Z';
const UNTIL = '170101000000Z';

/** Tags of DER. */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

/** 2.5.4.3 and 1.2.840.113549.1.1.11, as DER writes object ids. */
const COMMON_NAME = '550403';
const SHA256_WITH_RSA = '2a864886f70d01010b';

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

/** One byte below 128; otherwise the count of bytes and the bytes. Nothing here is longer than 64 KiB. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(SEQUENCE, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tagged(SET, part);
}

function oid(hex: string): Buffer {
  return tagged(OBJECT_ID, Buffer.from(hex, 'hex'));
}
