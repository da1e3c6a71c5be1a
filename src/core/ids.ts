/** 32 letters and digits that people do not mix up when they read them aloud: no 0, 1, I, O. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The first `length` characters of a hash's bytes in that alphabet, five bits a character. */
export function readableCode(bytes: Uint8Array, length: number): string {
  let bits = 0;
  let held = 0;
  let code = '';
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5 && code.length < length) {
      held -= 5;
      code += ALPHABET.charAt((bits >> held) & 31);
      bits &= (1 << held) - 1;
    }
  }
  if (code.length < length)
    throw new RangeError(`${bytes.length} bytes are too few for ${length} characters`);
  return code;
}
