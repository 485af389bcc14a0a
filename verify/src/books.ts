/** Compares the orders of a shop with the transactions of a gateway. Nothing here can write to a gateway. */
import './same-version.js';

export type { Difference, DifferenceKind, Order, OrderOf, Payment } from 'payment-gateway-core/books';
export { orderAt } from 'payment-gateway-core/books';
export {
  type BooksOptions,
  type BooksProgress,
  type BooksResult,
  booksExitCode,
  compareBooks,
  renderBooks,
  renderBooksJunit,
} from './books/index.js';
