import type { Certificate } from './certificate.ts';
import type { Books } from './books.ts';
import type { BooksFile } from './books-open.ts';
import type { SimulatorSettings } from './options.ts';

/** What every part of a running simulator works with. */
export interface Workings {
  readonly settings: SimulatorSettings;
  readonly db: BooksFile;
  readonly books: Books;
  readonly certificate: Certificate;
}
