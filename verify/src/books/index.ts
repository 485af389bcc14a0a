export { type BooksOptions, type BooksResult, compareBooks, requirePeriod } from './compare-books.js';
export type { BooksProgress } from './payments.js';
export { booksExitCode, hiding, renderBooks, renderBooksJunit, withHiddenNames } from './report.js';
