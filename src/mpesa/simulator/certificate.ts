import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { certificatePem } from './x509.ts';

/** 2048 bits, as Safaricom's own: a credential is 256 bytes, 344 characters of base64 (daraja.md §6). */
const KEY_BITS = 2048;
const KEY_BYTES = KEY_BITS / 8;

export interface Certificate {
  /** The initiator password inside a SecurityCredential; null when it was not made with our key and padding. */
  open(securityCredential: string): string | null;
}

/** Loads the private key, or makes one at the first start; writes its certificate where clients look for it. */
export function loadCertificate(keyPath: string, certificatePath: string): Certificate {
  if (!existsSync(keyPath)) {
    const pair = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
    writeWhole(keyPath, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  }
  const key = createPrivateKey(readFileSync(keyPath));
  writeWhole(certificatePath, certificatePem(key, createPublicKey(key)), 0o644);
  return { open: (securityCredential) => openCredential(key, securityCredential) };
}

function openCredential(key: KeyObject, securityCredential: string): string | null {
  const sealed = Buffer.from(securityCredential, 'base64');
  if (sealed.length !== KEY_BYTES) return null;
  try {
    // Node 20 refuses privateDecrypt with PKCS#1 v1.5 (its guard against a timing attack), so the padding is taken
    // off here. There is nothing to attack: key and password belong to a simulator.
    return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed));
  } catch {
    return null;
  }
}

/** The message inside `00 02 <padding> 00 <message>` (PKCS#1 v1.5, for encryption). */
function unpad(block: Buffer): string | null {
  if (block[0] !== 0 || block[1] !== 2) return null;
  const end = block.indexOf(0, 2);
  return end < 0 ? null : block.subarray(end + 1).toString('utf8');
}

/** Writes beside and renames, so that a client never reads half a certificate. */
function writeWhole(path: string, text: string | Buffer, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, path);
}
