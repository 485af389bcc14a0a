import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { listen } from '../../../test/listen.ts';
import { APPROVED_CARD, PIX } from '../entrances.ts';
import { HOSTILE } from '../hostile.ts';
import { pagesOf, shown } from './pages.ts';

const START = '2026-11-20T12:00:00Z';
const CARD = { amount: 15_990, payment_method: 'credit_card', card: APPROVED_CARD };
const RECEIVER = {
  email: 'contato@padaria.example',
  document: '11222333000181',
  type: 'corporation',
  transfer_enabled: true,
  transfer_interval: 'daily',
  transfer_day: 0,
};

// browser.long.test.ts has more tests.
describe('the console in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: START });
  const { api, open } = pages;

  test('suggests a first step if there is nothing, and creates examples', async () => {
    await api('POST', '/_sandbox/reset', {});
    const { page } = await open('/_sandbox/');
    await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
    await shoot(page, 'pages/console-empty');
    await page.getByRole('button', { name: 'Create examples' }).click();
    await page.locator('.list tbody tr').nth(15).waitFor();
    await expect.poll(() => page.locator('.menu').textContent()).toMatch(/Transactions18.*Subscriptions2Customers\d+/);
    await shoot(page, 'pages/console-transactions');
  });

  test('shows requests as they arrive, with warnings and a curl command', async () => {
    const { page } = await open('/_sandbox/#/requests', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
    await api('POST', '/v1/transactions', { ...CARD, custmer: { name: "d'Ávila" } });
    await page
      .locator('tr', { has: page.locator('.badge.wait') })
      .locator('.row-link')
      .first()
      .click();
    await shown(page.getByText(/custmer/));
    await page.getByText('assumed card-brands').waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/transactions'/);
    expect(curl).toContain('"Authorization: Bearer $PAYMENT_GATEWAY_TOKEN"');
    expect(curl).toContain(`d'\\''Ávila`);
    expect(curl).not.toContain(APPROVED_CARD.card_number);
    await shoot(page, 'pages/console-request');
    await page.getByLabel('Outcome').selectOption('warned');
    await shown(page.locator('.list tbody tr'));
  });

  test('shows a response of your own as planned, in the list and in the request', async () => {
    const { page } = await open('/_sandbox/#/requests');
    const body = { from: 'a proxy' };
    await api('POST', '/_sandbox/faults', { operation_id: 'listCustomers', fault: 502, body });
    await api('GET', '/v1/customers');
    const planned = page.getByText('planned: 502');
    await planned.waitFor();
    await page.locator('tr', { has: planned }).locator('.row-link').first().click();
    await page.locator('header', { has: planned }).waitFor();
    await page.getByText('a proxy').waitFor();
  });

  test('lists and details fit windows beside the menu in Portuguese, and a retry names its time', async () => {
    const url = 'http://127.0.0.1:9/hooks/of/a/shop';
    const { id } = await api('POST', '/v1/webhooks', { url, events: ['transactions'] });
    await api('POST', '/v1/transactions', PIX);
    const { page } = await open(`/_sandbox/#/events`, { locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
    const cut = () =>
      page.locator('.split > *').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    for (const place of ['#/events', `#/webhooks/${id}`]) {
      await page.goto(`${pages.world.sandbox.url}/_sandbox/${place}`);
      await shown(page.getByText(/próxima quando o relógio chegar a \d{4}-/));
      for (const width of [721, 1000, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => overflow(page), { message: `${place} at ${width}` }).toBe(0);
        await expect.poll(cut, { message: `${place} at ${width}` }).toBe(0);
      }
    }
    await api('DELETE', `/v1/webhooks/${id}`);
  });

  test('escapes hostile texts, and hides card numbers and tokens', async () => {
    const [inField, inText] = ['4539620659922097', '4532015112830366'];
    const made = await api('POST', '/v1/transactions', {
      amount: 100,
      payment_method: 'credit_card',
      card: { ...APPROVED_CARD, card_number: inField, card_holder_name: HOSTILE.slice(0, 200) },
      customer: { name: HOSTILE, email: 'x@example.com' },
      metadata: JSON.stringify({ note: HOSTILE, card: inText }),
    });
    const { page } = await open(`/_sandbox/#/transactions/${made.id}`);
    await page.getByRole('heading', { name: `Transaction ${made.id}` }).waitFor();
    await page.getByText('JSON from the API').click();
    await shoot(page, 'pages/console-hostile');
    await expect.poll(() => overflow(page)).toBe(0);
    expect(await page.locator('img[src="x"], #page script').count()).toBe(0);
    for (const section of ['transactions', 'customers', 'webhooks', 'requests', 'events']) {
      await page.goto(`${pages.world.sandbox.url}/_sandbox/#/${section}`);
      await page.locator(`.menu [aria-current="page"]`).waitFor();
      await shown(page.locator('.list :is(tbody tr, .beside .row)'));
      for (const secret of [inField, inText, 'test-token', 'shop-secret', 'other-secret'])
        expect(await page.content(), section).not.toContain(secret);
    }
  });

  test('lists transactions in sortable columns, with captured or refunded parts', async () => {
    const card = { ...CARD, customer: { name: 'Zoé', email: 'z@example.com' } };
    const part = await api('POST', '/v1/transactions', { ...card, amount: 99_900 });
    await api('POST', `/v1/transactions/${part.id}/refund`, { amount: 900 });
    const captured = await api('POST', '/v1/transactions', { ...card, amount: 99_800, capture: false });
    await api('POST', `/v1/transactions/${captured.id}/capture`, { amount: 800 });
    const { page } = await open('/_sandbox/#/transactions');
    const row = (index: number) => page.locator('.list tbody tr').nth(index);
    await row(0).locator('td.customer', { hasText: 'Zoé' }).waitFor();
    await expect
      .poll(() => page.locator('th').allTextContents())
      .toEqual(['Id', 'Amount', 'Method', 'Customer', 'Reference', 'Status', 'Account time']);
    const lefts = () =>
      page.locator('td.status').evaluateAll((cells) => [...new Set(cells.map((one) => one.getBoundingClientRect().x))]);
    await expect.poll(lefts).toHaveLength(1);
    await page.getByRole('link', { name: 'Amount' }).click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await page.getByRole('link', { name: 'Amount' }).click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await row(0).getByText('R$ 999.00').waitFor();
    await row(0).getByText('partly refunded').waitFor();
    await row(1).getByText('partly captured').waitFor();
    await row(1).locator('.row-link').click();
    await page.locator('.detail header').getByText('partly captured').waitFor();
    await page.locator('.facts', { hasText: 'R$ 8.00' }).waitFor();
    await shoot(page, 'pages/console-sorted');
  });

  test('opens the last of 47 rows in view, by mouse and by keyboard', async () => {
    await api('POST', '/_sandbox/reset', {});
    for (let count = 0; count < 47; count++) await api('POST', '/v1/transactions', PIX);
    const { page } = await open('/_sandbox/#/transactions');
    const rows = page.locator('.list .row-link');
    await rows.nth(46).waitFor();
    const isInView = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    for (const act of ['click', 'press'] as const) {
      const last = rows.nth(46);
      await last.scrollIntoViewIfNeeded();
      await (act === 'click' ? last.click() : last.press('Enter'));
      await page.locator('.detail h2').waitFor();
      await shoot(page, `pages/console-last-row-${act}`);
      for (const selector of ['.detail h2', '.back', '.top', '.menu [aria-current]'])
        await expect.poll(() => isInView(selector), { message: `${act} ${selector}` }).toBe(true);
      await page.locator('.back').click();
      await page.locator('.detail').waitFor({ state: 'detached' });
    }
  });

  test('shows times in one notation, with the zone in the head, and UTC on hover', async () => {
    const { page } = await open('/_sandbox/#/transactions');
    const times = page.locator('.list time');
    await shown(times);
    const plain = /^2026-1\d-\d\d \d\d:\d\d:\d\d$/;
    await expect.poll(async () => (await times.allTextContents()).filter((text) => !plain.test(text))).toEqual([]);
    await page.locator('.clock-time', { hasText: /\d\d:\d\d:\d\d GMT−3/ }).waitFor();
    expect(await times.first().getAttribute('title')).toMatch(/ UTC$/);
  });

  test('sorts requests and events by their columns', async () => {
    await api('POST', '/v1/customers', { name: 'Ana', email: 'ana@example.com' });
    await api('GET', '/v1/cards');
    const { page } = await open('/_sandbox/#/requests');
    const cells = async (name: string) => page.locator(`td.${name}`).allTextContents();
    for (const [heading, cell] of [
      ['Request', 'request'],
      ['Duration', 'duration'],
    ] as const) {
      for (const direction of ['ascending', 'descending']) {
        await page.locator('th .sort', { hasText: heading }).click();
        await page.locator(`th[aria-sort="${direction}"]`, { hasText: heading }).waitFor();
        const sign = direction === 'ascending' ? 1 : -1;
        const keys = async () => (await cells(cell)).map((text) => Number.parseFloat(text) || text.split(' ').at(-1));
        const order = async () => JSON.stringify(await keys());
        const sorted = async () =>
          JSON.stringify((await keys()).sort((one, other) => sign * ((one ?? 0) < (other ?? 0) ? -1 : 1)));
        await expect.poll(async () => (await order()) === (await sorted())).toBe(true);
      }
    }
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/events?sort=id`);
    await page.locator('td.id', { hasText: /^1$/ }).waitFor();
    await expect.poll(async () => (await cells('id')).slice(0, 3)).toEqual(['1', '2', '3']);
    await page.locator('th .sort', { hasText: 'Event' }).click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Event' }).waitFor();
    await expect.poll(async () => (await cells('event'))[0]).toBe('customer.created');
  });

  test('reports a sandbox that hangs with its connections open', async () => {
    const { page } = await open('about:blank');
    await page.clock.install();
    const streams: ServerResponse[] = [];
    const stuck = createServer((_, response) => {
      streams.push(response.writeHead(200, { 'access-control-allow-origin': '*' }));
      response.write('retry: 1000\n\n');
    });
    const url = `${await listen(stuck)}/`;
    await page.route('**/stream', (route) => route.continue({ url }));
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/transactions`);
    await shown(page.locator('.list tbody tr'));
    await expect.poll(() => streams.length).toBe(1);
    await page.clock.fastForward(30_000);
    expect(await page.getByText('The sandbox does not respond').count()).toBe(0);
    await page.clock.fastForward(15_000);
    await page.getByText('The sandbox does not respond').waitFor();
    stuck.close().closeAllConnections();
    // The clock of a context cannot be restored.
    await page.context().close();
  });

  test('shows only facts that have a value', async () => {
    const { id } = await api('POST', '/v1/transactions', { ...PIX, reference_key: '' });
    const { page } = await open(`/_sandbox/#/transactions/${id}`);
    await page.getByRole('heading', { name: `Transaction ${id}` }).waitFor();
    for (const fact of await page.locator('.facts dd').allTextContents()) expect(fact).not.toBe('');
    await expect.poll(() => page.locator('.facts dt').allTextContents()).toEqual(['Method', 'Created']);
  });

  test('uses Portuguese if the browser does', async () => {
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { page } = await open(`/_sandbox/#/transactions/${id}`, { locale: 'pt-BR' });
    await page.getByRole('heading', { name: `Transação ${id}` }).waitFor();
    await page.getByRole('button', { name: 'Expirar' }).click();
    await page.locator('.detail header').getByText('cancelado').waitFor();
    await shown(page.locator('.timeline time', { hasText: /^conta 2026-1\d-\d\d \d\d:\d\d:\d\d$/ }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('pt-BR');
  });

  test('shows a full request: headers, bodies, and the affected object', async () => {
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { page } = await open('/_sandbox/#/requests');
    const row = page.locator('.list tbody tr').first();
    await row.locator('time').waitFor();
    await row.getByRole('link', { name: `Transaction ${id}` }).waitFor();
    await row.locator('.row-link').click();
    const detail = page.locator('.detail');
    await detail.getByText('POST /v1/transactions').waitFor();
    await detail.getByText('Headers').click();
    const blocks = detail.locator('pre');
    await expect.poll(() => blocks.nth(0).textContent()).toContain('"payment_method": "pix"');
    await expect.poll(() => blocks.nth(1).textContent()).toContain(`"id": ${id}`);
    await expect.poll(() => blocks.nth(2).textContent()).toContain('"authorization": "[redacted]"');
    await detail.getByRole('link', { name: `Transaction ${id}` }).click();
    await page.getByRole('heading', { name: `Transaction ${id}` }).waitFor();
  });

  test('keeps a filter that you type while the list reloads', async () => {
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { page } = await open('/_sandbox/#/events');
    const field = page.getByRole('searchbox');
    await field.waitFor();
    const typing = field.pressSequentially(String(id), { delay: 150 });
    for (let change = 0; change < 12; change++) await api('POST', '/v1/transactions', PIX);
    await typing;
    await expect.poll(() => page.url()).toContain(`id=${id}`);
    await expect.poll(() => field.inputValue()).toBe(String(id));
  });

  test('filters events by delivery, shows the response of a failed one, and sends it again', async () => {
    let status = 500;
    const shop = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end('database is locked');
    });
    const url = `${await listen(shop)}/hook`;
    const hook = await api('POST', '/v1/webhooks', { url, events: ['transactions'] });
    const { id } = await api('POST', '/v1/transactions', PIX);
    const { page } = await open(`/_sandbox/#/events?id=${id}&state=pending`);
    // The words of a delivery stay whole: a row has a few lines.
    const cell = page.locator('td.delivery', { hasText: 'retrying (500)' }).first();
    await cell.waitFor();
    await expect.poll(async () => (await cell.boundingBox())?.height).toBeLessThan(120);
    await page.locator('.list .row-link').first().click();
    await page.locator('.detail .delivery summary', { hasText: 'retrying' }).click();
    await page.locator('.delivery pre', { hasText: 'database is locked' }).waitFor();
    // The retries follow the account's clock.
    for (let day = 0; day < 9; day++) await api('POST', '/_sandbox/clock/advance', { by: '6h' });
    await expect
      .poll(
        async () => {
          await api('POST', '/_sandbox/clock/advance', { by: '1d' });
          return page.locator('.delivery .badge', { hasText: 'failed' }).count();
        },
        { timeout: 40_000, interval: 200 },
      )
      .toBe(1);
    await page.getByLabel('Delivery').selectOption('failed');
    await shown(page.locator('.list .badge', { hasText: 'failed' }));
    status = 200;
    await page.locator('.list .row-link').last().click();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page
      .locator('.delivery', { hasText: '/hook' })
      .locator('.badge', { hasText: 'failed' })
      .waitFor({ state: 'detached' });
    await api('DELETE', `/v1/webhooks/${hook.id}`);
    shop.close().closeAllConnections();
  });

  test('shows the code of a Pix, the line of a boleto, and the receivers of a split', async () => {
    const receivers = [];
    for (const name of ['Livraria', 'Editora'])
      receivers.push(await api('POST', '/v1/receivers', { ...RECEIVER, name }));
    const [one, other] = receivers;
    const split = [
      { receiver_id: one.id, percentage: 70, liable: true, charge_processing_fee: true },
      { receiver_id: other.id, percentage: 30, liable: false, charge_processing_fee: false },
    ];
    const pix = await api('POST', '/v1/transactions', { ...PIX, amount: 10_000, split });
    const { page } = await open(`/_sandbox/#/transactions/${pix.id}`);
    await page.getByRole('img', { name: 'QR code of the Pix' }).waitFor();
    await page.locator('.codes', { hasText: pix.pix_qr_code }).getByRole('button', { name: 'Copy' }).waitFor();
    const rows = page.locator('.split-rules tbody tr');
    await expect.poll(() => rows.nth(0).textContent()).toMatch(/Livraria.*70%R\$\s?70.00/);
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/Editora.*30%R\$\s?30.00/);
    const boleto = await api('POST', '/v1/transactions', { amount: 500, payment_method: 'boleto', boleto: {} });
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/transactions/${boleto.id}`);
    await page.getByRole('img', { name: 'Barcode of the boleto' }).waitFor();
  });

  test('explains a wrong amount in a sentence, and lists the changes after a clock advance', async () => {
    const paid = await api('POST', '/v1/transactions', CARD);
    const { page } = await open(`/_sandbox/#/transactions/${paid.id}`);
    const refund = page.locator('form', { hasText: 'Refund' });
    const part = refund.getByPlaceholder('or a part, R$');
    const error = () => part.evaluate((input) => (input as HTMLInputElement).validationMessage);
    for (const wrong of ['9999', '0', '1,2,3', 'all']) {
      await part.fill(wrong);
      await expect.poll(error, { message: wrong }).toBe('Enter an amount from R$\u00a00.01 to R$\u00a0159.90.');
      await refund.getByRole('button').click();
    }
    await expect.poll(() => violations(page)).toEqual([]);
    expect((await api('GET', `/v1/transactions/${paid.id}`)).paid_amount).toBe(15_990);
    await api('POST', '/v1/transactions', PIX);
    await page.locator('.clock-time').click();
    await page.getByRole('button', { name: '+1 month' }).click();
    await page
      .getByRole('status')
      .getByText(/It is now .* GMT−3\. Changes: .*\d × transaction \(Pix\): canceled/)
      .waitFor();
  });

  test('creates a chargeback, sends to review, approves, and sets an unknown status', async () => {
    const { id } = await api('POST', '/v1/transactions', CARD);
    const { page } = await open(`/_sandbox/#/transactions/${id}`);
    const header = page.locator('.detail header');
    await page.getByRole('button', { name: 'Send to review' }).click();
    await header.getByText('pending review').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await header.getByText('paid').waitFor();
    await page.getByRole('button', { name: /^Dispute all/ }).click();
    await header.getByText('chargedback').waitFor();
    await page.getByRole('button', { name: /^Dispute all/ }).waitFor({ state: 'detached' });
    await page.getByLabel('Any status').fill('on_hold');
    await page.getByRole('button', { name: 'Set status' }).click();
    await header.getByText('on hold').waitFor();
    expect((await api('GET', `/v1/transactions/${id}`)).status).toBe('on_hold');
    await shoot(page, 'pages/console-set-status');
  });

  test('works with the keyboard: skip link, Tab and Enter, with a visible focus', async () => {
    const { page } = await open('/_sandbox/#/transactions');
    await page.locator('.list tbody tr').nth(2).waitFor();
    const ids = await page.locator('.list .row-link').allTextContents();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.locator('.list .row-link').first().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe(ids[1]);
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement as Element, '::after').outlineStyle,
    );
    expect(outline).not.toBe('none');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Transaction ${ids[1]}` }).waitFor();
  });

  test('has a header of at most 96 pixels on a phone, with everything behind one button', async () => {
    const { page } = await open('/_sandbox/#/transactions', { viewport: { width: 390, height: 844 } });
    await page.locator('.clock-time').waitFor();
    await expect.poll(async () => (await page.locator('header.top').boundingBox())?.height).toBeLessThanOrEqual(96);
    // The menu scrolls to the section that is open.
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/faults`);
    const entry = page.locator('.menu [aria-current]', { hasText: 'Faults' });
    const rightEdge = async () => {
      const { x, width } = (await entry.boundingBox()) ?? { x: 0, width: 1_000 };
      return Math.floor(x + width);
    };
    await expect.poll(rightEdge).toBeLessThanOrEqual(390);
    await expect.poll(() => page.getByRole('button', { name: '+1 month' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('button', { name: 'Export scenario' }).waitFor();
    await page.locator('.clock-time').click();
    await page.getByRole('button', { name: '+1 month' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    // Escape closes the clock, and not the details behind it.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: '+1 month' }).isVisible()).toBe(false);
  });

  test.each([1440, 1024])(
    'has a header of one row, and no page higher than its window without need: %i',
    async (width) => {
      await api('POST', '/_sandbox/faults', { operation_id: 'listCards', fault: 'reset' });
      const { page } = await open('/_sandbox/#/faults', { viewport: { width, height: 768 } });
      await page.getByRole('region', { name: 'What changes the next payment' }).getByText('1 fault waits').waitFor();
      await expect.poll(async () => (await page.locator('header.top').boundingBox())?.height).toBeLessThanOrEqual(56);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
      await api('DELETE', '/_sandbox/faults');
    },
  );

  test('a webhook shows what it got, gets a test event, is paused, and gets the failed events again', async () => {
    const hook = await api('POST', '/v1/webhooks', { url: `${pages.world.shop.url}/hook2`, events: ['transactions'] });
    const { page } = await open(`/_sandbox/#/webhooks/${hook.id}`);
    const press = (name: string) => page.getByRole('button', { name }).click();
    const got = page.locator('.detail td.delivery');
    const counted = page.locator('.list tr', { hasText: '/hook2' });
    await press('Send a test event');
    await shown(got.getByText('delivered'));
    await counted.getByText(/\b(\d+) of \1 delivered/).waitFor();
    await press('Pause deliveries');
    await press('Send a test event');
    await shown(got.getByText('held'));
    await press('Resume deliveries');
    await got.getByText('held').first().waitFor({ state: 'detached' });
    await counted.getByText(/\b(\d+) of \1 delivered/).waitFor();
    await api('PUT', '/_sandbox/deliveries', { lost: true });
    await press('Send a test event');
    await counted.getByText('failing since').waitFor();
    await shown(got.getByText('failed'));
    await expect.poll(() => violations(page)).toEqual([]);
    await api('PUT', '/_sandbox/deliveries', {});
    await page.getByRole('button', { name: /^Send \d+ failed again$/ }).click();
    await expect.poll(() => got.getByText('failed').count()).toBe(0);
    await counted.getByText('failing since').waitFor({ state: 'detached' });
    await api('DELETE', `/v1/webhooks/${hook.id}`);
  });

  test('moves the clock to a time', async () => {
    const { page } = await open('/_sandbox/#/transactions');
    await page.locator('.clock-time').click();
    const { clock } = await api('GET', '/_sandbox/overview');
    const to = new Date(Date.parse(clock.now) + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Date and time (São Paulo)').fill(`${to}T10:30`);
    await page.getByRole('button', { name: 'Go to', exact: true }).click();
    await page.locator('.clock-time', { hasText: `${to} 10:30:` }).waitFor();
    expect((await api('GET', '/_sandbox/overview')).clock.now).toContain(`${to}T13:30:00`);
  });

  test('shows on each page what changes the next payment, and takes it back', async () => {
    const { card: stored } = await api('POST', '/v1/transactions', CARD);
    await api('POST', '/_sandbox/faults', { operation_id: '*', fault: 'reset' });
    await api('PUT', '/_sandbox/assumptions', { 'refund-rules': 'keeps-paid-amount' });
    await api('POST', `/_sandbox/objects/${stored.card_id}/fail`);
    const { page } = await open('/_sandbox/#/customers', { viewport: { width: 390, height: 844 } });
    const strip = page.getByRole('region', { name: 'What changes the next payment' });
    await page.locator('.clock-time', { hasText: 'frozen' }).waitFor();
    await strip.getByText(`Card ${stored.card_id} refused`).waitFor();
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.goto(`${pages.world.sandbox.url}/_sandbox/#/requests`);
    await strip.getByText('1 fault waits').waitFor();
    await strip.getByRole('button', { name: 'Remove' }).click();
    await strip.getByText('1 fault waits').waitFor({ state: 'detached' });
    await strip.getByRole('button', { name: 'Switch back' }).click();
    await strip.getByText('1 assumption switched').waitFor({ state: 'detached' });
    await strip.getByRole('button', { name: 'Accept the card again' }).click();
    await strip.getByText(`Card ${stored.card_id} refused`).waitFor({ state: 'detached' });
    expect(await api('GET', '/_sandbox/overview')).toMatchObject({ assumed: [], refused_cards: [], faults: 0 });
  });

  test('exports the objects as a scenario, loads one, and explains errors in an invalid file', async () => {
    const { page } = await open('/_sandbox/#/customers');
    const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const input = page.getByLabel('Load scenario');
    const scenario = { customers: { lia: { name: 'Lia do Cenário', email: 'lia@example.com' } } };
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByText('Load scenario').waitFor();
    await input.setInputFiles(file('scenario.json', JSON.stringify(scenario)));
    await page.getByRole('status').getByText('Created 1 object.').waitFor();
    await page.locator('td.name', { hasText: 'Lia do Cenário' }).waitFor();
    await input.setInputFiles(file('shop.yaml', 'customers: {}'));
    await page.getByRole('alert').getByText('shop.yaml is not a scenario in JSON.').waitFor();
    await input.setInputFiles(file('explore.json', JSON.stringify({ version: 1, tried: [], failures: [] })));
    await page.getByRole('alert').getByText(/tried/).waitFor();
    // An export contains free text as it was sent, so this removes the card numbers of the tests above.
    await api('POST', '/_sandbox/reset', {});
    await api('POST', '/_sandbox/scenario', scenario);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export scenario' }).click();
    expect(await text(await (await download).createReadStream())).toContain('Lia do Cenário');
  });
});
