export { type BooksOptions, type BooksResult, compareBooks } from './compare-books.js';
export { booksExitCode, renderBooks, renderBooksJunit } from './report.js';
