import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the rules of axe that a page breaks, each with the elements that break it. */
export async function violations(page: Page): Promise<{ rule: string; impact: string; elements: string[] }[]> {
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return results.violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? '',
    elements: nodes.map(({ target }) => String(target[0])),
  }));
}

/** Returns the rules of serious or critical impact that a page breaks. */
export async function seriousViolations(page: Page): Promise<{ rules: string[] }> {
  const all = await violations(page);
  return { rules: all.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ rule }) => rule) };
}
