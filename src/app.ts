import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Desk } from './cases/desk.ts';
import type { DeskSettings } from './cases/context.ts';
import type { Channel, Clock, Ids, Model, Payments, Store } from './cases/ports.ts';
import type { Config } from './config.ts';
import { Problem } from './core/errors.ts';
import { readableCode } from './core/ids.ts';
import { fileChannel } from './messages/file-channel.ts';
import { texts } from './messages/texts.ts';
import { ollamaModel } from './model/ollama.ts';
import { darajaClient } from './mpesa/daraja.ts';
import { DARAJA_PATHS } from './mpesa/options.ts';
import { callbackPath } from './payouts/callback-path.ts';
import { isUsableInUrl } from './payouts/key.ts';
import { holdsSecret } from './reading/known-secrets.ts';
import { realWaiting } from './store/busy.ts';
import { assertNotNewer, schemaVersion, SCHEMA_VERSION } from './store/migrate.ts';
import { openDatabase, type Db } from './store/open.ts';
import { secretOf } from './store/settings.ts';
import { sqliteStore } from './store/sqlite-store.ts';
import type { StoreHook } from './store/hook.ts';

/** Stand-ins and wrappers for the ports: tests and the crash sweep put theirs here; the program has none. */
export interface Wrapping {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly hook?: StoreHook;
  readonly store?: (store: Store) => Store;
  readonly payments?: (payments: Payments) => Payments;
  readonly model?: (model: Model | null) => Model | null;
  readonly channel?: (channel: Channel) => Channel;
  /** Moments inside the simulator. */
  readonly moment?: (name: string) => void;
}

/** An opened desk: the engine's parts, and what has to be closed. */
export interface App {
  readonly config: Config;
  readonly desk: Desk;
  readonly channel: Channel;
  close(): void;
}

const realClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

const realIds: Ids = {
  caseId: () => `C-${readableCode(randomBytes(8), 6)}`,
  escalationId: () => `E-${readableCode(randomBytes(8), 6)}`,
  inquiryId: usableInquiryId,
  rowId: () => readableCode(randomBytes(16), 20),
};

/** 40 bits; drawn again in the rare case that it spells a word that callback URLs must avoid. */
function usableInquiryId(): string {
  const id = `Q-${readableCode(randomBytes(8), 8)}`;
  return isUsableInUrl(id) ? id : usableInquiryId();
}

/** A payments port for processes that only look at the books: its gate never opens. */
const noPayments: Payments = {
  prepare: () =>
    Promise.resolve({ tokenUntil: null, why: 'this process does not pay', release: () => undefined }),
  send: () => Promise.resolve({ kind: 'never_sent', detail: 'this process does not pay' }),
  ask: () => Promise.resolve({ kind: 'ask_failed', detail: 'this process does not pay', laneStop: null }),
};

/** Opens the database and puts the parts together. `pays`: with M-Pesa and the model, as the worker needs them. */
export async function openApp(
  config: Config,
  options: { readonly pays: boolean; readonly show?: (line: string) => void; readonly wrapping?: Wrapping },
): Promise<App> {
  const wrapping = options.wrapping ?? {};
  const clock = wrapping.clock ?? realClock;
  const db = await openChecked(config.RUDISHA_DB);
  try {
    const store = sqliteStore(db, {
      clock,
      waiting: realWaiting,
      ...(wrapping.hook ? { hook: wrapping.hook } : {}),
    });
    const secret = secretOf(db);
    const payments = options.pays ? darajaOf(config, secret, clock) : noPayments;
    const model = options.pays && config.MODEL === 'ollama' ? modelOf(config) : null;
    const channel = fileChannel({
      path: messagesPath(config),
      ...(options.show ? { show: options.show } : {}),
    });
    return {
      config,
      desk: {
        store: wrapping.store?.(store) ?? store,
        payments: wrapping.payments?.(payments) ?? payments,
        model: wrapping.model ? wrapping.model(model) : model,
        clock,
        ids: wrapping.ids ?? realIds,
        fixed: { settings: deskSettings(config), texts, secret },
        maySend: options.pays && config.RUDISHA_MAY_PAY,
      },
      channel: wrapping.channel?.(channel) ?? channel,
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

async function openChecked(path: string): Promise<Db> {
  const db = await openDatabase(path, { create: false });
  try {
    assertNotNewer(db, path);
    const found = schemaVersion(db);
    if (found === 0)
      throw new Problem('database_unreadable', `${path} is no database of this program: run "rudisha init"`);
    if (found < SCHEMA_VERSION) {
      throw new Problem(
        'database_unreadable',
        `${path} has schema ${found}, this program writes ${SCHEMA_VERSION}: run "rudisha init" to migrate it`,
      );
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Where the default channel writes. */
export function messagesPath(config: Config): string {
  return config.RUDISHA_MESSAGES ?? join(dirname(config.RUDISHA_DB), 'messages.jsonl');
}

function darajaOf(config: Config, secret: string, clock: Clock): Payments {
  if (!existsSync(config.DARAJA_CERTIFICATE)) {
    throw new Problem(
      'bad_configuration',
      `DARAJA_CERTIFICATE is ${JSON.stringify(config.DARAJA_CERTIFICATE)}, expected a PEM file: start "rudisha simulator" once, or name Safaricom's certificate`,
    );
  }
  const base = (
    config.RUDISHA_CALLBACK_URL ?? `http://${config.RUDISHA_LISTEN_HOST}:${config.RUDISHA_LISTEN_PORT}`
  ).replace(/\/+$/, '');
  return darajaClient({
    baseUrl: config.DARAJA_BASE_URL,
    paths: {
      token: config.DARAJA_PATH_TOKEN ?? DARAJA_PATHS.token,
      reversal: config.DARAJA_PATH_REVERSAL ?? DARAJA_PATHS.reversal,
      b2c: config.DARAJA_PATH_B2C ?? DARAJA_PATHS.b2c,
      status: config.DARAJA_PATH_STATUS ?? DARAJA_PATHS.status,
    },
    consumerKey: config.DARAJA_CONSUMER_KEY,
    consumerSecret: config.DARAJA_CONSUMER_SECRET,
    initiator: config.DARAJA_INITIATOR,
    initiatorPassword: config.DARAJA_INITIATOR_PASSWORD,
    certificatePem: readFileSync(config.DARAJA_CERTIFICATE, 'utf8'),
    shortcode: config.DARAJA_SHORTCODE,
    b2cShortcode: b2cShortcode(config),
    callbackUrl: (target) => base + callbackPath(secret, target),
    clock,
    timeoutMs: config.DARAJA_TIMEOUT,
    laneIntervalMs: config.LANE_INTERVAL,
  });
}

function b2cShortcode(config: Config): string {
  return config.DARAJA_B2C_SHORTCODE ?? config.DARAJA_SHORTCODE;
}

/** The configured Ollama. Problem 'bad_configuration' for a host or model that would take words elsewhere. */
export function modelOf(config: Config): Model {
  return ollamaModel({
    model: config.MODEL_NAME,
    host: config.OLLAMA_HOST,
    hostsAllowed: config.MODEL_HOSTS_ALLOWED.split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
    deadlineMs: config.MODEL_DEADLINE,
    holdsSecret,
  });
}

/** The durations and limits of the desk, from the settings. */
export function deskSettings(config: Config): DeskSettings {
  return {
    remindAfterMs: config.REMIND_AFTER,
    closeAfterMs: config.CLOSE_AFTER,
    disputeWindowMs: config.DISPUTE_WINDOW,
    modelRetryAfterMs: config.MODEL_RETRY_AFTER,
    approvalValidMs: config.APPROVAL_VALID,
    twoPeopleAboveCents: config.TWO_PEOPLE_ABOVE ?? null,
    orderDataMaxAgeMs: config.ORDER_DATA_MAX_AGE,
    perPayoutLimitCents: config.LIMIT_PER_PAYOUT,
    perDayLimitCents: config.LIMIT_PER_DAY,
    sendWindowMs: config.SEND_WINDOW,
    askAfterMs: config.ASK_AFTER,
    lastAnswerWithinMs: config.LAST_ANSWER_WITHIN,
    tellStaffAfterMs: config.TELL_STAFF_AFTER,
    tellCustomerAfterMs: config.TELL_CUSTOMER_AFTER,
    retryPausesMs: config.RETRY_PAUSES,
    waitMs: config.WAIT_BEFORE_RETRY,
    answerWithinMs: config.STATUS_ANSWER_WITHIN,
    confirmationMaxAgeMs: config.CONFIRMATION_MAX_AGE,
    ownParties: [config.DARAJA_SHORTCODE, b2cShortcode(config)],
  };
}
