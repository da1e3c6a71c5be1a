import { parse } from 'csv-parse/sync';
import { Problem } from '../core/errors.ts';
import { decodeText } from './decode.ts';

/** Row of a table with the number of its first line in the file, as an editor counts. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that could not be read, for the person who imports the file. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
}

export interface CsvTable {
  /** The header's cells, in the order of the file. */
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly bad: readonly BadRow[];
}

/** Spreadsheets in some languages separate with semicolons, and copied tables with tabs. */
const DELIMITERS = [',', ';', '\t'];
/** Lines above the header hold the shop's name, short code and period; a header this deep is in no export. */
const PREAMBLE_LINES = 60;
/** Lines that one quoted cell may span: an address has a few, a forgotten quote would take the rest of the file. */
const LINES_OF_A_ROW = 12;
/** One call of the parser costs as much as a hundred lines; a block with a bad line is read again line by line. */
const LINES_A_BLOCK = 500;

/**
 * Reads a CSV file whose header is found by `isHeader`, below any preamble. One bad line never costs another: a quote
 * that is not closed makes its own line bad, and the next line is read for itself. Throws Problem `bad_input` when no
 * header is found.
 */
export function readCsv(
  bytes: Uint8Array,
  isHeader: (cells: readonly string[]) => boolean,
  wanted: string,
): CsvTable {
  const lines = decodeText(bytes).split(/\r\n|\n|\r/);
  for (const delimiter of DELIMITERS) {
    for (const [place, line] of lines.slice(0, PREAMBLE_LINES).entries()) {
      const header = cellsOf(line, delimiter);
      if (header !== null && isHeader(header)) {
        return { header, ...readRows(lines, place + 1, delimiter, header.length) };
      }
    }
  }
  throw new Problem('bad_input', `no header row found: the file needs the columns ${wanted}`);
}

function readRows(
  lines: readonly string[],
  from: number,
  delimiter: string,
  width: number,
): Pick<CsvTable, 'rows' | 'bad'> {
  const rows: CsvRow[] = [];
  const bad: BadRow[] = [];
  let place = from;
  while (place < lines.length) {
    const block = readBlock(lines.slice(place, place + LINES_A_BLOCK), place, delimiter);
    if (block !== null) {
      rows.push(...block);
      place += LINES_A_BLOCK;
      continue;
    }
    const end = Math.min(place + LINES_A_BLOCK, lines.length);
    while (place < end) {
      const { row, lines: taken } = readLine(lines, place, delimiter, width);
      if (row !== null && 'cells' in row) rows.push(row);
      else if (row !== null) bad.push(row);
      place += taken;
    }
  }
  return { rows, bad };
}

/** Many lines at once, for speed; null unless each of them is exactly one row. */
function readBlock(lines: readonly string[], place: number, delimiter: string): readonly CsvRow[] | null {
  const numbered = lines
    .map((text, at) => ({ text, line: place + at + 1 }))
    .filter(({ text }) => text.trim() !== '');
  try {
    const parsed = parse(numbered.map(({ text }) => text).join('\n'), {
      delimiter,
      relax_column_count: true,
    });
    if (parsed.length !== numbered.length) return null;
    return numbered.map(({ line }, at) => ({ line, cells: parsed[at] ?? [] }));
  } catch {
    return null;
  }
}

/** The row, good or bad, that begins at a line, and how many lines it takes; no row for a blank line. */
function readLine(
  lines: readonly string[],
  place: number,
  delimiter: string,
  width: number,
): { readonly row: CsvRow | BadRow | null; readonly lines: number } {
  const text = lines[place] ?? '';
  if (text.trim() === '') return { row: null, lines: 1 };
  const line = place + 1;
  const cells = cellsOf(text, delimiter);
  if (cells !== null) return { row: { line, cells }, lines: 1 };
  const spanning = spanningRow(lines, place, delimiter, width);
  if (spanning !== null) return { row: { line, cells: spanning.cells }, lines: spanning.lines };
  return { row: { line, reason: 'a quote is not closed or stands inside a cell' }, lines: 1 };
}

/**
 * A row with line breaks inside quotes. Taken only when it comes out as wide as the header and none of the lines in it
 * is a whole row by itself: otherwise a forgotten quote would swallow its neighbours without a word.
 */
function spanningRow(
  lines: readonly string[],
  place: number,
  delimiter: string,
  width: number,
): { readonly cells: readonly string[]; readonly lines: number } | null {
  for (let count = 2; count <= LINES_OF_A_ROW && place + count <= lines.length; count += 1) {
    if (isAsWide(lines[place + count - 1] ?? '', delimiter, width)) return null;
    const cells = cellsOf(lines.slice(place, place + count).join('\n'), delimiter);
    if (cells !== null) return cells.length === width ? { cells, lines: count } : null;
  }
  return null;
}

/** Whether a line looks like a whole row, however its own quotes are broken. */
function isAsWide(text: string, delimiter: string, width: number): boolean {
  return text.replaceAll(/"[^"]*"/g, '').split(delimiter).length >= width;
}

/** The cells of one row; null when its quotes do not close. */
function cellsOf(text: string, delimiter: string): readonly string[] | null {
  // Without a quote a row is its text between delimiters: much faster than a parser, and most lines are such.
  if (!text.includes('"')) return text.split(delimiter);
  try {
    return parse(text, { delimiter, relax_column_count: true })[0] ?? null;
  } catch {
    return null;
  }
}
