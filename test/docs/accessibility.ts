import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the decorators and the guide add to the page, beside badges, which are known by their words. */
const ours =
  'details, summary, pre, .level, .docs-bar *, .copy-code, .hljs-comment, .hljs-string, .hljs-keyword, .hljs-number, .hljs-title, .diagram-scroll, .md td, .md th, [data-component-name="Markdown/Markdown"] a';

/** Returns each rule that a page breaks, with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  return (await check(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

async function check(page: Page): Promise<AxeResults['violations']> {
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return results.violations;
}

/** The rules of serious or critical impact that a page breaks, and those of the elements among them that are not Redoc's. */
export async function seriousViolations(page: Page): Promise<{ rules: string[]; onOurs: string[] }> {
  const serious = (await check(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const nodes = serious.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, selector: String(target[0]) })));
  const onOurs = await page.evaluate(
    ({ nodes, ours }) =>
      nodes
        .filter(({ selector }) => {
          const element = document.querySelector(selector);
          return element?.matches(ours) || /^(documented|observed|assumed)$/i.test(element?.textContent?.trim() ?? '');
        })
        .map(({ id, selector }) => `${id}: ${selector}`),
    { nodes, ours },
  );
  return { rules: serious.map(({ id }) => id), onOurs };
}

/** The rules of serious or critical impact that Redoc's own page breaks; plain-redoc.long.test.ts looks them up anew. */
export const rulesThatRedocBreaks = ['color-contrast', 'label-content-name-mismatch'];
