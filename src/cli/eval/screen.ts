import type { Column, Output } from '../output.ts';
import { labelled, plain } from '../screen.ts';
import type { Confusion } from './matrix.ts';
import type { SetFigures } from './run.ts';

/** The figures of one or more sets, for people: first all in one table, then what each set has of its own. */
export function showFigures(sets: readonly SetFigures[], output: Output): void {
  output.table(sets, [
    { title: 'set', value: ({ set }) => set },
    number('lines', ({ n }) => n),
    number('correct', ({ correct }) => correct),
    { title: '%', align: 'right', value: ({ correct, n }) => percent(correct, n) },
    number('wrong', ({ wrong }) => wrong.length),
    number('missed', ({ missed }) => missed.length),
    number('harmful', ({ harmful }) => harmful.length),
    number('model calls per case', ({ model_calls_per_case: calls }) => calls),
  ]);
  for (const set of sets) showSet(set, output);
}

function showSet(set: SetFigures, output: Output): void {
  output.line();
  output.line(output.bold(set.set.toUpperCase()));
  for (const name of ['wrong', 'missed', 'harmful'] as const) list(name, set[name], output);
  output.table(Object.entries(set.by_kind), [
    { title: 'kind', value: ([kind]) => kind },
    number('lines', ([, { n }]) => n),
    number('correct', ([, { correct }]) => correct),
  ]);
  const { recall, precision, fields, chosen_wrong, must_stop, must_not_stop, confusion, macro_f1 } =
    set as Own;
  if (recall) say('recall', `${recall.hidden} of ${recall.secrets} secrets are gone`, output);
  if (precision) {
    say(
      'precision',
      `${precision.nothing_else_hidden} of ${precision.lines} lines hide nothing else`,
      output,
    );
  }
  if (fields) showFields(fields, output);
  if (chosen_wrong) list('chosen', chosen_wrong, output);
  if (must_stop) say('must stop', stops(must_stop, 'a refund was put up'), output);
  if (must_not_stop) say('must not', stops(must_not_stop, 'the refund was not put up'), output);
  if (confusion) showConfusion(confusion, output);
  if (typeof macro_f1 === 'number') say('macro F1', macro_f1.toFixed(4), output);
  if (set.model) showModel(set.model, output);
}

/** What single sets have beside the common figures. */
interface Own {
  readonly recall?: { readonly secrets: number; readonly hidden: number };
  readonly precision?: { readonly lines: number; readonly nothing_else_hidden: number };
  readonly fields?: Readonly<Record<string, Readonly<Record<'right' | 'absent' | 'wrong', number>>>>;
  /** Of several stated values a model chose a wrong one. */
  readonly chosen_wrong?: readonly string[];
  readonly must_stop?: Stops;
  readonly must_not_stop?: Stops;
  readonly confusion?: Confusion;
  readonly macro_f1?: number | null;
}

interface Stops {
  readonly n: number;
  readonly right: number;
  readonly wrong: readonly string[];
}

function stops({ n, right, wrong }: Stops, mistake: string): string {
  return `${right} of ${n}${wrong.length === 0 ? '' : `; ${mistake} in ${wrong.join(', ')}`}`;
}

function showFields(fields: NonNullable<Own['fields']>, output: Output): void {
  output.table(Object.entries(fields), [
    { title: 'field', value: ([field]) => plain(field) },
    number('right', ([, { right }]) => right),
    number('absent', ([, { absent }]) => absent),
    number('wrong', ([, { wrong }]) => wrong),
  ]);
}

/** Rows are labels, columns what was read or decided. */
function showConfusion(confusion: Confusion, output: Output): void {
  const rows = Object.entries(confusion).sort(byName);
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))].sort();
  output.table(rows, [
    { title: 'label \\ got', value: ([label]) => plain(label) },
    ...columns.map((got) => number<(typeof rows)[number]>(plain(got), ([, row]) => row[got] ?? 0)),
  ]);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function showModel(model: NonNullable<SetFigures['model']>, output: Output): void {
  const { name, calls, outcomes, latency_ms: latency, tokens } = model;
  const times = latency === null ? '' : `; ${latency.p50} ms in the middle (p50), ${latency.p95} ms at p95`;
  say(
    'model',
    `${name}: ${calls} calls${times}; ${tokens.prompt} tokens asked, ${tokens.answer} answered`,
    output,
  );
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${plain(outcome)} ${count}`);
  if (counts.length > 0) say('', counts.join(', '), output);
}

function list(name: string, ids: readonly string[], output: Output): void {
  if (ids.length > 0) say(name, ids.join(', '), output);
}

function say(label: string, text: string, output: Output): void {
  for (const line of labelled(label, text)) output.line(line);
}

function number<Row>(title: string, value: (row: Row) => number): Column<Row> {
  return { title, align: 'right', value: (row) => String(value(row)) };
}

/** Rounded down: 100.0 means all of them. */
function percent(part: number, whole: number): string {
  return (Math.floor((part / whole) * 1_000) / 10).toFixed(1);
}
