import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { importOrders, importPayments, type Imported, type OnProgress } from '../cases/import-records.ts';
import { liftHold } from '../cases/staff/reconcile.ts';
import { staffActor, staffName } from '../cases/staff/people.ts';
import { formatEat } from '../core/clock.ts';
import { messageOf, Problem } from '../core/errors.ts';
import { showable } from '../core/text.ts';
import type { Receipt } from '../reading/types.ts';
import type { BadRow } from '../records/csv-rows.ts';
import { looksLikeJson, readJsonPayments } from '../records/json-payments.ts';
import { readOrders } from '../records/orders-file.ts';
import { readStatement } from '../records/statement.ts';
import { LIST_LIMIT, limitArgument, receiptArgument } from './arguments.ts';
import { withDesk, type CliContext } from './context.ts';
import { EXIT_SOME_ROWS_BAD } from './exit-codes.ts';

/** Bad rows shown one by one; a file that is all wrong would scroll its own summary away. */
const BAD_ROWS_SHOWN = 20;

interface ImportOptions {
  readonly as: string;
  readonly json?: boolean;
}

export function recordsCommand(context: CliContext): Command {
  const group = new Command('records').description('what the shop and M-Pesa say: imports, holds');
  group
    .command('import-payments')
    .description(
      "import the organisation's M-Pesa statement (CSV), or saved confirmations (JSON); doing it twice changes nothing",
    )
    .argument(
      '<file>',
      'the statement of the portal; or C2B confirmations, STK callbacks and Pull answers, one a line or as a list',
    )
    .option('--as <name>', 'who imports', 'import')
    .option('--json', 'print JSON')
    .action(async (file: string, options: ImportOptions) => {
      const bytes = await bytesOf(file);
      const { rows, skipped, bad } = looksLikeJson(bytes) ? readJsonPayments(bytes) : readStatement(bytes);
      const imported = await withDesk(context, ({ desk }) =>
        importPayments(rows, actorOf(options.as), desk, progress(context)),
      );
      report(context, options, { imported, bad, skipped });
    });
  group
    .command('import-orders')
    .description("import the shop's orders (CSV: number, total, status; phone, paid_by, created_at)")
    .argument('<file>', 'the orders')
    .option('--as <name>', 'who imports', 'import')
    .option('--json', 'print JSON')
    .action(async (file: string, options: ImportOptions) => {
      const bytes = await bytesOf(file);
      await withDesk(context, async ({ desk }) => {
        const { rows, bad } = readOrders(bytes, desk.clock.now());
        const imported = await importOrders(rows, actorOf(options.as), desk, progress(context));
        report(context, options, { imported, bad, skipped: {} });
      });
    });
  group
    .command('holds')
    .description('receipts on hold, newest first, and why')
    .option('--receipt <receipt>', 'only this one', receiptArgument)
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: { receipt?: Receipt; limit: number; json?: boolean }) => {
      const holds = await withDesk(context, ({ desk }) =>
        desk.store.holds(options.receipt ?? null, options.limit),
      );
      if (options.json) {
        context.output.json(
          holds.map(({ receipt, why, source, at }) => ({
            receipt,
            why,
            source,
            at: new Date(at).toISOString(),
          })),
        );
      } else if (holds.length === 0) context.output.say('nothing is on hold');
      else {
        context.output.table(holds, [
          { title: 'receipt', value: ({ receipt }) => receipt },
          { title: 'since (Nairobi)', value: ({ at }) => formatEat(at) },
          { title: 'why', value: ({ why }) => why },
        ]);
      }
    });
  group
    .command('lift-hold')
    .description('lift the holds of a receipt; takes two people')
    .argument('<receipt>', 'the receipt', receiptArgument)
    .requiredOption('--as <name>', 'who says so')
    .requiredOption('--because <text>', 'why nothing speaks against it any more')
    .option('--json', 'print JSON')
    .action(async (receipt: Receipt, options: { as: string; because: string; json?: boolean }) => {
      const done = await withDesk(context, ({ desk }) =>
        liftHold({ receipt, by: staffName(options.as), because: options.because }, desk),
      );
      if (options.json) context.output.json({ receipt, state: done.kind });
      else
        context.output.line(
          done.kind === 'done'
            ? `${receipt} is free again`
            : `${receipt}: noted; a second person must say the same`,
        );
    });
  return group;
}

function actorOf(typed: string): ReturnType<typeof staffActor> | 'import' {
  return typed === 'import' ? 'import' : staffActor(staffName(typed));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Problem('bad_input', `cannot read ${file}: ${messageOf(error)}`);
  }
}

function progress({ output, interactive }: CliContext): OnProgress {
  return (done, of) => {
    if (interactive || (of > 1_000 && done < of)) output.say(`${done} of ${of} rows`);
  };
}

function report(
  context: CliContext,
  options: ImportOptions,
  {
    imported,
    bad,
    skipped,
  }: { imported: Imported; bad: readonly BadRow[]; skipped: Readonly<Record<string, number>> },
): void {
  const { output } = context;
  if (bad.length > 0) context.setExitCode(EXIT_SOME_ROWS_BAD);
  if (options.json) {
    output.json({
      rows: imported.rows,
      added: imported.added,
      filled: imported.filled,
      same: imported.same,
      conflicts: imported.conflicts,
      ours: imported.ours,
      given_back_outside: imported.givenBackOutside,
      held: imported.held,
      skipped,
      bad,
    });
    return;
  }
  for (const { line, reason } of bad.slice(0, BAD_ROWS_SHOWN))
    output.say(`line ${line}: ${showable(reason)}`);
  if (bad.length > BAD_ROWS_SHOWN)
    output.say(`… and ${bad.length - BAD_ROWS_SHOWN} more (all of them with --json)`);
  const parts = [
    `${imported.rows} rows: ${imported.added} new, ${imported.filled} completed, ${imported.same} known`,
    ...(imported.conflicts > 0 ? [`${imported.conflicts} contradict what was known (on hold)`] : []),
    ...(imported.givenBackOutside > 0 ? [`${imported.givenBackOutside} given back outside`] : []),
    ...(imported.held > 0 ? [`${imported.held} on hold for an outgoing row`] : []),
    ...(imported.ours > 0 ? [`${imported.ours} our own payouts`] : []),
    ...Object.entries(skipped)
      .filter(([, count]) => count > 0)
      .map(([why, count]) => `${count} left out (${why.replaceAll('_', ' ')})`),
    ...(bad.length > 0 ? [`${bad.length} bad`] : []),
  ];
  output.line(parts.join('; '));
}
