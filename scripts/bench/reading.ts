/**
 * Measures reading as it ships: `measure-reading.ts` bundled to plain JavaScript (as `npm run build` does) and run by
 * node alone, so that no loader or type stripper takes part. `--json` prints the figures for programs.
 */
import { spawnSync } from 'node:child_process';
import { bundle } from '../build.ts';

const file = await bundle('scripts/bench/measure-reading.ts', 'bench', 'reading.js');
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--expose-gc', file, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
