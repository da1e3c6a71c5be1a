import { Command } from 'commander';
import { pino } from 'pino';
import { openApp } from '../app.ts';
import { Problem } from '../core/errors.ts';
import { runWorker } from '../worker/run.ts';
import { configOf, type CliContext } from './context.ts';

interface WorkerOptions {
  readonly wait?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
}

export function workerCommand(context: CliContext): Command {
  return new Command('worker')
    .description(
      'do the work of the desk: read, decide, pay, settle, deliver, listen for M-Pesa; one a database',
    )
    .option('--wait', 'wait for a running worker to end and take over')
    .option('--dry-run', 'decide and deliver, but send no money')
    .option('--quiet', 'do not show the messages that go out')
    .action(async (options: WorkerOptions) => {
      const config = configOf(context);
      if (config.RUDISHA_LISTEN_PORT === 0) {
        throw new Problem(
          'bad_configuration',
          'RUDISHA_LISTEN_PORT is 0, expected a fixed port: M-Pesa must find it again after a restart',
        );
      }
      const log = pino(
        { name: 'rudisha', level: 'info', base: null },
        pino.destination({ dest: 2, sync: true }),
      );
      const app = await openApp(
        { ...config, RUDISHA_MAY_PAY: config.RUDISHA_MAY_PAY && options.dryRun !== true },
        {
          pays: true,
          wrapping: context.wrapping,
          ...(options.quiet === true
            ? {}
            : {
                show: (line: string) => {
                  context.output.line(line);
                },
              }),
        },
      );
      try {
        await runWorker({
          app,
          wait: options.wait === true,
          signal: context.signal,
          log: (line, detail) => {
            log.info(detail ?? {}, line);
          },
          onReady: ({ port }) => {
            log.info(
              {
                database: config.RUDISHA_DB,
                port,
                model: app.desk.model?.name ?? 'rules',
                pays: app.desk.maySend,
              },
              'worker ready',
            );
          },
        });
      } finally {
        app.close();
      }
      log.info('worker stopped');
    });
}
