import type { JsonObject } from 'payment-gateway-core/util';
import { present } from './input.js';
import { unprocessable, wrongState } from './refusals.js';
import { pageUrl } from './resource.js';
import { create } from './transactions/create.js';
import type { Transaction } from './transactions/transaction.js';
import type { Stored, Work } from './work.js';

/** The buyer's choices on the page of a link: the fields of a transaction request without its amount. */
export type CheckoutChoices = JsonObject & { readonly payment_method?: string };

/**
 * Creates a transaction for a payment on the page of a link. A card payment is decided at once; Pix and boleto wait to be paid. Fails with
 * 422 unless the link is active.
 *
 * @param inBrowser whether a browser can go to the issuer and back
 */
export function checkout(
  work: Work,
  link: Stored,
  { payment_method = 'pix', ...chosen }: CheckoutChoices = {},
  { inBrowser = false }: { readonly inBrowser?: boolean } = {},
): Transaction {
  work.use('link-payments');
  const { amount } = chosen;
  if (amount !== undefined && amount !== null && amount !== link.value.amount)
    throw unprocessable(`amount: a buyer of link ${link.id} pays its amount (${Number(link.value.amount)})`);
  if (link.value.status !== 'active') throw wrongState(link, 'pay it', ['active']);
  const key = work.settings.randomKey();
  // After 3DS, the browser returns to the page of the payment.
  const page = pageUrl(work, 'pay', key);
  const threeDSecure = inBrowser ? { threeDSecure: { urlSuccess: page, urlFail: page } } : {};
  // The buyer waits for the code on the page, as with `async`.
  const body = present({ async: false, ...threeDSecure, ...chosen, payment_method, amount: link.value.amount });
  return create(work, body, { link: link.id, key }).transaction;
}
