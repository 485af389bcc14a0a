/**
 * The states of the pages for tests: every payment state for a buyer, and every section of the console, with the
 * expected look.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testCards } from '../../../generated/test-values.js';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { type Texts, textsIn } from '../../pages/buyer/texts.js';
import { APPROVED_CARD } from '../entrances.ts';
import { HOSTILE } from '../hostile.ts';
import type { World } from './world.ts';

export const en = textsIn('en');
export const pt = textsIn('pt-BR');

/** A buyer's view of a page. */
export const LIGHT = { name: 'pt', texts: pt, options: { locale: 'pt-BR', viewport: { width: 480, height: 800 } } };
export const DARK = {
  name: 'en-dark',
  texts: en,
  options: { locale: 'en-US', colorScheme: 'dark' as const, viewport: { width: 360, height: 740 } },
};
type View = typeof LIGHT | typeof DARK;

const ASKS_3DS = { ...APPROVED_CARD, card_number: '4539620659922097' };

/** A state that a buyer may see: how to reach it, and the expected text. */
export type Scene = readonly [name: string, make: () => Promise<string>, said: (texts: Texts) => string];

export type Buyers = ReturnType<typeof buyersOf>;

/** Creates links and payments in a sandbox, in each possible state. */
export function buyersOf(world: World) {
  const link = (fields: object = {}) =>
    world.api('POST', '/v1/links', {
      amount: 15_990,
      name: 'Dom Casmurro, edição ilustrada',
      description: 'Capa dura, 256 páginas',
      redirect_link: `${world.shop.url}/thanks`,
      ...fields,
    });
  const pay3ds = (fields: object = {}) =>
    world.api('POST', '/v1/transactions', {
      amount: 45_900,
      payment_method: 'credit_card',
      card: ASKS_3DS,
      threeDSecure: { urlSuccess: `${world.shop.url}/ok`, urlFail: `${world.shop.url}/fail` },
      ...fields,
    });
  /** Returns the page of a payment that was started on a link's page. */
  const payment = async (body: object, fields: object = {}): Promise<{ id: number; url: string }> => {
    const { url } = await link(fields);
    const { pathname } = new URL(url);
    const { key } = await world.api('POST', pathname, body);
    const state = await world.api('GET', `/_sandbox/pay/${key}/state`);
    return { id: state.payment.id, url: url.replace(/[^/]+$/, key) };
  };
  /** Returns a payment of a link that the shop has not captured yet. */
  const authorized = async (): Promise<{ id: number; url: string }> => {
    const options = { payment_method: 'credit_card', card: APPROVED_CARD, capture: false };
    const { id } = await world.api('POST', `/_sandbox/objects/${(await link()).id}/checkout`, options);
    const { page } = await world.api('GET', `/_sandbox/objects/${id}/details`);
    return { id, url: page };
  };
  const did = async (act: string, { id, url }: { id: number; url: string }): Promise<string> => {
    await world.api('POST', `/_sandbox/objects/${id}/${act}`, {});
    return url;
  };
  const byCard = (card_number: string) => ({ payment_method: 'credit_card', card: { ...APPROVED_CARD, card_number } });

  /** Each state that a buyer may see: how to reach it, and the expected text. */
  const scenes: readonly Scene[] = [
    ['link', async () => (await link()).url, ({ payByPix }) => payByPix],
    ['link-hostile', async () => (await link({ name: HOSTILE, description: HOSTILE })).url, ({ payByPix }) => payByPix],
    ['link-expired', async () => did('expire', await link()), ({ endedLinks }) => endedLinks.expired],
    ['link-canceled', async () => did('cancel', await link()), ({ endedLinks }) => endedLinks.canceled],
    ['pix', async () => (await payment({ payment_method: 'pix' })).url, ({ waitingPix }) => waitingPix],
    ['boleto', async () => (await payment({ payment_method: 'boleto' })).url, ({ waitingBoleto }) => waitingBoleto],
    ['paid', async () => did('pay', await payment({ payment_method: 'pix' })), ({ paid }) => paid],
    [
      'paid-forbidden-address',
      async () => did('pay', await payment({ payment_method: 'pix' }, { redirect_link: 'javascript:alert(3)' })),
      ({ forbiddenAddress }) => forbiddenAddress,
    ],
    ['refused', async () => (await payment(byCard(testCards.refused.visa))).url, ({ refused }) => refused],
    ['canceled', async () => did('expire', await payment({ payment_method: 'pix' })), ({ canceled }) => canceled],
    [
      'processing',
      async () => (await payment(byCard(testCards.processing.mastercard))).url,
      ({ processing }) => processing,
    ],
    [
      'request-authentication',
      async () => (await payment(byCard(testCards.request_authentication.visa))).url,
      ({ requestAuthentication }) => requestAuthentication,
    ],
    [
      'refunded',
      async () => did('refund', await payment(byCard(testCards.approved.visa))),
      ({ refunded }) => refunded(false),
    ],
    [
      'pix-refunded',
      async () => {
        const paid = await payment({ payment_method: 'pix' });
        await did('pay', paid);
        return did('refund', paid);
      },
      ({ pendingRefund }) => pendingRefund(true),
    ],
    ['voided', async () => did('cancel', await authorized()), ({ voided }) => voided],
    ['unknown', async () => `${world.sandbox.url}/_sandbox/pay/AAAAAAAAAAAAAAAAAAAAAA`, ({ unknown }) => unknown],
    ['3ds', async () => (await pay3ds()).threeDSecure.url, ({ approve }) => approve],
    [
      '3ds-used-approved',
      async () => {
        const { id, threeDSecure } = await pay3ds();
        return did('settle', { id, url: threeDSecure.url });
      },
      ({ usedApproved }) => usedApproved,
    ],
    [
      '3ds-used-refused',
      async () => {
        const { id, threeDSecure } = await pay3ds();
        return did('decline', { id, url: threeDSecure.url });
      },
      ({ usedAuthentication }) => usedAuthentication,
    ],
  ];

  return { link, pay3ds, payment, authorized, did, scenes };
}

export async function checkScene(page: Page, [name, make, said]: Scene, view: View): Promise<void> {
  const where = `pages/buyer-${name}-${view.name}`;
  await page.goto(await make());
  await page.getByText(said(view.texts)).first().waitFor();
  await shoot(page, where);
  await expect.poll(() => overflow(page), { message: where }).toBe(0);
  await expect.poll(() => violations(page), { message: where }).toEqual([]);
}

/** Returns the sections of the console, with the details of one transaction. */
export function consolePlaces(transaction: number): string[] {
  const lists = ['transactions', 'links', 'subscriptions', 'webhooks', 'requests', 'events', 'faults', 'assumptions'];
  return [...lists, `transactions/${transaction}`, 'cards/1', 'nonsense'];
}

export async function checkPlace(world: World, page: Page, place: string): Promise<void> {
  await page.goto(`${world.sandbox.url}/_sandbox/#/${place}`);
  await page.locator(':is(main .list, main .page, main .detail):visible').first().waitFor();
  await expect.poll(() => overflow(page), { message: place }).toBeLessThanOrEqual(0);
  await expect.poll(() => violations(page), { message: place }).toEqual([]);
  const scheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  await shoot(page, `pages/console-${place.replace(/\W\w+/, '-detail')}-${page.viewportSize()?.width}-${scheme}`);
}

export function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
