/**
 * Measures the whole desk as it ships: the code bundled to plain JavaScript (as `npm run build` does) and run by node
 * alone. BENCHMARKS.md says what each figure is; the options are in desk/measure.ts.
 */
import { spawnSync } from 'node:child_process';
import { bundle } from '../build.ts';

await bundle('scripts/bench/desk/resume.ts', 'bench-desk', 'resume.js');
const file = await bundle('scripts/bench/desk/measure.ts', 'bench-desk', 'measure.js');
const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
