import { describe, expect, test } from 'vitest';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { shoot } from '../../../scripts/test/docs/chromium.ts';
import { built } from '../../../test/built/built.ts';
import { startSandbox } from '../../src/index.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { pagesOf } from './pages.ts';

describe('the assumptions of the console in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: '2026-11-20T12:00:00Z' });
  const { api, open } = pages;

  test('lists the assumptions that decided something, those about money first, and switches one and back', async () => {
    const card = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };
    const pay = async () => (await api('POST', '/v1/transactions', card)).id;
    const refund = async (id: number) => await api('POST', `/v1/transactions/${id}/refund`, { amount: 100 });
    await refund(await pay());
    const { page } = await open('/_sandbox/#/assumptions');
    const entry = page.getByRole('article', { name: 'refund-rules' });
    await entry.getByText('assumed', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.page h3').first().textContent()).toMatch(/^About money \(\d+\)$/);
    await expect
      .poll(() => page.locator('.subject').first().getByRole('heading', { level: 4 }).allTextContents())
      .toContain('refund-rules');
    const uses = async () => Number.parseInt((await entry.locator('.uses').textContent()) ?? '', 10);
    await expect.poll(uses).toBeGreaterThan(0);
    const before = await uses();
    await refund(await pay());
    await expect.poll(uses).toBe(before + 1);
    const [assumed, keeps] = [
      entry.getByRole('radio', { name: 'A partial refund lowers paid_amount.' }),
      entry.getByRole('radio', { name: 'A refund, partial or whole' }),
    ];
    // The arrow keys switch, too.
    await assumed.focus();
    await page.keyboard.press('ArrowDown');
    await entry.getByText('switched').waitFor();
    await expect.poll(() => keeps.isChecked()).toBe(true);
    await expect.poll(async () => (await refund(await pay())).paid_amount).toBe(1000);
    await shoot(page, 'pages/console-assumption-switched');
    await expect.poll(() => violations(page)).toEqual([]);
    await assumed.check();
    await expect.poll(() => entry.getByText('switched').count()).toBe(0);
    expect((await refund(await pay())).paid_amount).toBe(900);
    // An entry without variants has no switch, and without docs no entry has a link.
    expect(await page.getByRole('article', { name: 'response-requiredness' }).getByRole('radio').count()).toBe(0);
    expect(await entry.getByRole('link').count()).toBe(0);
  });

  test('shows the current behavior again if a switch fails', async () => {
    await api('GET', '/v1/customers/9');
    const { page } = await open('/_sandbox/#/assumptions');
    const entry = page.getByRole('article', { name: 'unknown-id' });
    await page.route('**/_sandbox/assumptions', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { errors: ['no'] } }) : route.continue(),
    );
    await entry.getByRole('radio', { name: 'bad-request' }).click();
    await page.getByRole('alert').getByText('no').waitFor();
    await expect.poll(() => entry.getByRole('radio').first().isChecked()).toBe(true);
    await page.unrouteAll();
  });

  test('links an assumption to its entry in the docs, in the language of the page', async () => {
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
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale === 'pt-BR' ? 'pt-BR' : 'en');
      // A page that is still open would miss its sandbox, which ends here.
      await page.goto('about:blank');
    }
  });
});
