export {
  type Comparison,
  compareBooks,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type Payment,
  sentenceOf,
} from './compare.js';
export { BadOrders, type Order, type OrderOf, orderAt, requireOrders, usualOrder } from './orders.js';
