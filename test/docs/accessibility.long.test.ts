import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { built } from '../built/built.ts';
import { rulesThatRedocBreaks, seriousViolations } from './accessibility.ts';
import { launchChromium } from './chromium.ts';
import { follow, visit } from './visit.ts';

const wide = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
// The longest operation.
const CREATE = '#/transactions/createtransaction';
const anchors = ['#/', '#/transactions/refundtransaction', '#/section/what-is-known-and-what-is-assumed'];

test('axe-core finds nothing serious in what is ours, wide and on a phone, light and dark, in both languages', {
  tags: 'chromium',
  timeout: 300_000,
}, async () => {
  await built('docs');
  const browser = await launchChromium();
  try {
    for (const language of ['', 'pt-br']) {
      for (const options of [wide, phone]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const address = pathToFileURL(join('dist/docs', language, 'index.html')).href;
          const { page } = await visit(browser, address, { ...options, colorScheme });
          for (const anchor of options === wide ? [...anchors, CREATE] : anchors) {
            await follow(page, anchor);
            const { rules, onOurs } = await seriousViolations(page);
            const where = `${address}${anchor} ${options.viewport.width} ${colorScheme}`;
            expect(onOurs, where).toEqual([]);
            // On a phone Redoc breaks rules that it keeps on a wide screen.
            const known = options === wide ? rulesThatRedocBreaks : rules;
            expect(
              rules.filter((rule) => !known.includes(rule)),
              where,
            ).toEqual([]);
          }
          await page.context().close();
        }
      }
    }
  } finally {
    await browser.close();
  }
});
