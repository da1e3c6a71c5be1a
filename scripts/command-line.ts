import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The exit code of bad input, as in the program's own table. */
const BAD_INPUT = 2;

/** The options of a script. What cannot be read ends it with one line and exit code 2. */
export function optionsOf<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    // The rest of what Node says is how to give an argument that begins with a dash.
    return refuse((error as Error).message.split(/\. |\n/, 1)[0] ?? '');
  }
}

/** A whole number of an option, within bounds. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 0, most = 9_999_999_999 }: { readonly least?: number; readonly most?: number } = {},
): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return refuse(`${option} wants a whole number from ${least} to ${most}, found "${text}"`);
}

/** Says in one line what cannot be done, and ends the script. */
export function refuse(line: string): never {
  console.error(line);
  process.exit(BAD_INPUT);
}
