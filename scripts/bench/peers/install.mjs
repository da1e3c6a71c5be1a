/** Installs the peers into this folder alone, once, at the versions of package.json and its lock file. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const INSTALL_WITHIN_MS = 10 * 60_000;

/** In one line why the peers could not be installed, or null when they are there. */
export function installPeers(say) {
  if (existsSync(new URL('./node_modules/.package-lock.json', import.meta.url))) return null;
  say('installing the peers into scripts/bench/peers/node_modules (once, some minutes) …');
  const { status, error, stderr } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: HERE,
    encoding: 'utf8',
    timeout: INSTALL_WITHIN_MS,
  });
  if (status === 0) return null;
  return `npm could not install them (${error?.message ?? stderr.trim().split('\n')[0] ?? status})`;
}

/** The first of these packages that is not there, or null. */
export function missingOf(packages) {
  const { resolve } = createRequire(import.meta.url);
  const found = (name) => resolve.paths(name)?.some((place) => existsSync(`${place}/${name}/package.json`));
  return packages.find((name) => !found(name)) ?? null;
}
