import { booksOf } from './books.ts';
import { openBooksFile } from './books-open.ts';
import { reportBooks } from './books-report.ts';
import { loadCertificate } from './certificate.ts';
import { answerControl } from './control.ts';
import type { Incoming, Reply } from './exchange.ts';
import { parseFaultRules } from './faults.ts';
import { takeRequest } from './gateway.ts';
import { listen } from './http-server.ts';
import { operationOf } from './operations.ts';
import { settingsOf } from './options.ts';
import type { RunningSimulator, SimulatorOptions } from './options.ts';
import { addPayments, reverseOutside } from './payments.ts';
import { makePump } from './pump.ts';
import type { Pump } from './pump.ts';
import type { Workings } from './workings.ts';

/**
 * Starts a local Daraja with its own books: it accepts, calls back, refuses and fails as Safaricom's does (daraja.md),
 * over real HTTP on this machine only. What it accepted before it was stopped or killed, it carries out now. Throws
 * Problem `port_in_use`, `database_unreadable`, `bad_input` (a fault script with errors).
 */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const workings = openWorkings(options);
  const { db, settings } = workings;
  try {
    const pump = makePump(workings);
    const controls = controlsOf(workings, pump);
    const listener = await listen(settings.port, (incoming, host) =>
      route(workings, pump, controls, incoming, host),
    );
    // Only with the port in hand: another simulator may be at work on the same books.
    pump.wake();
    settings.log(`listening on port ${listener.port}`);
    return {
      url: `http://127.0.0.1:${listener.port}`,
      port: listener.port,
      certificatePath: settings.certificatePath,
      ...controls,
      async close(): Promise<void> {
        pump.close();
        await listener.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function openWorkings(options: SimulatorOptions): Workings {
  const given = settingsOf(options);
  const db = openBooksFile(given.booksPath);
  try {
    const books = booksOf(db, given.utilityBalanceCents);
    // In the books, since what is due is: a restart must not fall back in time.
    const settings = { ...given, dueNow: () => given.dueNow() + books.settings.aheadMs() };
    if (options.faults !== undefined) {
      books.settings.setFaultScript(parseFaultRules(options.faults), 'unless the same');
    }
    return { settings, db, books, certificate: loadCertificate(settings.keyPath, settings.certificatePath) };
  } catch (error) {
    db.close();
    throw error;
  }
}

type Controls = Omit<RunningSimulator, 'url' | 'port' | 'certificatePath' | 'close'>;

function controlsOf(workings: Workings, pump: Pump): Controls {
  const { books, db, settings } = workings;
  return {
    books: () => reportBooks(db, books, settings.credentialTriesMax),
    addPayments: (payments) => {
      addPayments(workings, payments);
    },
    reverseOutside: (receipt) => reverseOutside(workings, receipt),
    setFaults: (rules) => {
      books.settings.setFaultScript(parseFaultRules(rules), 'new edition');
    },
    unlockCredential: () => {
      books.settings.setWrongCredentials(0);
    },
    deleteUrls: () => {
      books.settings.setRegisteredUrls(null);
    },
    endTokens: () => {
      books.settings.endTokens();
    },
    setFloat: (balanceCents) => {
      books.money.setBalanceCents(balanceCents);
    },
    advance: (ms) => {
      books.settings.setAheadMs(books.settings.aheadMs() + ms);
      pump.wake();
    },
    tick: () => pump.tick(),
  };
}

function route(
  workings: Workings,
  pump: Pump,
  controls: Controls,
  incoming: Incoming,
  host: string,
): Promise<Reply> {
  if (incoming.path.startsWith('/simulator/')) return answerControl(controls, incoming, host);
  return takeRequest(workings, pump, operationOf(incoming.path), incoming);
}
