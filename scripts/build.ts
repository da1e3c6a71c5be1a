import { build, type Metafile } from 'esbuild';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its native part cannot be bundled. */
const OUTSIDE = ['better-sqlite3'];

/** What was published for `require` finds none in a module. */
const REQUIRE = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;

/**
 * Bundles an entry into dist/NAME/, with the files that the code reads beside itself. Dependencies go in too: loading
 * them as thousands of small files was 95 ms of the 255 that the command line took to start.
 */
export async function bundle(entry: string, name: string, file: string): Promise<string> {
  const folder = `dist/${name}`;
  const { metafile } = await build({
    entryPoints: [entry],
    outfile: `${folder}/${file}`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: OUTSIDE,
    banner: { js: REQUIRE },
    sourcemap: true,
    metafile: true,
    logLevel: 'error',
  });
  cpSync('src/store/migrations', `${folder}/migrations`, { recursive: true });
  writeFileSync(`${folder}/THIRD-PARTY-LICENSES.txt`, licensesOf(metafile));
  return `${folder}/${file}`;
}

/** The licences of the bundled packages ask that their text goes with every copy. */
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
  console.log(await bundle('src/cli/main.ts', 'cli', 'main.js'));
}
