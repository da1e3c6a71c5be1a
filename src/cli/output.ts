import Table from 'cli-table3';
import { showable } from '../core/text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly align?: 'left' | 'right';
}

/** Data goes to standard output, talk to standard error, so that `--json` and pipes stay clean. */
export class Output {
  readonly #out: (text: string) => void;
  readonly #talk: (text: string) => void;
  readonly #colour: boolean;

  constructor(out: (text: string) => void, talk: (text: string) => void, colour: boolean) {
    this.#out = out;
    this.#talk = talk;
    this.#colour = colour;
  }

  /** Data, as one JSON document. */
  json(value: unknown): void {
    this.#out(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** Data, as a line for people. Whatever came from outside must have gone through `showable`. */
  line(text = ''): void {
    this.#out(`${text}\n`);
  }

  /** Data, as a table; every cell is made safe for a terminal here. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    const table = new Table({
      head: columns.map(({ title }) => this.bold(title)),
      colAligns: columns.map(({ align }) => align ?? 'left'),
      style: { head: [], border: [], compact: true },
    });
    for (const row of rows)
      table.push(columns.map(({ value }) => showable(value(row), { keepNewlines: true })));
    this.#out(`${table.toString()}\n`);
  }

  /** Talk: progress, hints, questions. */
  say(text: string): void {
    this.#talk(`${text}\n`);
  }

  bold(text: string): string {
    return this.#colour ? `\u001B[1m${text}\u001B[22m` : text;
  }

  dim(text: string): string {
    return this.#colour ? `\u001B[2m${text}\u001B[22m` : text;
  }

  red(text: string): string {
    return this.#colour ? `\u001B[31m${text}\u001B[39m` : text;
  }

  green(text: string): string {
    return this.#colour ? `\u001B[32m${text}\u001B[39m` : text;
  }

  yellow(text: string): string {
    return this.#colour ? `\u001B[33m${text}\u001B[39m` : text;
  }
}
