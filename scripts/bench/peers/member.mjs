/** A process of the harness that speaks over IPC: messages are `{ said, caseId? }`, and nobody misses one. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Longer than any lease of a peer (OpenWorkflow's is 30 s) on a machine with much else to do. */
const PATIENCE_MS = 120_000;

export class Member {
  #child;
  #heard = [];
  #waiting = new Set();
  #stderr = '';

  constructor(script, env) {
    this.#child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr.on('data', (data) => (this.#stderr = (this.#stderr + data).slice(-2_000)));
    this.#child.on('message', (message) => {
      this.#heard.push(message);
      for (const look of [...this.#waiting]) look();
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        resolve(signal ?? code);
        for (const look of [...this.#waiting]) look(signal ?? code ?? 'nothing');
      });
    });
  }

  tell(message) {
    this.#child.send(message);
  }

  /** The first message that says so, also one that came before. */
  hear(said, caseId) {
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle(value);
      };
      const look = (ending) => {
        const found = this.#heard.find(
          (one) => one.said === said && (caseId === undefined || one.caseId === caseId),
        );
        if (found) end(resolve, found);
        else if (ending !== undefined)
          end(reject, new Error(`ended with ${ending} before '${said}': ${this.#stderr}`));
      };
      const timer = setTimeout(() => {
        end(
          reject,
          new Error(`no '${said}' of ${caseId ?? 'it'} in ${PATIENCE_MS / 1_000} s: ${this.#stderr}`),
        );
      }, PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
  }

  /** SIGKILL: nothing of the process runs after it. Resolves with how it ended. */
  kill() {
    this.#child.kill('SIGKILL');
    return this.ended;
  }
}
