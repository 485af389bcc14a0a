import type { Operation } from 'payment-gateway-contract/internal/contract';
import { isObject } from 'payment-gateway-contract/internal/util';

/** The effects that a request can have, least first. Each one except `read` needs the permission with its name. */
export const REACHES = ['read', 'write', 'charge', 'money', 'configure'] as const;
export type Reach = (typeof REACHES)[number];

/** The permissions. Reading needs none. */
export type Permission = Exclude<Reach, 'read'>;
export const PERMISSIONS: readonly Permission[] = ['write', 'charge', 'money', 'configure'];

/** Payment methods that only create a code or line. Money moves when the buyer pays it. */
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

/** Returns the effect of a request, judged only by its operation and body. */
export function reachOf({ operationId, method, definition }: Operation, body: unknown): Reach {
  if (method === 'GET' || (method === 'POST' && definition['x-safe'] === true)) return 'read';
  if (CONFIGURES.test(operationId)) return 'configure';
  if (MONEY.has(operationId)) return 'money';
  if (operationId === 'createTransaction') {
    const { payment_method: paidBy, card, card_id: stored } = isObject(body) ? body : {};
    return UNPAID_METHODS.has(paidBy) && card === undefined && stored === undefined ? 'charge' : 'money';
  }
  // The gateway sends such a link to a phone, so it reaches a person outside the test.
  if (operationId.endsWith('PaymentLink') && isObject(body) && ('notify' in body || 'send_to' in body))
    return 'configure';
  return 'write';
}

/**
 * Returns the most that a request can charge to the card, in centavos: the amount of a card charge, the price of a subscription, or
 * the part of a capture beyond the authorization. PIX codes and boletos are free until a buyer pays them. Undefined if unknown.
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
