import { Command } from 'commander';
import { initDatabase } from '../store/init.ts';
import { configOf, type CliContext } from './context.ts';

export function initCommand(context: CliContext): Command {
  return new Command('init')
    .description('make the database (RUDISHA_DB), or migrate one of an older program, with a backup first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const config = configOf(context);
      const now = context.wrapping.clock?.now() ?? Date.now();
      const done = await initDatabase(config.RUDISHA_DB, now, context.wrapping.hook);
      if (options.json) {
        context.output.json({
          database: config.RUDISHA_DB,
          created: done.created,
          from: done.from,
          to: done.to,
          backup: done.backup,
        });
        return;
      }
      if (done.created)
        context.output.line(`made ${config.RUDISHA_DB} (schema ${done.to}) with a new secret`);
      else if (done.from === done.to)
        context.output.line(`${config.RUDISHA_DB} is ready (schema ${done.to}); nothing was changed`);
      else
        context.output.line(
          `migrated ${config.RUDISHA_DB} from schema ${done.from} to ${done.to}; the old one is ${done.backup ?? ''}`,
        );
      context.output.say(
        'next: rudisha records import-payments FILE, rudisha records import-orders FILE, rudisha worker',
      );
    });
}
