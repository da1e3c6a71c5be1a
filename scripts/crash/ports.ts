import { createServer } from 'node:net';
import type { PortPair } from './settings.ts';

/**
 * Below the range that the kernel takes for outgoing connections (from 32768 on Linux): one of those would keep a
 * restarted process from its own port.
 */
const FIRST_PORT = 12_000;
const PORTS = 20_000;

// Two sweeps at once begin apart.
let next = (process.pid * 50) % PORTS;

/** Two ports that nobody listens on, never given twice in a sweep. */
export async function portPair(): Promise<PortPair> {
  for (;;) {
    const simulator = FIRST_PORT + (next % (PORTS - 1));
    next += 2;
    if ((await isFree(simulator)) && (await isFree(simulator + 1)))
      return { simulator, listener: simulator + 1 };
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
