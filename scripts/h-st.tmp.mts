import { mkdtempSync } from 'node:fs';
import { build } from 'esbuild';
import { seedling, grownFile } from '/work/main/scripts/bench/desk/grown-file.ts';
import { leaveWork } from '/work/main/scripts/bench/desk/growth.ts';
import { measureStartUps } from '/work/main/scripts/bench/desk/start-up.ts';
import { spawnSync } from 'node:child_process';
import { environmentOf } from '/work/main/scripts/bench/desk/desk.ts';
const folder = mkdtempSync('/tmp/h-bench-');
const s = await seedling(folder);
const path = grownFile(folder, s, { closed: 100, open: 100 });
await leaveWork(folder, path, 300);
await build({ entryPoints: ['scripts/bench/desk/resume.ts'], outfile: 'dist/h-prof/resume-all.js', bundle: true, platform: 'node', format: 'esm', target: 'node20', external: ['better-sqlite3'], minify: true, logLevel: 'error',
 banner: { js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);" } });
for (const script of ['dist/bench-desk/resume.js', 'dist/h-prof/resume-all.js', 'dist/bench-desk/resume.js', 'dist/h-prof/resume-all.js']) {
  const r = await measureStartUps(folder, script, [{ closed: 100, path }], 3);
  console.log(script, JSON.stringify(r));
}
await leaveWork(folder, path, 0).catch(() => 0);
console.log(folder);
