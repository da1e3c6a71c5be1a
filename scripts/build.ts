import { build } from 'esbuild';
import { cpSync, rmSync } from 'node:fs';

/**
 * Bundles an entry into dist/NAME/, with the files that the code reads beside itself. Dependencies stay outside: one
 * of them is native.
 */
export async function bundle(entry: string, name: string, file: string): Promise<string> {
  const outfile = `dist/${name}/${file}`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'error',
  });
  cpSync('src/store/migrations', `dist/${name}/migrations`, { recursive: true });
  return outfile;
}

if (import.meta.filename === process.argv[1]) {
  rmSync('dist', { recursive: true, force: true });
  console.log(await bundle('src/cli/main.ts', 'cli', 'main.js'));
}
