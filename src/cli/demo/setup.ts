import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { importOrders, importPayments } from '../../cases/import-records.ts';
import { loadCertificate } from '../../mpesa/simulator/certificate.ts';
import { readOrders } from '../../records/orders-file.ts';
import { readStatement } from '../../records/statement.ts';
import type { Child, Children } from './children.ts';
import { silenceAbout } from './kill.ts';
import type { Reader } from './reader.ts';
import { COMPLAINTS } from './script.ts';
import type { Story } from './story.ts';

/** Where the demo lives: its temporary folder, the sample records, and the ports that its processes use. */
export interface Place {
  readonly folder: string;
  readonly samples: string;
  readonly simulatorPort: number;
  readonly listenerPort: number;
}

export function databaseOf({ folder }: Pick<Place, 'folder'>): string {
  return join(folder, 'rudisha.db');
}

/**
 * What the child processes are told. Nothing else of our own environment reaches them: whoever has settings for the
 * real M-Pesa in their shell must be able to run this without a thought.
 */
export function environmentOf(place: Place, reader: Reader): Readonly<Record<string, string>> {
  // What a process needs to start at all, on any system.
  const system = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(system),
    ...reader.settings,
    RUDISHA_DB: databaseOf(place),
    RUDISHA_LISTEN_PORT: String(place.listenerPort),
    DARAJA_BASE_URL: `http://127.0.0.1:${place.simulatorPort}`,
    DARAJA_CERTIFICATE: certificateOf(place),
    // Real pauses between payouts and before questions are for a real M-Pesa; nobody wants to watch them.
    LANE_INTERVAL: '50ms',
    // The first question must come after the kill of scene 8 and soon after the restart.
    ASK_AFTER: '2s,3s,4s,6s,10s,20s',
    WAIT_BEFORE_RETRY: '500ms',
    RETRY_PAUSES: '500ms',
    MODEL_RETRY_AFTER: '1s',
  };
}

function certificateOf({ folder }: Place): string {
  return join(folder, 'certificate.pem');
}

/**
 * Simulator and worker at once, for starting is the slowest part: so the certificate must be there before either. The
 * simulator carries out a repeated request like a first one: what is paid once is paid once by the desk's own care.
 */
export function startBoth(
  children: Children,
  place: Place,
): { readonly simulator: Child; readonly worker: Child } {
  const { folder } = place;
  const books = join(folder, 'simulator.db');
  loadCertificate(`${books}.key.pem`, certificateOf(place));
  const killed = COMPLAINTS.find(({ part }) => part === 'killed');
  const faults = join(folder, 'faults.json');
  writeFileSync(faults, JSON.stringify(silenceAbout(killed?.receipt ?? '')));
  const statement = join(place.samples, 'statement.csv');
  const port = String(place.simulatorPort);
  const simulator = children.start('simulator', [
    'simulator',
    ...['--port', port, '--books', books, '--statement', statement],
    ...['--faults', faults, '--callback-delay', '100', '--without-dedupe'],
  ]);
  return { simulator, worker: children.start('worker', ['worker']) };
}

export async function importSamples({ desk }: App, { samples }: Place, story: Story): Promise<void> {
  const statement = readStatement(readFileSync(join(samples, 'statement.csv')));
  const orders = readOrders(readFileSync(join(samples, 'orders.csv')), desk.clock.now());
  const payments = await importPayments(statement.rows, 'import', desk, () => undefined);
  await importOrders(orders.rows, 'import', desk, () => undefined);
  const { not_completed: failed, charge } = statement.skipped;
  story.tell(
    'imported',
    `the shop's M-Pesa statement: ${payments.added} payments, ${payments.givenBackOutside} reversed by hand; ${failed} failed and ${charge} charge row left out. ${orders.rows.length} orders`,
  );
}
