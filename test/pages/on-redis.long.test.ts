/** Buyer, shop and console use different sandboxes that share one Redis. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPages } from '../../scripts/pages/build.ts';
import { textsIn } from '../../src/pages/buyer/texts.js';
import { type SandboxServer, startSandbox } from '../../src/sandbox/index.ts';
import { launchChromium } from '../docs/chromium.ts';
import { APPROVED_CARD, PIX, send } from '../sandbox/entrances.ts';
import { describeRedis, redisServers } from '../sandbox/stores/redis-server.ts';
import { openShop, type Shop } from './world.ts';

const en = textsIn('en');

describeRedis('pages of sandboxes on one Redis', () => {
  const servers = redisServers();
  const sandboxes: SandboxServer[] = [];
  let shop: Shop;

  beforeAll(async () => {
    const { address } = await servers.start();
    await buildPages('dist/pages');
    shop = await openShop();
    for (let index = 0; index < 3; index++) {
      const state = `${address}?prefix=pages`;
      sandboxes.push(await startSandbox({ port: 0, state, webhook: `${shop.url}/hook`, log: 'silent' }));
    }
  }, 90_000);
  afterAll(async () => {
    for (const sandbox of sandboxes.splice(0)) await sandbox.close();
    await shop?.[Symbol.asyncDispose]();
  });

  const at = (index: number) => ({ url: sandboxes[index]?.url ?? '', fetch });
  /** Returns the same page at another sandbox. */
  const page = (address: string, index: number): string => at(index).url + new URL(address).pathname;

  test('a payment starts at one sandbox, is paid at another, and the shop gets one event', {
    timeout: 180_000,
  }, async () => {
    const link = (await send(at(0), 'POST', '/v1/links', { amount: 15_990, name: 'Café' })).body;
    const begun = await send(at(1), 'POST', new URL(link.url).pathname, { payment_method: 'pix' });
    const state = `/_sandbox/pay/${begun.body.key}/state`;
    const { payment } = (await send(at(2), 'GET', state)).body;
    expect(payment).toMatchObject({ status: 'waiting_payment', method: 'pix' });
    expect((await send(at(0), 'POST', `/_sandbox/objects/${payment.id}/pay`, {})).status).toBe(200);
    for (const index of [0, 1, 2]) {
      expect((await send(at(index), 'GET', state)).body.payment.status).toBe('paid');
      expect((await fetch(page(link.url, index))).status).toBe(200);
    }
    const paid = `transaction.status_changed ${payment.id} paid`;
    await expect.poll(() => shop.events.filter((event) => event === paid)).toEqual([paid]);
  });

  test('a 3DS question of one sandbox can be answered at another, once', async () => {
    const card = { ...APPROVED_CARD, card_number: '4539620659922097' };
    const threeDSecure = { urlSuccess: `${shop.url}/ok`, urlFail: `${shop.url}/fail` };
    const asked = (
      await send(at(0), 'POST', '/v1/transactions', { amount: 100, payment_method: 'credit_card', card, threeDSecure })
    ).body;
    expect(asked.status).toBe('request_authentication');
    const { pathname } = new URL(asked.threeDSecure.url);
    const responses = await Promise.all(
      [0, 1, 2].map((index) => send(at(index), 'POST', pathname, { outcome: 'approved' })),
    );
    expect((await send(at(2), 'GET', `/v1/transactions/${asked.id}`)).body.status).toBe('paid');
    const history = (await send(at(1), 'GET', `/v1/transactions/${asked.id}/history`)).body.data;
    expect(history.map(({ status }: { status: string }) => status)).toEqual(['request_authentication', 'paid']);
    expect(responses.map(({ status }) => status)).toContain(200);
  });

  test('the stream of one sandbox shows changes at another', async () => {
    const stop = new AbortController();
    const response = await fetch(`${at(2).url}/_sandbox/stream`, { signal: stop.signal });
    const told: string[] = [];
    const reading = (async () => {
      for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>)
        told.push(new TextDecoder().decode(piece));
    })().catch(() => {});
    await expect.poll(() => told.join('')).toContain('event: change');
    const before = told.length;
    await send(at(0), 'POST', '/v1/transactions', PIX);
    await expect.poll(() => told.length, { timeout: 5000 }).toBeGreaterThan(before);
    stop.abort();
    await reading;
  });

  test("the buyer's page and the console show changes at another sandbox live", {
    tags: 'chromium',
    timeout: 90_000,
  }, async () => {
    const browser: Browser = await launchChromium();
    try {
      const open = async (address: string): Promise<Page> => {
        const opened = await (await browser.newContext({ locale: 'en-US' })).newPage();
        opened.setDefaultTimeout(15_000);
        await opened.goto(address);
        return opened;
      };
      const link = (await send(at(0), 'POST', '/v1/links', { amount: 4990, name: 'Dom Casmurro' })).body;
      const console = await open(`${at(2).url}/_sandbox/`);
      await console.locator('.list tbody tr').first().waitFor();
      const buyer = await open(page(link.url, 0));
      await buyer.getByRole('button', { name: en.payByPix }).click();
      await buyer.getByText(en.waitingPix).first().waitFor();
      const row = console
        .locator('.list tbody tr', { hasText: '49.90' })
        .or(console.locator('.list tbody tr', { hasText: '49,90' }));
      await row
        .first()
        .getByText(/waiting.payment/)
        .waitFor();
      const { data } = (await send(at(1), 'GET', `/v1/links/${link.id}/transactions`)).body;
      await send(at(1), 'POST', `/_sandbox/objects/${data[0].id}/pay`, {});
      await buyer.getByRole('heading', { name: en.paid }).waitFor();
      await row.first().getByText('paid', { exact: true }).waitFor();
    } finally {
      await browser.close();
    }
  });
});
