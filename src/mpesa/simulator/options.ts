import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import type { BooksReport, NewPayment } from './books-report.ts';
import type { FaultRule } from './faults.ts';

/** How results show a customer's number. Nobody public knows which production does (daraja.md §5). */
export type PartyForm = 'full' | 'masked' | 'hashed' | 'missing';

export interface SimulatorOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** The SQLite file; made when it is not there, kept for ever after. */
  readonly booksPath: string;
  /** Where the certificate is written for clients; default: beside the books, `.cer.pem`. */
  readonly certificatePath?: string;
  /** Where the private key is kept; default: beside the books, `.key.pem`. */
  readonly keyPath?: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Without it, any name is somebody who may act. */
  readonly initiatorName?: string;
  readonly initiatorPassword: string;
  readonly shortcode: string;
  /**
   * What the Utility account holds when the books are made (ten million shillings by default). Payments that are
   * seeded do not add to it.
   */
  readonly utilityBalanceCents?: Cents;
  /**
   * Whether a second reversal of a receipt is refused with R000001, and a second payout of an
   * OriginatorConversationID with 500.002.1001 (default). Without, it is carried out again and the money leaves twice:
   * a provider that is no help shows what the client's own care is worth. What somebody reversed outside is refused
   * either way.
   */
  readonly dedupe?: boolean;
  /** A reversal of less than the payment: refused with `wrongAmountCode` (default), or carried out. */
  readonly partialReversals?: 'refused' | 'allowed';
  /** The documents name no code for it; 25, invalid parameter, by default. */
  readonly wrongAmountCode?: string;
  /** Wrong credentials after which the operator is locked (8006); the real count is not published. 3 by default. */
  readonly credentialTriesMax?: number;
  /** Replaces the script that the books remember. */
  readonly faults?: readonly FaultRule[];
  /** From acceptance to the money moving; 0 by default. */
  readonly processingDelayMs?: number;
  /** From the money moving to the callback; 5 by default. */
  readonly callbackDelayMs?: number;
  /** Deliveries tried before a callback is given up; 1 by default, since nobody promises more (daraja.md §8). */
  readonly callbackAttemptsMax?: number;
  readonly callbackRetryMs?: number;
  /** Whether a new token ends the ones before it: the portal says so, many clients live otherwise (daraja.md §1). */
  readonly tokenMode?: 'several' | 'newest_only';
  /** 3599 by default. */
  readonly tokenLifeSeconds?: number;
  /** How results show customers' numbers: in full (default), masked, hashed, or not at all. */
  readonly parties?: PartyForm;
  /** What STK passwords are made with, besides shortcode and time; `simulated-passkey` by default. */
  readonly passkey?: string;
  /** Payments in a page of Pull: 100 as Daraja's (daraja.md §5); fewer, to try pages by hand. */
  readonly pullPageSize?: number;
  /** `plain`: always the same shapes. A number seeds the variation of types, key order and items; 1 by default. */
  readonly variants?: 'plain' | number;
  /** Dates receipts, ids and bodies, and ages tokens. */
  readonly now?: () => Instant;
  /** Measures delays. Apart from `now`, so that a test with a standing calendar still gets its callbacks. */
  readonly dueNow?: () => Instant;
  /** Called at `<operation>:request-received`, `accepted`, `before-reply`, `before-callback`, `after-callback`. */
  readonly moment?: (name: string) => void;
  /** One line a step; without phone numbers and credentials. */
  readonly log?: (line: string) => void;
}

/** The options with every default filled in. */
export type SimulatorSettings = Required<Omit<SimulatorOptions, 'faults' | 'initiatorName'>> & {
  readonly initiatorName: string | null;
};

/** A running simulator, as the process that started it sees it. Others use its HTTP paths. */
export interface RunningSimulator {
  readonly url: string;
  readonly port: number;
  readonly certificatePath: string;
  /** What happened so far: the truth that a client's own books are compared with. */
  books(): BooksReport;
  /** Money that customers paid. A repeat of the same payment is no second one; another with its receipt is refused. */
  addPayments(payments: readonly NewPayment[]): void;
  /** Somebody else gives the money back; answers the reversal's receipt. Problem `not_found`, `wrong_status`. */
  reverseOutside(receipt: string): string;
  setFaults(rules: readonly FaultRule[]): void;
  /** Makes a locked or expired operator right again. */
  unlockCredential(): void;
  /** Deletes the registered C2B addresses, as two operators do in the portal: they may be registered again. */
  deleteUrls(): void;
  /** Ends every access token that was given out. */
  endTokens(): void;
  /** What the Utility account holds from now on. */
  setFloat(balanceCents: Cents): void;
  /** Lets so much simulated time pass for what is due: late money and late callbacks come at once. */
  advance(ms: number): void;
  /** Carries out what is due and delivers the callbacks that are due; resolves when they were answered. */
  tick(): Promise<void>;
  /** Stops without finishing anything: what is pending is in the books for the next start. */
  close(): Promise<void>;
}

/** Ten million shillings: enough that no test runs dry by accident. */
const UTILITY_BALANCE_CENTS = 1_000_000_000;

export function settingsOf(options: SimulatorOptions): SimulatorSettings {
  return {
    port: 0,
    certificatePath: `${options.booksPath}.cer.pem`,
    keyPath: `${options.booksPath}.key.pem`,
    utilityBalanceCents: UTILITY_BALANCE_CENTS as Cents,
    dedupe: true,
    partialReversals: 'refused',
    wrongAmountCode: '25',
    credentialTriesMax: 3,
    processingDelayMs: 0,
    callbackDelayMs: 5,
    callbackAttemptsMax: 1,
    callbackRetryMs: 1_000,
    tokenMode: 'several',
    tokenLifeSeconds: 3_599,
    parties: 'full',
    passkey: 'simulated-passkey',
    pullPageSize: 100,
    variants: 1,
    now: Date.now,
    dueNow: Date.now,
    moment: () => undefined,
    log: () => undefined,
    ...options,
    initiatorName: options.initiatorName ?? null,
  };
}
