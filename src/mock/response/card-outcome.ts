import { CARD_EXPIRED, dayInSaoPaulo, hasCardExpired } from '../../codes/index.js';
import { type CardOutcome, outcomeOf, type TestCards } from '../../server/index.js';
import { booleanOf, isObject, type JsonObject, objectAt, stringAt } from '../../util/index.js';

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
 * @param now milliseconds since 1970
 * @param siblings the responses of the operation's other examples, which provide the fields of the new state
 */
export function withCardOutcome(
  response: unknown,
  sent: unknown,
  siblings: readonly unknown[],
  { cards, now }: { cards: TestCards; now: number },
): unknown {
  if (!isObject(response) || !isObject(sent)) return response;
  if (sent.payment_method === undefined || !('capture_amount' in response) || typeof response.status !== 'string') {
    return response;
  }
  const isExpired = hasCardExpired(expirationOf(sent), dayInSaoPaulo(now));
  const status = settled(response.status, sent, isExpired ? 'refused' : outcomeOf(sent, cards));
  const isRefusedByDate = isExpired && status === 'refused';
  if (status === response.status && !isRefusedByDate) return response;

  const changed: JsonObject = { ...response, ...amountsOf(status, response.amount), status };
  for (const [field, state] of Object.entries(GOES_WITH)) {
    if (state !== status) delete changed[field];
    else changed[field] ??= siblings.filter(isObject).find((sibling) => field in sibling)?.[field];
  }
  if (isRefusedByDate) changed.refused_reason = { reason: CARD_EXPIRED };
  return changed;
}

const expirationOf = (sent: JsonObject): string => stringAt(objectAt(sent, 'card'), 'card_expiration_date') ?? '';

function settled(status: string, sent: JsonObject, outcome: CardOutcome | undefined): string {
  // Public clients need `waiting_payment` for any `async`. In the API design that this one follows, a card payment is `processing` (`async-meaning`).
  if (sent.payment_method === 'pix' || sent.payment_method === 'boleto') {
    return sent.async === undefined ? status : 'waiting_payment';
  }
  // A debit card is charged after the authentication that its example shows.
  if (sent.payment_method === 'debit_card') return status;
  if (outcome === 'request_authentication') return outcome;
  if (booleanOf(sent.async)) return 'processing';
  if (outcome !== undefined && outcome !== 'approved') return outcome;
  const isApproved = outcome === 'approved' || status === 'paid' || status === 'authorized';
  if (!isApproved) return status;
  return booleanOf(sent.capture) === false ? 'authorized' : 'paid';
}

function amountsOf(status: string, amount: unknown): JsonObject {
  return status === 'paid' ? { capture_amount: amount, paid_amount: amount } : NOT_PAID;
}
