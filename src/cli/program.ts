import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { messageOf, Problem } from '../core/errors.ts';
import { approvalsCommand } from './approvals.ts';
import { brakesCommand } from './brakes.ts';
import { casesCommand } from './cases.ts';
import type { CliContext } from './context.ts';
import { demoCommand } from './demo.ts';
import { escalationsCommand } from './escalations.ts';
import { evalCommand } from './eval.ts';
import { EXIT_BUG, EXIT_CODES, EXIT_DECLINED } from './exit-codes.ts';
import { initCommand } from './init.ts';
import { payoutsCommand } from './payouts.ts';
import { recordsCommand } from './records.ts';
import { refundsCommand } from './refunds.ts';
import { simulatorCommand } from './simulator.ts';
import { workerCommand } from './worker.ts';

/** Every command of the desk. One file a group. */
export function program(context: CliContext): Command {
  const root = new Command('rudisha')
    .description('The refund desk: from "M-Pesa took my money" to the money back, exactly once.')
    .version(packageJson.version, '-V, --version', 'show the version')
    .helpCommand(false)
    .showHelpAfterError('(add --help for the options)');
  const groups = [
    initCommand,
    casesCommand,
    approvalsCommand,
    payoutsCommand,
    escalationsCommand,
    refundsCommand,
    brakesCommand,
    recordsCommand,
    workerCommand,
    simulatorCommand,
    demoCommand,
    evalCommand,
  ];
  for (const group of groups) root.addCommand(group(context));
  configure(root, context);
  return root;
}

/** Commander must neither end the process nor write past the context's output. */
function configure(command: Command, context: CliContext): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      context.output.line(text.trimEnd());
    },
    writeErr: (text) => {
      context.output.say(text.trimEnd());
    },
  });
  for (const child of command.commands) configure(child, context);
}

/** Runs one command line; the exit code says what happened. One clear line on failure, never a stack trace. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  let code = 0;
  const counting: CliContext = {
    ...context,
    setExitCode: (given) => {
      code = given;
    },
  };
  try {
    await program(counting).parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, context);
  }
}

function failed(error: unknown, context: CliContext): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.bad_input;
  if (error instanceof Problem) {
    context.output.say(`rudisha: ${error.message}`);
    return EXIT_CODES[error.code];
  }
  if (error instanceof Error && error.name === 'ExitPromptError') {
    context.output.say('rudisha: stopped; nothing was changed');
    return EXIT_DECLINED;
  }
  context.output.say(`rudisha: this should not happen (please report it): ${messageOf(error)}`);
  if (context.environment['RUDISHA_DEBUG'] === 'yes' && error instanceof Error)
    context.output.say(error.stack ?? '');
  return EXIT_BUG;
}
