import { Problem } from '../core/errors.ts';

/** A ZIP file's first bytes: what an XLSX workbook starts with. */
const ZIP = [0x50, 0x4b];

/**
 * The text of an exported file: UTF-8 with or without its mark, UTF-16 with one, and otherwise cp1252, which reads any
 * bytes (daraja.md §9). Throws Problem `bad_input` for a workbook, which is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  if (ZIP.every((byte, place) => bytes[place] === byte)) {
    throw new Problem('bad_input', 'this is an Excel workbook: save it as CSV (UTF-8) and import that file');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
