import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns each rule that a page breaks, with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  return (await check(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

async function check(page: Page): Promise<AxeResults['violations']> {
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return results.violations;
}

/** Returns the rules of serious or critical impact that a page breaks. */
export async function seriousViolations(page: Page): Promise<{ rules: string[] }> {
  const serious = (await check(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return { rules: serious.map(({ id }) => id) };
}
