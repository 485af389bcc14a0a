import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { renderWithRedoc } from '../../scripts/docs/redoc/render.ts';
import { rulesThatRedocBreaks, seriousViolations } from './accessibility.ts';
import { launchChromium } from './chromium.ts';
import { readContract } from './contract.ts';
import { visit } from './visit.ts';

test('what the page is forgiven is what the plain page of Redoc does wrong', {
  tags: 'chromium',
  timeout: 180_000,
}, async () => {
  const out = await mkdtemp(join(tmpdir(), 'docs-'));
  const plain = join(out, 'plain.html');
  await writeFile(plain, await renderWithRedoc(readContract(), { config: 'test/docs/plain-redocly.yaml' }));
  const browser = await launchChromium();
  try {
    const broken = new Set<string>();
    for (const anchor of ['', '#/transactions/createtransaction']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const options = { viewport: { width: 1280, height: 900 }, colorScheme };
        const { page } = await visit(browser, pathToFileURL(plain).href + anchor, options);
        for (const rule of (await seriousViolations(page)).rules) broken.add(rule);
        await page.context().close();
      }
    }
    expect([...broken].sort()).toEqual(rulesThatRedocBreaks);
  } finally {
    await browser.close();
    await rm(out, { recursive: true, force: true });
  }
});
