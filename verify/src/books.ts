/** Compares the orders of a shop with the transactions of a gateway. Nothing here can write to a gateway. */
export type { Difference, DifferenceKind, Order, OrderOf, Payment } from 'payment-gateway-contract/internal/books';
export { orderAt } from 'payment-gateway-contract/internal/books';
export { type BooksOptions, type BooksResult, compareBooks } from './books/compare-books.js';
export { booksExitCode, renderBooks, renderBooksJunit } from './books/report.js';
