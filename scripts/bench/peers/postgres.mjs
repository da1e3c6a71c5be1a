/** A PostgreSQL of this run's own: data in a temporary folder, on a loopback port, stopped at the end. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './port.mjs';

const DEBIAN = '/usr/lib/postgresql';
const READY_WITHIN_MS = 60_000;

/** The folder of initdb and postgres, the newest that is installed, or null. */
function binaries() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return (
    places.find((place) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name)))) ?? null
  );
}

/** PostgreSQL refuses root: whom to be instead, or nothing when this is not root. */
function someoneElse() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim(),
    );
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user to run it as');
}

/** `{ version, create(database), stop() }` (a URL from `create`), or in one line why there is none. */
export async function startPostgres() {
  const bin = binaries();
  if (bin === null) return 'no PostgreSQL here (neither on the PATH nor under /usr/lib/postgresql)';
  const who = someoneElse();
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-postgres-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const options = { ...who, cwd: folder, stdio: 'ignore' };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'peers', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    options,
  );
  const port = await freePort();
  // What is compared is the same durability: these are its defaults, said aloud.
  const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((one) => ['-c', one]);
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', port, '-k', folder, ...durable],
    options,
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const psql = (sql) =>
    execFileSync(
      join(bin, 'psql'),
      ['-h', '127.0.0.1', '-p', port, '-U', 'peers', '-d', 'postgres', '-Atc', sql],
      {
        ...options,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
  for (const until = Date.now() + READY_WITHIN_MS; ; await pause(100)) {
    try {
      const version = psql('SHOW server_version');
      const create = (name) => {
        psql(`CREATE DATABASE ${name}`);
        return `postgresql://peers@127.0.0.1:${port}/${name}`;
      };
      return { version, create, stop };
    } catch (error) {
      if (Date.now() < until && server.exitCode === null) continue;
      await stop();
      return `PostgreSQL did not start (${error.message.split('\n')[0]})`;
    }
  }
}
