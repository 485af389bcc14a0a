import type { Operation } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';

/** What a request can do, the least first. All but `read` needs a permission of its name. */
export const REACHES = ['read', 'write', 'charge', 'money', 'configure'] as const;
export type Reach = (typeof REACHES)[number];

/** What can be permitted beside reading, which always is. */
export type Permission = Exclude<Reach, 'read'>;
export const PERMISSIONS: readonly Permission[] = ['write', 'charge', 'money', 'configure'];

/** Charges that nobody has to pay: a code or a line, and nothing moves until somebody pays it. */
const UNPAID_METHODS: ReadonlySet<unknown> = new Set(['pix', 'boleto']);
const MONEY: ReadonlySet<string> = new Set([
  'refundTransaction',
  'captureTransaction',
  'createCard',
  'createSubscription',
  'updateSubscription',
  'cancelSubscription',
  'deleteSubscription',
]);
const CONFIGURES = /Acquirer|AntiFraud|Receiver/;

/** How far a request reaches, told by its operation and its body and by nothing else. */
export function reachOf({ operationId, method, definition }: Operation, body: unknown): Reach {
  if (method === 'GET' || (method === 'POST' && definition['x-safe'] === true)) return 'read';
  if (CONFIGURES.test(operationId)) return 'configure';
  if (MONEY.has(operationId)) return 'money';
  if (operationId === 'createTransaction') {
    const { payment_method: paidBy, card, card_id: stored } = isObject(body) ? body : {};
    return UNPAID_METHODS.has(paidBy) && card === undefined && stored === undefined ? 'charge' : 'money';
  }
  // A link that is sent to a phone reaches somebody who did not ask for it.
  if (operationId.endsWith('PaymentLink') && isObject(body) && ('notify' in body || 'send_to' in body))
    return 'configure';
  return 'write';
}

/**
 * Returns what a request can charge to the card, in centavos: the amount of a charge by card, the price of a subscription, or what a
 * capture takes beyond the authorization. PIX codes and boletos cost nothing unless somebody pays them. Undefined if it cannot be told.
 */
export function costOf(
  operation: Operation,
  body: unknown,
  known: { price(id: unknown): number | undefined; authorized(): number | undefined },
): number | undefined {
  const { amount, price_id: price } = isObject(body) ? body : {};
  const { operationId } = operation;
  if (operationId === 'createSubscription') return known.price(price);
  if (operationId === 'captureTransaction')
    return isAmount(amount) ? Math.max(0, amount - (known.authorized() ?? 0)) : 0;
  if (operationId !== 'createTransaction' || reachOf(operation, body) !== 'money') return 0;
  return isAmount(amount) ? amount : undefined;
}

export function isAmount(amount: unknown): amount is number {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
}
