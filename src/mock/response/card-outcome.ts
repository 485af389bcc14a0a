import { outcomeOf, type TestCards } from '../../server/request/test-cards.js';
import { isObject, type JsonObject } from '../../util/json.js';

/** Transaction fields that belong to one state only. */
const GOES_WITH: Readonly<Record<string, string>> = {
  refused_reason: 'refused',
  threeDSecure: 'request_authentication',
};
const NOT_PAID = { capture_amount: 0, paid_amount: null };

/**
 * Brings a created transaction into the state that its test card, `capture` and `async` lead to, as `x-test-values` and the register entry
 * `transaction-transitions` define it. Other responses stay unchanged.
 *
 * @param siblings the responses of the operation's other examples, which provide the fields of the new state
 */
export function withCardOutcome(
  response: unknown,
  sent: unknown,
  siblings: readonly unknown[],
  cards: TestCards,
): unknown {
  if (!isObject(response) || !isObject(sent)) return response;
  if (sent.payment_method === undefined || !('capture_amount' in response) || typeof response.status !== 'string') {
    return response;
  }
  const status = settled(response.status, sent, cards);
  if (status === response.status) return response;

  const changed: JsonObject = { ...response, ...amountsOf(status, response.amount), status };
  for (const [field, state] of Object.entries(GOES_WITH)) {
    if (state !== status) delete changed[field];
    else changed[field] ??= siblings.filter(isObject).find((sibling) => field in sibling)?.[field];
  }
  return changed;
}

function settled(status: string, sent: JsonObject, cards: TestCards): string {
  // Public clients need `waiting_payment` for any `async`. In the API design that this one follows, a card payment is `processing` (`async-meaning`).
  if (sent.payment_method === 'pix' || sent.payment_method === 'boleto') {
    return sent.async === undefined ? status : 'waiting_payment';
  }
  if (isTrue(sent.async)) return 'processing';
  const outcome = outcomeOf(sent, cards);
  if (outcome !== undefined && outcome !== 'approved') return outcome;
  if (status === 'paid' && sent.capture === false) return 'authorized';
  if (status === 'authorized' && sent.capture !== false) return 'paid';
  return status;
}

function amountsOf(status: string, amount: unknown): JsonObject {
  return status === 'paid' ? { capture_amount: amount, paid_amount: amount } : NOT_PAID;
}

/** Returns whether a flag is set. Public clients also send 1 or "1". */
function isTrue(flag: unknown): boolean {
  return flag === true || flag === 1 || flag === '1';
}
