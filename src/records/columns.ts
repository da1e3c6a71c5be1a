/** A column's name as files write it, without case, spaces, dots or other marks: `Receipt No.` is `receiptno`. */
export function columnKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** For each field, the names under which files have it, in normal form, the best first. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Reads the cell of a field from a row, trimmed; empty when the file has no such column. */
export type CellReader<Field extends string> = (cells: readonly string[], field: Field) => string;

/** Which of the fields a header has, in any order and spelling. */
export function columnsIn<Field extends string>(
  header: readonly string[],
  names: ColumnNames<Field>,
): ReadonlySet<Field> {
  return new Set(placesOf(header, names).keys());
}

export function cellReader<Field extends string>(
  header: readonly string[],
  names: ColumnNames<Field>,
): CellReader<Field> {
  const places = placesOf(header, names);
  return (cells, field) => {
    const place = places.get(field);
    return place === undefined ? '' : (cells[place] ?? '').trim();
  };
}

function placesOf<Field extends string>(
  header: readonly string[],
  names: ColumnNames<Field>,
): ReadonlyMap<Field, number> {
  const keys = header.map(columnKey);
  const places = new Map<Field, number>();
  for (const field of Object.keys(names) as Field[]) {
    const name = names[field].find((candidate) => keys.includes(candidate));
    if (name !== undefined) places.set(field, keys.indexOf(name));
  }
  return places;
}
