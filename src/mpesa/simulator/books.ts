import { callbacksTable } from './books-callbacks.ts';
import type { CallbacksTable } from './books-callbacks.ts';
import { moneyTables } from './books-money.ts';
import type { MoneyTables } from './books-money.ts';
import type { BooksFile } from './books-open.ts';
import { requestsTable } from './books-requests.ts';
import type { RequestsTable } from './books-requests.ts';
import { settingsTable } from './books-settings.ts';
import type { SettingsTable } from './books-settings.ts';
import type { Cents } from '../../core/money.ts';

/** All tables of the simulator's books. */
export interface Books {
  readonly requests: RequestsTable;
  readonly money: MoneyTables;
  readonly callbacks: CallbacksTable;
  readonly settings: SettingsTable;
}

export function booksOf(db: BooksFile, openingBalanceCents: Cents): Books {
  return {
    requests: requestsTable(db),
    money: moneyTables(db, openingBalanceCents),
    callbacks: callbacksTable(db),
    settings: settingsTable(db),
  };
}
