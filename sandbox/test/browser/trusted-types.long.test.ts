import { beforeAll, describe, expect, test } from 'vitest';
import { overflow } from '../../../scripts/test/docs/chromium.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { HOSTILE } from '../hostile.ts';
import { createHostile } from './hostile-objects.ts';
import { pagesOf, shown } from './pages.ts';

const PHONE = { locale: 'en-US', viewport: { width: 390, height: 844 } };
const KINDS = [
  'transactions',
  'links',
  'subscriptions',
  'customers',
  'receivers',
  'webhooks',
  'cards',
  'plans',
  'prices',
];
const LISTS = ['requests', 'events', 'assumptions', 'faults', 'inbox'];

describe('pages with hostile data in every field, in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ log: 'silent' });
  const { api, open } = pages;
  let fields: readonly string[];
  beforeAll(async () => {
    fields = await createHostile(async (method, path, body) => {
      const answer = await fetch(pages.world.sandbox.url + path, {
        method,
        headers: { authorization: 'Bearer test-token', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    });
  });

  test('the sandbox takes hostile texts in objects of each kind', () => {
    const kinds = new Set(fields.map((field) => field.split('.')[0]));
    expect([...kinds].sort()).toEqual([...KINDS].sort());
  });

  test('the console never runs them, in any list or on any object', async () => {
    const { page } = await open('/_sandbox/', PHONE);
    const see = async (place: string, selector: string) => {
      await page.goto(`${pages.world.sandbox.url}/_sandbox/#/${place}`);
      await page.locator(selector).waitFor();
      await shown(page.locator(':is(main .list, main .page, main .detail):visible'));
      await expect.poll(() => overflow(page), { message: place }).toBeLessThanOrEqual(0);
      expect(await page.locator('img[src="x"], #page script').count(), place).toBe(0);
    };
    for (const list of LISTS) await see(list, `.menu [aria-current][href="#/${list}"]`);
    for (const kind of KINDS) {
      const { data } = await api('GET', `/_sandbox/objects?kind=${kind}`);
      await see(`${kind}/${data[0].id}`, `main h2:has-text("${data[0].id}")`);
    }
  });

  test('nor do the pages of a link, its payments and a 3DS authentication', async () => {
    const texts = { name: HOSTILE, description: HOSTILE, redirect_link: HOSTILE };
    const { url } = await api('POST', '/v1/links', { amount: 100, ...texts });
    const card = { ...APPROVED_CARD, card_holder_name: HOSTILE.slice(0, 60) };
    const asks3ds = { payment_method: 'credit_card', card: { ...card, card_number: '4539620659922097' } };
    const { pathname } = new URL(url);
    const addresses = [url];
    for (const body of [{ payment_method: 'pix' }, { payment_method: 'boleto' }, asks3ds]) {
      const { key } = await api('POST', pathname, { ...body, customer: { name: HOSTILE.slice(0, 100) } });
      addresses.push(url.replace(/[^/]+$/, key));
    }
    const threeDSecure = { urlSuccess: HOSTILE, urlFail: HOSTILE };
    const asked = await api('POST', '/v1/transactions', { amount: 100, ...asks3ds, threeDSecure });
    addresses.push(asked.threeDSecure.url);
    const { page } = await open('about:blank', PHONE);
    for (const address of addresses) {
      await page.goto(address);
      await shown(page.locator('#page > *'));
      await expect.poll(() => overflow(page), { message: address }).toBe(0);
      expect(await page.locator('img[src="x"], #page script').count(), address).toBe(0);
    }
  });

  test('no page can turn a text into markup, even in its own code', async () => {
    const { url } = await api('POST', '/v1/links', { amount: 100, name: 'Book' });
    const opened = await pages.world.open('/_sandbox/', PHONE);
    for (const address of [`${pages.world.sandbox.url}/_sandbox/`, url, url.replace('/pay/', '/3ds/')]) {
      await opened.page.goto(address);
      const write = () =>
        opened.page.evaluate(() => {
          document.body.innerHTML = '<b>written</b>';
        });
      await expect(write(), address).rejects.toThrow('TrustedHTML');
    }
    await opened.close();
  });
});
