import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../built/built.ts';
import { launchChromium } from './chromium.ts';
import { type Site, serveBelow } from './serve.ts';
import { follow, isInView, type Visit, visit } from './visit.ts';

const screenshots = 'dist/screenshots';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;

describe('the built page on a phone, in dark colours', { tags: 'chromium', timeout: 90_000 }, () => {
  let browser: Browser;
  let site: Site;
  let visited: Visit;
  beforeAll(async () => {
    await built('docs');
    [browser, site] = await Promise.all([launchChromium(), serveBelow('/x/y/', 'dist/docs')]);
    visited = await visit(browser, `${site.url}#/transactions/refundtransaction`, phone);
    await visited.page.screenshot({ path: join(screenshots, 'dark-phone.png') });
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  test('a deep link opens an operation', async () => {
    await expect.poll(() => isInView(visited.page, '/transactions/refundtransaction')).toBe(true);
    expect(await visited.page.locator('html').getAttribute('class')).toContain('dark');
  });

  test('shows the text without scrolling sideways', async () => {
    const { page } = visited;
    const register = 'what-is-known-and-what-is-assumed';
    await follow(page, '#/transactions/createtransaction');
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await follow(page, `#/section/${register}`);
    await expect.poll(() => isInView(page, `section/${register}`)).toBe(true);
    expect(await width()).toBeLessThanOrEqual(390);
    await follow(page, '#/section/pix');
    expect(await width()).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await width()).toBeLessThanOrEqual(360);
    const bar = await page.locator('.docs-bar').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(bar).toBeLessThanOrEqual(0);
    await page.screenshot({ path: join(screenshots, 'mobile-guide.png') });
  });

  test('makes no request off the page and logs no error', () => {
    expect(visited.requests).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });
});
