import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { listen } from '../../../test/listen.ts';
import { APPROVED_CARD, PIX } from '../entrances.ts';
import { pagesOf, shown } from './pages.ts';

const PHONE = { width: 390, height: 844 };
const LANGUAGES = [
  {
    locale: 'en-US',
    clocks: ['account', 'real'],
    sendAgain: 'Send again',
    delivered: 'delivered',
    expires: 'expires',
    waits: 'next when the clock reaches',
    partly: 'partly refunded',
    missing: 'This page does not exist.',
    script: 'This page needs JavaScript. Turn it on for this address in your browser.',
  },
  {
    locale: 'pt-BR',
    clocks: ['conta', 'real'],
    sendAgain: 'Reenviar',
    delivered: 'entregue',
    expires: 'expira',
    waits: 'próxima quando o relógio chegar a',
    partly: 'parcialmente estornado',
    missing: 'Esta página não existe.',
    script: 'Esta página precisa de JavaScript. Ative o JavaScript para este endereço no navegador.',
  },
] as const;

describe('in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: '2026-11-20T12:00:00Z', docs: true });
  const { api, open } = pages;
  /** A receiver that refuses events until a test changes the status. */
  let status = 500;
  const refusing = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { connection: 'close' }).end(status === 200 ? undefined : 'database is locked');
  });
  beforeAll(async () => {
    const url = `${await listen(refusing, () => {})}/refusing?key=other-secret`;
    await api('POST', '/_sandbox/receivers', { url });
  });
  afterAll(() => refusing.close().closeAllConnections());

  test.each(LANGUAGES)(
    'the timeline of a payment has both clocks, all attempts, and what is due: $locale',
    async (given) => {
      status = 500;
      const { id } = await api('POST', '/v1/transactions', PIX);
      const { page } = await open(`/_sandbox/#/transactions/${id}`, { locale: given.locale });
      const item = (type: string) => page.locator(`.timeline .${type}`);
      await expect.poll(() => item('delivery').count()).toBeGreaterThanOrEqual(2);
      // What the request caused is one item.
      const types = (place: string) => () =>
        page.locator(place).evaluateAll((all) => all.map((one) => one.className.split(' ')[0]));
      await expect.poll(types('.timeline > li')).toEqual(['request', 'due']);
      await expect.poll(types('.timeline .request > ul > li')).toEqual(['state', 'event']);
      await item('request').getByText('POST').waitFor();
      const refused = item('event').locator('.delivery', { hasText: '/refusing' });
      await refused.getByText(given.waits).waitFor();
      await refused.locator('summary').click();
      await expect.poll(() => refused.getByText('database is locked').count()).toBe(1);
      await item('due').getByText(given.expires).waitFor();
      // The clocks differ, so each time says which clock it is of.
      const clocks = async () =>
        (await item('request').locator('.times time').allTextContents()).map((text) => text.split(' ')[0]);
      await expect.poll(clocks).toEqual([...given.clocks]);
      await expect.poll(() => violations(page)).toEqual([]);
      await shoot(page, `pages/timeline-${given.locale}`);

      status = 200;
      await refused.getByRole('button', { name: given.sendAgain }).click();
      await refused.locator('summary', { hasText: given.delivered }).waitFor();
      // The other receiver got nothing again.
      await expect.poll(() => item('delivery').filter({ hasText: '/hook' }).locator('ol li').count()).toBe(1);
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => violations(page)).toEqual([]);
      await shoot(page, `pages/timeline-${given.locale}-390`);
      expect(await page.content()).not.toContain('other-secret');
      await item('request').getByRole('link', { name: '/v1/transactions' }).click();
      await page.locator('.detail').getByText('POST /v1/transactions').waitFor();
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    },
  );

  test('a request whose response was lost begins the timeline of its payment, and leads there', async () => {
    status = 200;
    await api('POST', '/_sandbox/faults', {
      operation_id: 'createTransaction',
      fault: 'reset',
      after: 'commit',
    });
    await api('POST', '/v1/transactions', PIX).catch(() => {});
    const [{ id }] = (await api('GET', '/v1/transactions')).data;
    const { page } = await open(`/_sandbox/#/transactions/${id}`);
    const first = page.locator('.timeline > li').first();
    await first.locator('.bad', { hasText: 'response lost (reset after commit)' }).waitFor();
    await first.getByRole('link', { name: '/v1/transactions' }).click();
    await page.locator('.detail header').getByText('response lost (reset after commit)').waitFor();
    await page
      .locator('.detail')
      .getByRole('link', { name: `Transaction ${id}` })
      .click();
    await first.waitFor();
  });

  test.each(LANGUAGES)(
    'a part of a refund is in the line, and a wrong address is a readable page: $locale',
    async (given) => {
      status = 200;
      const card = { amount: 15_990, payment_method: 'credit_card', card: APPROVED_CARD };
      const { id } = await api('POST', '/v1/transactions', card);
      await api('POST', `/v1/transactions/${id}/refund`, { amount: 5990 });
      const { page } = await open(`/_sandbox/#/transactions/${id}`, { locale: given.locale });
      await page
        .locator('.timeline .state', {
          hasText: given.partly,
        })
        .waitFor();
      await expect.poll(() => page.locator('.timeline .request').count()).toBe(2);
      await page.goto(`${pages.world.sandbox.url}/_sandbox/#/nope/1`);
      await page.getByRole('heading', { name: given.missing }).waitFor();
      await page.getByText('#/nope/1').waitFor();
      expect(await page.locator('[role="alert"]').count()).toBe(0);
      await expect.poll(() => page.title()).toContain(given.missing);
      const plain = await open('/_sandbox/', { locale: given.locale, javaScriptEnabled: false });
      await expect.poll(() => plain.page.locator('noscript p').innerText()).toBe(given.script);
    },
  );

  test('an event shows the delivered envelope, which can be copied', async () => {
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { data } = await api('GET', `/_sandbox/events?id=${id}`);
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open(`/_sandbox/#/events/${data[0].id}`, { permissions, viewport: PHONE });
    const body = page.locator('details', { hasText: 'Delivered body' });
    await body.locator('pre', { hasText: `"model_id": "${id}"` }).waitFor();
    await body.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied).toMatchObject({
      event: 'transaction.created',
      model: 'transactions',
      model_id: String(id),
      payload: { id },
    });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  test('requests show their path, also without an operation, and can be searched', async () => {
    await api('GET', '/v1/nonsense/7');
    await api('POST', '/v1/transactions', { ...PIX, reference_key: 'Order-77' });
    const { page } = await open('/_sandbox/#/requests');
    const rows = page.locator('.list tbody tr');
    await rows.getByText('/v1/nonsense/7').waitFor();
    for (const [search, found] of [
      ['nonsense', 'GET /v1/nonsense/7 no operation404'],
      ['order-77', 'POST /v1/transactions createTransaction200'],
    ] as const) {
      await page.getByLabel('Search').fill(search);
      await expect.poll(async () => (await rows.allTextContents()).map((row) => row.includes(found))).toEqual([true]);
    }
    await page.getByLabel('Search').fill('test-token');
    await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
  });

  test('links show their payments, and badges stay inside their table in split view', async () => {
    const { id } = await api('POST', '/v1/links', { amount: 15_990 });
    const payment = await api('POST', `/_sandbox/objects/${id}/pay`, { payment_method: 'pix' });
    const { page } = await open(`/_sandbox/#/links/${id}`);
    await page
      .locator('.timeline .state', { hasText: 'paid' })
      .getByRole('link', { name: `${payment.id}` })
      .waitFor();
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/events/1`);
    await shown(page.locator('.has-detail td.delivery .badge'));
    const beyond = await page.locator('td.delivery .badge').evaluateAll((badges) =>
      badges.map((one) => {
        const cell = one.closest('td') as HTMLElement;
        const inside = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
        return one.getBoundingClientRect().right - inside;
      }),
    );
    expect(Math.max(...beyond)).toBeLessThanOrEqual(0.5);
    expect(
      await page
        .locator('td.delivery')
        .first()
        .evaluate((one) => getComputedStyle(one).paddingRight),
    ).toBe('12px');
  });

  test('the console links to the docs, changes its language, and explains the status to set', async () => {
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { requests } = await api('GET', '/_sandbox/requests?order=newest&per_page=1');
    const { page } = await open(`/_sandbox/#/requests/${requests[0].number}`, { locale: 'en-US' });
    const evidence = page.locator('.facts a', { hasText: requests[0].evidence });
    await expect
      .poll(() => evidence.getAttribute('href'))
      .toMatch(/^\.\.\/docs\/(?:evidence\/[\w-]+\/#|api\/createTransaction\/)/);
    await page.getByRole('button', { name: 'Options' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('../docs/');
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'createTransaction' }).waitFor();
    await page.getByRole('button', { name: 'Opções' }).click();
    await expect
      .poll(() => page.getByRole('link', { name: 'Documentação' }).getAttribute('href'))
      .toBe('../docs/pt-br/');
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/transactions/${id}`);
    await page.getByText('Qualquer status, mesmo fora do contrato').waitFor();
    await expect.poll(() => page.getByLabel('Qualquer status').getAttribute('placeholder')).toBe('p. ex. on_hold');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('Any status, even one outside the contract').waitFor();
  });

  test('console, checkout and docs share one mark and color', async () => {
    const { url } = await api('POST', '/v1/links', { amount: 500 });
    const theme = readFileSync('scripts/docs/site/styles/theme.css', 'utf8');
    const mark = readFileSync('scripts/docs/site/public/favicon.svg', 'utf8');
    for (const address of ['/_sandbox/', url]) {
      const { page } = await open(address);
      const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
      expect(theme).toContain(`--green: ${accent.trim()};`);
      const src = await page.locator('header img').evaluate((one) => (one as HTMLImageElement).src);
      expect(await (await fetch(src)).text()).toBe(mark);
    }
  });
});
