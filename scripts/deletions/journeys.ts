import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A journey by its file (`races`) and its full name. */
export interface Journey {
  readonly file: string;
  readonly name: string;
}

interface Ended extends Journey {
  readonly status: string;
  readonly message: string;
}

/**
 * What SQLite says when a statement no longer goes with the schema. That is a program which cannot run, not one which
 * does wrong: no journey's claim was put to the test.
 */
const SCHEMA_BROKEN =
  /foreign key mismatch|ON CONFLICT clause does not match|no such (table|column)|syntax error/;

/** The journeys of these files, or of all, that fail; with `onlyOne`, no more than the first. */
export async function failedIn(
  folder: string,
  files: readonly string[],
  options: { readonly onlyOne: boolean },
): Promise<{ readonly journeys: readonly Journey[]; readonly broken: string | null }> {
  const ended = await run(folder, files, options.onlyOne ? ['--bail=1'] : []);
  const failed = ended.filter(({ status }) => status === 'failed');
  const broken = failed.find(({ message }) => SCHEMA_BROKEN.test(message));
  return {
    journeys: failed.filter((journey) => journey !== broken && !SCHEMA_BROKEN.test(journey.message)),
    broken:
      broken === undefined ? null : `the schema broke: ${SCHEMA_BROKEN.exec(broken.message)?.[0] ?? ''}`,
  };
}

/** The name of the first of these journeys that passes here; null when none does. What passes is kept in `known`. */
export async function passedIn(
  folder: string,
  journeys: readonly Journey[],
  known: Map<string, ReadonlySet<string>>,
): Promise<string | null> {
  for (const file of new Set(journeys.map((journey) => journey.file))) {
    const names = known.get(file) ?? (await passingOf(folder, file));
    known.set(file, names);
    const noticed = journeys.find((journey) => journey.file === file && names.has(journey.name));
    if (noticed) return noticed.name;
  }
  return null;
}

async function passingOf(folder: string, file: string): Promise<ReadonlySet<string>> {
  const passed = (await run(folder, [file], [])).filter(({ status }) => status === 'passed');
  return new Set(passed.map(({ name }) => name));
}

/** Every journey that these files hold, and how it ended. A file that could not be run has none. */
function run(folder: string, files: readonly string[], more: readonly string[]): Promise<readonly Ended[]> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(files.length === 0 ? ['test/journeys'] : files.map((name) => `test/journeys/${name}.test.ts`)),
      ...more,
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve(endedIn(report));
    });
  });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function endedIn(report: string): readonly Ended[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ status, fullName, failureMessages }) => ({
        file: /([^/]+)\.test\.ts$/.exec(path)?.[1] ?? path,
        name: fullName,
        status,
        message: failureMessages.join('\n'),
      })),
    );
  } catch {
    return [];
  }
}
