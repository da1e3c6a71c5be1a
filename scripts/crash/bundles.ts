import { build } from 'esbuild';
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUNDLING } from '../build.ts';

/** The scripts that a sweep starts as processes. */
export interface Bundles {
  /** `rudisha ARGS`, with boundaries. */
  readonly process: string;
  /** The outside world: simulators, in a process that is never killed. */
  readonly provider: string;
  /** A worker without the worker lock. */
  readonly lockless: string;
  remove(): void;
}

/**
 * Bundles them with everything but the native dependency: a process then starts in half the time, and a sweep starts
 * thousands. The folder is this sweep's own, so that two at once do not change each other's code.
 */
export async function makeBundles(): Promise<Bundles> {
  const folder = resolve(`dist/crash-${process.pid}`);
  const scripts = ['process', 'provider', 'lockless'] as const;
  await build({
    ...BUNDLING,
    entryPoints: scripts.map((name) => `scripts/crash/${name}.ts`),
    outdir: folder,
    minifyWhitespace: true,
  });
  cpSync('src/store/migrations', `${folder}/migrations`, { recursive: true });
  const [desk, provider, lockless] = scripts.map((name) => `${folder}/${name}.js`) as [
    string,
    string,
    string,
  ];
  return {
    process: desk,
    provider,
    lockless,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
