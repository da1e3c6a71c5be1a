import type { CliContext } from './context.ts';

/** A yes or no from the person at the terminal; `stopped` for Ctrl-C and the like. */
export type Confirmed = 'yes' | 'no' | 'stopped';

export type Confirm = (question: string, context: CliContext) => Promise<Confirmed>;

/** Names that the prompt gives to "nobody answered". */
const STOPPED = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);

/**
 * Asks on standard error, so that what is on standard output stays data. No is the default: a stray Enter pays
 * nothing. The caller makes sure that there is a terminal.
 */
export const confirmInTerminal: Confirm = async (question, context) => {
  // Loaded when somebody is asked: a third of a command's start would be this.
  const { confirm } = await import('@inquirer/prompts');
  try {
    const yes = await confirm(
      { message: question, default: false },
      { output: process.stderr, signal: context.signal },
    );
    return yes ? 'yes' : 'no';
  } catch (error) {
    if (error instanceof Error && STOPPED.has(error.name)) return 'stopped';
    throw error;
  }
};
