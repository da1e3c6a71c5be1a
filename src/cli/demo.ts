import { Command } from 'commander';
import type { CliContext } from './context.ts';

export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description('a working day of the desk in under 20 seconds, in a temporary folder')
    .action(() => {
      context.output.say('demo');
    });
}
