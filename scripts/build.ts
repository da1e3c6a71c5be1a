import { build, type BuildOptions, type Metafile } from 'esbuild';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How everything is bundled. Dependencies go in, for loading them as thousands of small files was 95 ms of the 255 that
 * the command line took to start; but one has a native part, and those that were published for `require` find none in a
 * module.
 */
export const BUNDLING = {
  bundle: true,
  platform: 'node' as const,
  format: 'esm' as const,
  target: 'node20',
  external: ['better-sqlite3'],
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
  },
  logLevel: 'error' as const,
} satisfies BuildOptions;

/** Bundles an entry into dist/NAME/, with the files that the code reads beside itself; returns the bundle's path. */
export async function bundle(entry: string, name: string, file: string): Promise<string> {
  return (await bundled(entry, name, file)).outfile;
}

async function bundled(
  entry: string,
  name: string,
  file: string,
): Promise<{ readonly outfile: string; readonly metafile: Metafile }> {
  const outfile = `dist/${name}/${file}`;
  const { metafile } = await build({
    ...BUNDLING,
    entryPoints: [entry],
    outfile,
    sourcemap: true,
    metafile: true,
  });
  cpSync('src/store/migrations', `dist/${name}/migrations`, { recursive: true });
  return { outfile, metafile };
}

/** The licences of the packages that are shipped in the bundle ask that their text goes with every copy. */
function licensesOf({ inputs }: Metafile): string {
  const packages = new Set<string>();
  for (const input of Object.keys(inputs)) {
    const path = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (path !== undefined) packages.add(path);
  }
  return [...packages].sort().map(licenseOf).join('\n');
}

function licenseOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license ?? 'see below'})\n${text}`;
}

if (import.meta.filename === process.argv[1]) {
  rmSync('dist', { recursive: true, force: true });
  const { outfile, metafile } = await bundled('src/cli/main.ts', 'cli', 'main.js');
  writeFileSync('dist/cli/THIRD-PARTY-LICENSES.txt', licensesOf(metafile));
  console.log(outfile);
}
