import { join } from 'node:path';

export interface PortPair {
  readonly simulator: number;
  readonly listener: number;
}

/** From the money to its callback: later than the answer to the request is recorded, on a busy machine too. */
export const CALLBACK_DELAY_MS = 150;

/**
 * The environment of every process of a run: short waits, so that doubt ends within seconds. The last question comes
 * late enough that a worker restarted on a busy machine still puts it.
 */
export function runSettings(folder: string, ports: PortPair): Record<string, string> {
  return {
    RUDISHA_DB: join(folder, 'rudisha.db'),
    RUDISHA_LISTEN_PORT: String(ports.listener),
    MODEL: 'rules',
    DARAJA_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    DARAJA_CERTIFICATE: join(folder, 'certificate.pem'),
    DARAJA_TIMEOUT: '5s',
    LANE_INTERVAL: '0ms',
    ASK_AFTER: '500ms,2s,4s',
    LAST_ANSWER_WITHIN: '1500ms',
    STATUS_ANSWER_WITHIN: '1500ms',
    TELL_STAFF_AFTER: '2s',
    TELL_CUSTOMER_AFTER: '1h',
    WAIT_BEFORE_RETRY: '200ms',
    RETRY_PAUSES: '1s,3s',
  };
}
