import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { testCards } from '../../generated/test-values.js';
import { startSandbox } from '../../src/sandbox/index.ts';
import { built } from '../built/built.ts';
import { violations } from '../docs/accessibility.ts';
import { overflow, shoot } from '../docs/chromium.ts';
import { APPROVED_CARD, PIX } from '../sandbox/entrances.ts';
import { pagesOf } from './pages.ts';
import {
  type Buyers,
  buyersOf,
  checkPlace,
  checkScene,
  consolePlaces,
  DARK,
  en,
  ground,
  HOSTILE,
  LIGHT,
  pt,
} from './states.ts';
import type { World } from './world.ts';

const START = '2026-11-20T12:00:00Z';
const RECEIVER = {
  email: 'contato@padaria.example',
  document: '11222333000181',
  type: 'corporation',
  transfer_enabled: true,
  transfer_interval: 'daily',
  transfer_day: 0,
};

// browser.long.test.ts has more tests.
describe('in Chromium', { tags: 'chromium', timeout: 60_000 }, () => {
  const pages = pagesOf({ clock: START });
  const { open } = pages;
  let world: World;
  let buyers: Buyers;
  beforeAll(() => {
    world = pages.world;
    buyers = buyersOf(world);
  });

  test('states of the buyer pages are visible, light in Portuguese or dark in English at 360 pixels, and axe finds nothing', async () => {
    const [light, dark] = await Promise.all([open('about:blank', LIGHT.options), open('about:blank', DARK.options)]);
    // states.long.test.ts checks all scenes in both views.
    for (const [index, scene] of buyers.scenes.filter((_, index) => index % 4 === 0).entries()) {
      const [{ page }, view] = index % 2 === 0 ? [light, LIGHT] : [dark, DARK];
      await checkScene(page, scene, view);
    }
    expect(await ground(light.page)).not.toBe(await ground(dark.page));
  });

  test('a full flow: a link is opened, paid from the console, reported to the shop, and the browser returns to the shop', async () => {
    const { shop } = world;
    const { id, url } = await buyers.link();
    const buyer = await open(url, LIGHT.options);
    await buyer.page.getByRole('button', { name: pt.payByPix }).click();
    await buyer.page.getByRole('img', { name: 'QR code do Pix' }).waitFor();

    const console = await open(`/_sandbox/#/links/${id}`);
    await shoot(console.page, 'pages/console-link');
    await console.page.locator('.detail .row-link').first().click();
    await console.page.getByRole('heading', { name: /^Transaction \d+$/ }).waitFor();
    const transaction = Number(/#\/transactions\/(\d+)/.exec(console.page.url())?.[1]);
    await shoot(console.page, 'pages/console-transaction-waiting');
    // The buyer's page updates, and returns to the shop after a moment.
    await Promise.all([
      buyer.page.getByRole('heading', { name: pt.paid }).waitFor(),
      console.page.getByRole('button', { name: 'Pay', exact: true }).click(),
    ]);
    await console.page.locator('.timeline .state', { hasText: 'paid' }).waitFor();
    await buyer.page.waitForURL(`${shop.url}/thanks`);
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} paid`);
    await expect.poll(() => shop.events).toContain(`link.paid ${id} active`);
    await console.page.locator('.timeline .attempt', { hasText: '200' }).first().waitFor();

    // A refund in two steps.
    await console.page.getByPlaceholder('or a part, R$').fill('59,90');
    await console.page.getByRole('button', { name: 'Refund R$59.90' }).click();
    await console.page.getByRole('button', { name: 'Refund all R$100.00' }).click();
    await console.page.locator('.timeline .state', { hasText: 'pending refund' }).waitFor();
    await shoot(console.page, 'pages/console-transaction-pending-refund');
    await console.page.getByRole('button', { name: 'Settle' }).click();
    await console.page.locator('.timeline .state', { hasText: /^refunded/ }).waitFor();
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} refunded`);
    await shoot(console.page, 'pages/console-transaction-refunded');

    // A subscription, one month later.
    await world.api('POST', '/_sandbox/populate', { subscriptions: 1 });
    await console.page.getByRole('link', { name: /^Subscriptions/ }).click();
    await console.page.locator('.list .row-link').first().click();
    await console.page.getByRole('heading', { name: /^Subscription \d+$/ }).waitFor();
    await expect.poll(() => console.page.locator('.timeline .state').count()).toBe(1);
    await console.page.getByRole('button', { name: '+1 month' }).click();
    await expect.poll(() => console.page.locator('.timeline .state').count()).toBe(2);
    await shoot(console.page, 'pages/console-subscription');
    expect(await console.page.locator('.clock-time').textContent()).toMatch(/^2026-12-20 09:00/);
  });

  test('3DS: from createTransaction to the success page of the shop, once', async () => {
    const { shop } = world;
    const { id, threeDSecure } = await buyers.pay3ds();
    const { page } = await open(threeDSecure.url, LIGHT.options);
    await page.getByText('•••• 2097').waitFor();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.waitForURL(`${shop.url}/ok`);
    expect((await world.api('GET', `/v1/transactions/${id}`)).status).toBe('paid');
    await page.goto(threeDSecure.url);
    await page.getByRole('heading', { name: pt.usedAuthentication }).waitFor();
    await page.getByRole('link', { name: pt.backToShop }).click();
    await page.waitForURL(`${shop.url}/ok`);

    const declined = await buyers.pay3ds();
    const other = await open(declined.threeDSecure.url, { locale: 'en-US' });
    await other.page.getByRole('button', { name: en.timeOut }).click();
    await other.page.waitForURL(`${shop.url}/fail`);
  });

  test('3DS in a checkout returns to the checkout, and then to the shop', async () => {
    const { url } = await buyers.link();
    const { page } = await open(url, LIGHT.options);
    await page.getByRole('radio', { name: pt.methods.card }).check();
    await page.getByRole('radio', { name: pt.methods.debit_card }).check();
    await shoot(page, 'pages/buyer-link-card-pt');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel(pt.testCards).selectOption(testCards.approved.visa);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.getByRole('heading', { name: pt.paid }).waitFor();
    await page.waitForURL(`${world.shop.url}/thanks`);
  });

  test('on a phone the button that copies the PIX code comes first, at full width, with the QR code below it', async () => {
    const { id, url } = await buyers.payment({ payment_method: 'pix' });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open(url, { locale: 'pt-BR', viewport: { width: 390, height: 844 }, permissions });
    const copy = page.getByRole('button', { name: pt.copyPix });
    await copy.click();
    await page.getByText('Copiado').waitFor();
    const { pix_qr_code } = await world.api('GET', `/v1/transactions/${id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pix_qr_code);
    const [button, qr, sheet] = await Promise.all(
      [page.locator('.payable button'), page.locator('.qr'), page.locator('.payable')].map((one) => one.boundingBox()),
    );
    expect(button?.width).toBe(sheet?.width);
    expect(button?.y).toBeLessThan(qr?.y ?? 0);
    await page.getByText(`npx payment-gateway-contract pay ${id} --url ${world.sandbox.url}`).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await page.locator('.qr').boundingBox())?.y).toBeLessThan((await copy.boundingBox())?.y ?? 0);
  });

  test('installments add up to the amount, and refunds use the term of the payment method', async () => {
    const link = await open((await buyers.link()).url, LIGHT.options);
    await link.page.getByRole('radio', { name: pt.methods.card }).check();
    const options = await link.page.getByLabel(pt.installments).locator('option').allTextContents();
    expect(options.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'À vista, R$ 159,90',
      '2x de R$ 79,95',
      '3x de R$ 53,30',
      '1x de R$ 39,99 + 3x de R$ 39,97',
      '6x de R$ 26,65',
      '1x de R$ 13,38 + 11x de R$ 13,32',
    ]);
    for (const name of ['voided', 'refunded', 'pix-refunded']) {
      const scene = buyers.scenes.find(([one]) => one === name);
      if (scene === undefined) throw new Error(`no scene ${name}`);
      await checkScene(link.page, scene, LIGHT);
      expect(await link.page.getByText('Devolução').count(), name).toBe(name === 'pix-refunded' ? 1 : 0);
    }
  });

  test('a checkout can be paid with the keyboard alone', async () => {
    const { url } = await buyers.link({ redirect_link: undefined });
    const { page } = await open(url, { locale: 'en-US' });
    await page.getByRole('button', { name: en.payByPix }).waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await press('Tab', 'Tab', 'ArrowRight'); // past the language, to the card, with the arrow keys of a radio button
    await page.getByLabel(en.card.number).waitFor();
    await press('Tab', 'Tab'); // to the test cards
    for (const text of [testCards.approved.visa, 'ANA SOUZA', '12/39', '123']) {
      await press('Tab');
      await page.keyboard.type(text);
    }
    await press('Tab', 'Tab');
    expect(await focused()).toMatch(/^Pay/);
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(ring).not.toBe('none');
    await press('Enter');
    await page.getByRole('heading', { name: en.paid }).waitFor();
  });

  describe('the console', () => {
    test('suggests a first step if there is nothing, and creates examples', async () => {
      await world.api('POST', '/_sandbox/reset', {});
      const { page } = await open('/_sandbox/');
      await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
      await shoot(page, 'pages/console-empty');
      await page.getByRole('button', { name: 'Make examples' }).click();
      await page.locator('.list tbody tr').nth(15).waitFor();
      await expect
        .poll(() => page.locator('.menu').textContent())
        .toMatch(/Transactions18.*Subscriptions2Customers\d+/);
      await shoot(page, 'pages/console-transactions');
    });

    test('shows requests as they arrive, with warnings and a curl command', async () => {
      const { page } = await open('/_sandbox/#/requests', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
      await world.api('POST', '/v1/transactions', {
        amount: 100,
        payment_method: 'credit_card',
        card: APPROVED_CARD,
        custmer: { name: "d'Ávila" },
      });
      await page
        .locator('tr', { has: page.locator('.badge.wait') })
        .locator('.row-link')
        .first()
        .click();
      await page
        .getByText(/custmer/)
        .first()
        .waitFor();
      await page.getByText('assumed card-brands').waitFor();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied').waitFor();
      const curl = await page.evaluate(() => navigator.clipboard.readText());
      expect(curl).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/transactions'/);
      expect(curl).toContain('"Authorization: Bearer $GATEWAY_TOKEN"');
      expect(curl).toContain(`d'\\''Ávila`);
      expect(curl).not.toContain(APPROVED_CARD.card_number);
      await shoot(page, 'pages/console-request');
      await page.getByLabel('Outcome').selectOption('warned');
      await page.locator('.list tbody tr').first().waitFor();
    });

    test('escapes hostile texts, and hides card numbers and tokens', async () => {
      const [inField, inText] = ['4539620659922097', '4532015112830366'];
      const made = await world.api('POST', '/v1/transactions', {
        amount: 100,
        payment_method: 'credit_card',
        card: { ...APPROVED_CARD, card_number: inField, card_holder_name: HOSTILE.slice(0, 200) },
        customer: { name: HOSTILE, email: 'x@example.com' },
        metadata: JSON.stringify({ note: HOSTILE, card: inText }),
      });
      const { page } = await open(`/_sandbox/#/transactions/${made.id}`);
      await page.getByRole('heading', { name: `Transaction ${made.id}` }).waitFor();
      await page.getByText('As the API shows it').click();
      await shoot(page, 'pages/console-hostile');
      expect(await overflow(page)).toBe(0);
      expect(await page.locator('img[src="x"], #page script').count()).toBe(0);
      for (const section of ['transactions', 'customers', 'webhooks', 'requests', 'events']) {
        await page.goto(`${world.sandbox.url}/_sandbox/#/${section}`);
        await page.locator(`.menu [aria-current="page"]`).waitFor();
        await page.locator('.list :is(tbody tr, .beside .row)').first().waitFor();
        for (const secret of [inField, inText, 'test-token', 'shop-secret', 'other-secret'])
          expect(await page.content(), section).not.toContain(secret);
      }
    });

    test('lists transactions in sortable columns, with captured or refunded parts', async () => {
      const card = {
        payment_method: 'credit_card',
        card: APPROVED_CARD,
        customer: { name: 'Zoé', email: 'z@example.com' },
      };
      const part = await world.api('POST', '/v1/transactions', { amount: 99_900, ...card });
      await world.api('POST', `/v1/transactions/${part.id}/refund`, { amount: 900 });
      const captured = await world.api('POST', '/v1/transactions', { amount: 99_800, ...card, capture: false });
      await world.api('POST', `/v1/transactions/${captured.id}/capture`, { amount: 800 });
      const { page } = await open('/_sandbox/#/transactions');
      const row = (index: number) => page.locator('.list tbody tr').nth(index);
      await row(0).locator('td.customer', { hasText: 'Zoé' }).waitFor();
      expect(await page.locator('th').allTextContents()).toEqual([
        'Id',
        'Amount',
        'Method',
        'Customer',
        'Status',
        'Account time',
      ]);
      const lefts = await page
        .locator('td.status')
        .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().x));
      expect(new Set(lefts).size).toBe(1);
      await page.getByRole('link', { name: 'Amount' }).click();
      await page.locator('th[aria-sort="ascending"]').waitFor();
      await page.getByRole('link', { name: 'Amount' }).click();
      await page.locator('th[aria-sort="descending"]').waitFor();
      await row(0).getByText('R$999.00').waitFor();
      await row(0).getByText('partly refunded').waitFor();
      await row(1).getByText('partly captured').waitFor();
      await row(1).locator('.row-link').click();
      await page.locator('.detail header').getByText('partly captured').waitFor();
      await page.locator('.facts', { hasText: 'R$8.00' }).waitFor();
      await shoot(page, 'pages/console-sorted');
    });

    test('shows times with their zone, UTC on hover, and one switch for all', async () => {
      const { page } = await open('/_sandbox/#/transactions');
      const times = page.locator('.clock-time, .list time');
      await page.locator('.list time').first().waitFor();
      for (const text of await times.allTextContents()) expect(text).toMatch(/^2026-1\d-\d\d \d\d:\d\d:\d\d GMT−3$/);
      const utc = await page.locator('.list time').first().getAttribute('title');
      expect(utc).toMatch(/ UTC$/);
      await page.getByLabel('Time zone').selectOption('UTC');
      await page
        .locator('.list time', { hasText: utc ?? '' })
        .first()
        .waitFor();
      for (const text of await times.allTextContents()) expect(text).toMatch(/ UTC$/);
      await page.reload();
      await page.locator('.clock-time', { hasText: 'UTC' }).waitFor();
    });

    test('sorts requests and events by their columns', async () => {
      await world.api('POST', '/v1/customers', { name: 'Ana', email: 'ana@example.com' });
      await world.api('GET', '/v1/cards');
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
      await page.goto(`${world.sandbox.url}/_sandbox/#/events?sort=id`);
      await page.locator('td.id', { hasText: /^1$/ }).waitFor();
      expect((await cells('id')).slice(0, 3)).toEqual(['1', '2', '3']);
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
      }).listen(0, '127.0.0.1');
      await once(stuck, 'listening');
      const { port } = stuck.address() as AddressInfo;
      await page.route('**/stream', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
      await page.goto(`${world.sandbox.url}/_sandbox/#/transactions`);
      await page.locator('.list tbody tr').first().waitFor();
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
      const { id } = await world.api('POST', '/v1/transactions', { ...PIX, reference_key: '' });
      const { page } = await open(`/_sandbox/#/transactions/${id}`);
      await page.getByRole('heading', { name: `Transaction ${id}` }).waitFor();
      for (const fact of await page.locator('.facts dd').allTextContents()) expect(fact).not.toBe('');
      expect(await page.locator('.facts dt').allTextContents()).toEqual(['Method', 'Created']);
    });

    test('uses Portuguese if the browser does', async () => {
      const { id } = await world.api('POST', '/v1/transactions', PIX);
      const { page } = await open(`/_sandbox/#/transactions/${id}`, { locale: 'pt-BR' });
      await page.getByRole('heading', { name: `Transação ${id}` }).waitFor();
      await page.getByRole('button', { name: 'Expirar' }).click();
      await page.locator('.detail header').getByText('cancelado').waitFor();
      await page
        .locator('.timeline time', { hasText: /^conta .*BRT$/ })
        .first()
        .waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    });

    test('shows a full request: headers, bodies, and the affected object', async () => {
      const { id } = await world.api('POST', '/v1/transactions', PIX);
      const { page } = await open('/_sandbox/#/requests');
      const row = page.locator('.list tbody tr').first();
      await row.locator('time').waitFor();
      await row.getByRole('link', { name: `Transaction ${id}` }).waitFor();
      await row.locator('.row-link').click();
      const detail = page.locator('.detail');
      await detail.getByText('POST /v1/transactions').waitFor();
      await detail.getByText('Headers').click();
      const blocks = await detail.locator('pre').allTextContents();
      expect(blocks[0]).toContain('"payment_method": "pix"');
      expect(blocks[1]).toContain(`"id": ${id}`);
      expect(blocks[2]).toContain('"authorization": "[redacted]"');
      await detail.getByRole('link', { name: `Transaction ${id}` }).click();
      await page.getByRole('heading', { name: `Transaction ${id}` }).waitFor();
    });

    test('keeps a filter that you type while the list reloads', async () => {
      const { id } = await world.api('POST', '/v1/transactions', PIX);
      const { page } = await open('/_sandbox/#/events');
      const field = page.getByRole('searchbox');
      await field.waitFor();
      const typing = field.pressSequentially(String(id), { delay: 150 });
      for (let change = 0; change < 12; change++) await world.api('POST', '/v1/transactions', PIX);
      await typing;
      await expect.poll(() => page.url()).toContain(`id=${id}`);
      expect(await field.inputValue()).toBe(String(id));
    });

    test('filters events by delivery, shows the response of a failed one, and sends it again', async () => {
      let status = 500;
      const shop = createServer((request, response) => {
        request.resume();
        response.writeHead(status).end('database is locked');
      }).listen(0, '127.0.0.1');
      await once(shop, 'listening');
      const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
      const hook = await world.api('POST', '/v1/webhooks', { url, events: ['transactions'] });
      const { id } = await world.api('POST', '/v1/transactions', PIX);
      const { page } = await open(`/_sandbox/#/events?id=${id}&state=pending`);
      await page.locator('.list .row-link').first().click();
      await page.locator('.delivery pre', { hasText: 'database is locked' }).waitFor();
      // The retries follow the account's clock.
      for (let day = 0; day < 9; day++) await world.api('POST', '/_sandbox/clock/advance', { by: '6h' });
      await expect
        .poll(
          async () => {
            await world.api('POST', '/_sandbox/clock/advance', { by: '1d' });
            return page.locator('.delivery .badge', { hasText: 'failed' }).count();
          },
          { timeout: 20_000, interval: 200 },
        )
        .toBe(1);
      await page.getByLabel('Delivery').selectOption('failed');
      await page.locator('.list .badge', { hasText: 'failed' }).first().waitFor();
      status = 200;
      await page.locator('.list .row-link').last().click();
      await page.getByRole('button', { name: 'Redeliver' }).click();
      await page
        .locator('.delivery', { hasText: '/hook' })
        .locator('.badge', { hasText: 'failed' })
        .waitFor({ state: 'detached' });
      await world.api('DELETE', `/v1/webhooks/${hook.id}`);
      shop.close().closeAllConnections();
    });

    test('shows the code of a PIX, the line of a boleto, and the receivers of a split', async () => {
      const receivers = [];
      for (const name of ['Livraria', 'Editora'])
        receivers.push(await world.api('POST', '/v1/receivers', { ...RECEIVER, name }));
      const [one, other] = receivers;
      const split = [
        { receiver_id: one.id, percentage: 70, liable: true, charge_processing_fee: true },
        { receiver_id: other.id, percentage: 30, liable: false, charge_processing_fee: false },
      ];
      const pix = await world.api('POST', '/v1/transactions', { ...PIX, amount: 10_000, split });
      const { page } = await open(`/_sandbox/#/transactions/${pix.id}`);
      await page.getByRole('img', { name: 'QR code of the PIX' }).waitFor();
      await page.locator('.codes', { hasText: pix.pix_qr_code }).getByRole('button', { name: 'Copy' }).waitFor();
      const rows = page.locator('.split-rules tbody tr');
      expect(await rows.nth(0).textContent()).toMatch(/Livraria.*70%R\$70.00/);
      expect(await rows.nth(1).textContent()).toMatch(/Editora.*30%R\$30.00/);
      const boleto = await world.api('POST', '/v1/transactions', { amount: 500, payment_method: 'boleto', boleto: {} });
      await page.goto(`${world.sandbox.url}/_sandbox/#/transactions/${boleto.id}`);
      await page.getByRole('img', { name: 'Barcode of the boleto' }).waitFor();
    });

    test('explains a wrong amount in a sentence, and lists the changes after a clock advance', async () => {
      const paid = await world.api('POST', '/v1/transactions', {
        amount: 15_990,
        payment_method: 'credit_card',
        card: APPROVED_CARD,
      });
      const { page } = await open(`/_sandbox/#/transactions/${paid.id}`);
      await page.getByPlaceholder('or a part, R$').fill('9999');
      await page.getByRole('alert').getByText('Enter an amount from R$0.01 to R$159.90.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByPlaceholder('or a part, R$').fill('1,2,3');
      await page.getByRole('alert').waitFor();
      await world.api('POST', '/v1/transactions', PIX);
      await page.getByRole('button', { name: '+1 month' }).click();
      await page
        .getByRole('status')
        .getByText(/It is now .* GMT−3\. Changes: .*\d × transaction \(PIX\): canceled/)
        .waitFor();
    });

    test('creates a chargeback, sends to review, approves, and sets an unknown status', async () => {
      const body = { amount: 15_990, payment_method: 'credit_card', card: APPROVED_CARD };
      const { id } = await world.api('POST', '/v1/transactions', body);
      const { page } = await open(`/_sandbox/#/transactions/${id}`);
      const header = page.locator('.detail header');
      await page.getByRole('button', { name: 'Send to review' }).click();
      await header.getByText('pending review').waitFor();
      await page.getByRole('button', { name: 'Approve the review' }).click();
      await header.getByText('paid').waitFor();
      await page.getByRole('button', { name: 'Open a chargeback' }).click();
      await header.getByText('chargedback').waitFor();
      expect(await page.getByRole('button', { name: 'Open a chargeback' }).count()).toBe(0);
      await page.getByLabel('Any status').fill('on_hold');
      await page.getByRole('button', { name: 'Set status' }).click();
      await header.getByText('on hold').waitFor();
      expect((await world.api('GET', `/v1/transactions/${id}`)).status).toBe('on_hold');
      await shoot(page, 'pages/console-set-status');
    });

    test('works with the keyboard: skip link, /, j, k, Enter and Escape, with a visible focus', async () => {
      const { page } = await open('/_sandbox/#/transactions');
      await page.locator('.list tbody tr').nth(2).waitFor();
      const ids = await page.locator('.list .row-link').allTextContents();
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the list');
      await page.keyboard.press('Enter');
      expect(await focused()).toBe(ids[0]);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      expect(await focused()).toBe(ids[1]);
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement as Element, '::after').outlineStyle,
      );
      expect(outline).not.toBe('none');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Transaction ${ids[1]}` }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.detail').waitFor({ state: 'detached' });
      await expect.poll(focused).toBe(ids[1]);
      await page.keyboard.press('/');
      await page.keyboard.type('/j');
      expect(await page.getByLabel('Search').inputValue()).toBe('/j');
      await page.getByRole('heading', { name: 'No matching transactions' }).waitFor();
    });

    test('lists the assumptions that decided something, those about money first, and switches one and back', async () => {
      const card = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };
      const pay = async () => (await world.api('POST', '/v1/transactions', card)).id;
      const refund = async (id: number) => await world.api('POST', `/v1/transactions/${id}/refund`, { amount: 100 });
      await refund(await pay());
      const { page } = await open('/_sandbox/#/assumptions');
      const entry = page.getByRole('article', { name: 'refund-rules' });
      await entry.getByText('assumed', { exact: true }).waitFor();
      expect(await page.locator('.page h3').first().textContent()).toMatch(/^About money \(\d+\)$/);
      expect(await page.locator('.subject').first().getByRole('heading', { level: 4 }).allTextContents()).toContain(
        'refund-rules',
      );
      const uses = async () => Number.parseInt((await entry.locator('.uses').textContent()) ?? '', 10);
      const before = await uses();
      await refund(await pay());
      await expect.poll(uses).toBe(before + 1);
      const [assumed, keeps] = [
        entry.getByRole('radio', { name: 'A partial refund lowers paid_amount.' }),
        entry.getByRole('radio', { name: 'keeps-paid-amount' }),
      ];
      // The arrow keys switch, too.
      await assumed.focus();
      await page.keyboard.press('ArrowDown');
      await entry.getByText('switched').waitFor();
      expect(await keeps.isChecked()).toBe(true);
      await expect.poll(async () => (await refund(await pay())).paid_amount).toBe(1000);
      await shoot(page, 'pages/console-assumption-switched');
      expect(await violations(page)).toEqual([]);
      await assumed.check();
      await expect.poll(() => entry.getByText('switched').count()).toBe(0);
      expect((await refund(await pay())).paid_amount).toBe(900);
      // An entry without variants has no switch, and without docs no entry has a link.
      expect(await page.getByRole('article', { name: 'response-requiredness' }).getByRole('radio').count()).toBe(0);
      expect(await entry.getByRole('link').count()).toBe(0);
    });

    test('shows the current behavior again if a switch fails', async () => {
      await world.api('GET', '/v1/customers/9');
      const { page } = await open('/_sandbox/#/assumptions');
      const entry = page.getByRole('article', { name: 'unknown-id' });
      await page.route('**/_sandbox/assumptions', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 422, json: { errors: ['no'] } })
          : route.continue(),
      );
      await entry.getByRole('radio', { name: 'bad-request' }).click();
      await page.getByRole('alert').getByText('no').waitFor();
      expect(await entry.getByRole('radio').first().isChecked()).toBe(true);
      await page.unrouteAll();
    });

    test('links an assumption to its entry in the docs, in the language of the page', {
      timeout: 300_000,
    }, async () => {
      await built('docs');
      await using sandbox = await startSandbox({ port: 0, docs: true });
      await fetch(`${sandbox.url}/v1/customers/9`, { headers: { authorization: 'Bearer test' } });
      for (const [locale, sentence] of [
        ['en-US', 'A call with an unknown id gets 404.'],
        ['pt-BR', 'Uma chamada com um id desconhecido recebe 404.'],
      ] as const) {
        const { page } = await open(`${sandbox.url}/_sandbox/#/assumptions`, { locale });
        const entry = page.getByRole('article', { name: 'unknown-id' });
        await entry.getByText(sentence).waitFor();
        await entry.getByRole('link', { name: 'unknown-id' }).click();
        await page.locator('#unknown-id').waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'pt-BR' ? 'pt-BR' : 'en');
        // A page that is still open would miss its sandbox, which ends here.
        await page.goto('about:blank');
      }
    });

    test('has a header of at most 96 pixels on a phone, with everything behind one button', async () => {
      const { page } = await open('/_sandbox/#/transactions', { viewport: { width: 390, height: 844 } });
      await page.locator('.clock-time').waitFor();
      expect((await page.locator('header.top').boundingBox())?.height).toBeLessThanOrEqual(96);
      // The menu scrolls to the section that is open.
      await page.goto(`${world.sandbox.url}/_sandbox/#/faults`);
      const entry = page.locator('.menu [aria-current]', { hasText: 'Faults' });
      const rightEdge = async () => {
        const { x, width } = (await entry.boundingBox()) ?? { x: 0, width: 1_000 };
        return Math.floor(x + width);
      };
      await expect.poll(rightEdge).toBeLessThanOrEqual(390);
      expect(await page.getByRole('button', { name: '+1 month' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Clock and options' }).click();
      await page.getByRole('button', { name: '+1 month' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('wide, or narrow and dark, no line is too long, and axe finds nothing', async () => {
      const wide = await open('/_sandbox/#/transactions');
      const dark = await open('/_sandbox/#/transactions', DARK.options);
      await wide.page.locator('.list tbody tr').first().waitFor();
      const { data } = await world.api('GET', '/_sandbox/objects?kind=transactions&status=paid');
      const places = consolePlaces(data[0].id);
      // states.long.test.ts checks all sections in both views.
      for (const [index, place] of places.filter((_, index) => index % 3 === 0).entries()) {
        await checkPlace(world, index % 2 === 0 ? wide.page : dark.page, place);
      }
    });

    test('exports the objects as a scenario, loads one, and explains errors in an invalid file', async () => {
      const { page } = await open('/_sandbox/#/customers');
      const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
      const input = page.getByLabel('Load scenario');
      const scenario = { customers: { lia: { name: 'Lia do Cenário', email: 'lia@example.com' } } };
      await page.getByText('Load scenario').waitFor();
      await input.setInputFiles(file('scenario.json', JSON.stringify(scenario)));
      await page.getByRole('status').getByText('Created 1 object.').waitFor();
      await page.locator('td.name', { hasText: 'Lia do Cenário' }).waitFor();
      await input.setInputFiles(file('shop.yaml', 'customers: {}'));
      await page.getByRole('alert').getByText('shop.yaml is not a scenario in JSON.').waitFor();
      // An export contains free text as it was sent, so this removes the card numbers of the tests above.
      await world.api('POST', '/_sandbox/reset', {});
      await world.api('POST', '/_sandbox/scenario', scenario);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export scenario' }).click();
      expect(await text(await (await download).createReadStream())).toContain('Lia do Cenário');
    });
  });

  // Must be the last test, because it checks all pages opened above.
  test('no page broke its policy, logged an error, called another host, or received a secret', () =>
    pages.checkQuiet());
});
