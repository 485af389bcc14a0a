/** The options of the commands that compare the orders of a shop. */
import { text } from '../util/index.js';

export const ORDERS = {
  ...text(),
  value: '<command>',
  help: 'prints what your shop believes: [{"order": "order-1", "paid": 15990}], in centavos',
} as const;

export const ORDER = {
  ...text('a field such as metadata.order', /^[\w-]+(\.[\w-]+)*$/),
  value: '<field>',
  help: 'the field of a transaction that names its order; by default metadata.order, or else reference_key',
} as const;
