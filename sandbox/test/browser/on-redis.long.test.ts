/** Buyer, shop and console use different sandboxes that share one Redis. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { built } from '../../../test/built/built.ts';
import { textsIn } from '../../pages/buyer/texts.js';
import { type SandboxServer, startSandbox } from '../../src/index.ts';
import { APPROVED_CARD, send } from '../entrances.ts';
import { describeRedis, redisServers } from '../stores/redis-server.ts';
import { openShop, type Shop } from './world.ts';

const en = textsIn('en');

describeRedis('pages of sandboxes on one Redis', () => {
  const servers = redisServers();
  const sandboxes: SandboxServer[] = [];
  let shop: Shop;

  beforeAll(async () => {
    const { address } = await servers.start();
    await built('pages');
    shop = await openShop();
    for (let index = 0; index < 3; index++) {
      const state = `${address}?prefix=pages`;
      sandboxes.push(await startSandbox({ port: 0, state, webhook: `${shop.url}/hook`, log: 'silent' }));
    }
  });
  afterAll(async () => {
    for (const sandbox of sandboxes.splice(0)) await sandbox.close();
    await shop?.[Symbol.asyncDispose]();
  });

  const at = (index: number) => ({ url: sandboxes[index]?.url ?? '', fetch });
  /** Returns the same page at another sandbox. */
  const page = (address: string, index: number): string => at(index).url + new URL(address).pathname;

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

  test('a payment starts at one sandbox and is paid at another, pages show it live, and the shop gets one event', {
    tags: 'chromium',
  }, async () => {
    const browser: Browser = await launchChromium();
    try {
      const open = async (address: string): Promise<Page> => {
        const opened = await (await browser.newContext({ locale: 'en-US' })).newPage();
        opened.setDefaultTimeout(60_000);
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
      const paid = `transaction.status_changed ${data[0].id} paid`;
      await expect.poll(() => shop.events.filter((event) => event === paid)).toEqual([paid]);
    } finally {
      await browser.close();
    }
  });
});
