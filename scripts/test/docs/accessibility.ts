import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the axe rules that a page breaks, each with the elements that break it. */
export async function violations(page: Page): Promise<{ rule: string; impact: string; elements: string[] }[]> {
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return results.violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? '',
    elements: nodes.map(({ target }) => String(target[0])),
  }));
}
