import { fork, type ChildProcess } from 'node:child_process';
import type { ProviderAnswers, ProviderAsks } from './provider.ts';

/** The sweep's end of the provider's process. */
export class Outside {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, (answer: ProviderAnswers) => void>();

  constructor(script: string) {
    this.#child = fork(script, [], { env: { PATH: process.env['PATH'], CRASH_PROVIDER: 'yes' } });
    this.#child.on('message', (answer: ProviderAnswers) => {
      this.#waiting.get(`${answer.kind} ${answer.folder}`)?.(answer);
    });
    this.#child.on('exit', (code) => {
      for (const done of this.#waiting.values())
        done({ folder: '', kind: 'stop', failed: `the provider ended by itself (${String(code)})` });
    });
  }

  async start(run: Omit<Extract<ProviderAsks, { kind: 'start' }>, 'kind'>): Promise<void> {
    await this.#ask({ kind: 'start', ...run });
  }

  async stop(folder: string): Promise<void> {
    await this.#ask({ kind: 'stop', folder });
  }

  close(): void {
    this.#child.removeAllListeners('exit');
    this.#child.disconnect();
  }

  async #ask(asks: ProviderAsks): Promise<void> {
    const name = `${asks.kind} ${asks.folder}`;
    const answer = await new Promise<ProviderAnswers>((resolve) => {
      this.#waiting.set(name, resolve);
      this.#child.send(asks);
    });
    this.#waiting.delete(name);
    if (answer.failed !== null) throw new Error(`provider: ${answer.failed}`);
  }
}
