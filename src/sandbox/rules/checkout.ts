import type { JsonObject } from '../../contract/json.js';
import { present } from './input.js';
import { linkStatus } from './links.js';
import { wrongState } from './refusals.js';
import { pageUrl } from './resource.js';
import { create } from './transactions/create.js';
import type { Transaction } from './transactions/transaction.js';
import { rule, type Stored, type Work } from './work.js';

/** What a buyer chooses on the page of a link: the fields of a transaction's request, without its amount. */
export type Checkout = JsonObject & { readonly payment_method?: string };

/**
 * A payment on the page of a link, which makes a transaction of the link: by card it is decided at once, PIX and boleto wait to be paid. Fails with
 * 422 unless the link is active.
 *
 * @param inBrowser whether a browser can be sent to the issuer and back
 */
export const checkout = rule(
  'link-payments',
  (
    work: Work,
    link: Stored,
    { payment_method = 'pix', ...chosen }: Checkout = {},
    { inBrowser = false }: { readonly inBrowser?: boolean } = {},
  ): Transaction => {
    if (linkStatus(link) !== 'active') throw wrongState(link, 'pay it', ['active']);
    const key = work.settings.randomKey();
    // From 3DS the browser comes back to the page of the payment.
    const page = pageUrl(work, 'pay', key);
    const threeDSecure = inBrowser ? { threeDSecure: { urlSuccess: page, urlFail: page } } : {};
    // On a page somebody waits for the code, as with `async`.
    const body = present({ async: false, ...threeDSecure, ...chosen, payment_method, amount: link.value.amount });
    return create(work, body, { link: link.id, key }).transaction;
  },
);
