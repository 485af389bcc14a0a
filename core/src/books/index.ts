export {
  type Comparison,
  compareOrders,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type Payment,
  sentenceOf,
} from './compare.js';
export {
  BadOrders,
  ORDER,
  ORDERS,
  type Order,
  type OrderOf,
  orderAt,
  parseOrders,
  requireOrders,
  usualOrder,
} from './orders.js';
