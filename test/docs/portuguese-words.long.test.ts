import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { contractInPortuguese, portuguese } from '../../scripts/docs/portuguese.ts';
import { TEXTS } from '../../scripts/docs/redoc/translate.js';
import { built } from '../built/built.ts';
import { launchChromium } from './chromium.ts';
import { readContract } from './contract.ts';
import { follow, visit } from './visit.ts';

test("none of Redoc's English words is left around operations, in menus and in labels", {
  tags: 'chromium',
  timeout: 180_000,
}, async () => {
  await built('docs');
  const contract = contractInPortuguese(readContract());
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const address = pathToFileURL(join('dist/docs', portuguese.path, 'index.html')).href;
  const { page } = await visit(browser, address, { viewport: { width: 1280, height: 900 } });
  const names = new Set(JSON.stringify(contract.components.schemas).match(/(?<=")\w+(?=":)/g));
  const headings = new Set(
    [...guideOf(contract, portuguese).matchAll(/^## (.+)$/gm)].map(([, text = '']) => text.replaceAll('`', '')),
  );
  const said = new Set<string>();
  for (const anchor of [
    '/transactions/listtransactions',
    '/webhook/receivelinkpaid',
    '/transactions/createtransaction',
  ]) {
    await follow(page, `#${anchor}`);
    for (const text of await interfaceTexts(page)) said.add(text);
  }
  await page.locator('.panel-request-samples button[aria-label=Exemplo]').first().click();
  await page.getByRole('menuitem').first().waitFor();
  for (const text of await interfaceTexts(page)) said.add(text);
  await page.keyboard.press('Escape');
  expect(said.size).toBeGreaterThan(200);
  for (const words of ['Requisição', 'obrigatório', 'Valores:', 'Array de objects', 'integer ou string', 'Copiar'])
    expect(said).toContain(words);
  const english = [...Object.keys(TEXTS).map((text) => text.replace('${', '').trim()), ...redocWords];
  const left = new RegExp(
    `(?<![\\w-])(${english
      .filter((word) => word !== 'or')
      .map((word) => word.replace(/[.?<=]/g, '\\$&'))
      .join('|')})(?![\\w-])`,
  );
  expect(
    [...said].filter((text) => left.test(text) && !names.has(text.split(' ').at(-1) ?? '') && !headings.has(text)),
  ).toEqual([]);
});

/** What Redoc says by a key in English. */
const redocWords = [
  ...[
    'Request',
    'Response',
    'Responses',
    'Headers',
    'Body',
    'Query',
    'Security',
    'Show',
    'Hide',
    'Copied',
    'Expand',
    'Collapse',
  ],
  ...[
    'required',
    'recursive',
    'Recursive',
    'Default',
    'default',
    'Examples',
    'Enum',
    'more',
    'Loading',
    'Download',
    'Search',
  ],
  ...[
    'Any of',
    'One of',
    'Authorizations',
    'License',
    'Servers',
    'Overview',
    'details',
    'property',
    'properties',
    'pattern',
  ],
];

/** What stands on the page outside texts, code and what is marked as English, and in labels. */
function interfaceTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const prose = '[data-component-name="Markdown/Markdown"], [lang=en], pre, code, script, style, svg, .docs-bar';
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (!node.parentElement?.closest(prose)) texts.push(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.filter(Boolean);
  });
}
