import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { built } from '../../../test/built/built.ts';
import { operationHref } from '../../docs/addresses.ts';
import { portuguese } from '../../docs/editions.ts';
import { guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { readDictionary } from '../../translation/dictionary.ts';
import { readContract } from './contract.ts';

const out = 'dist/docs';
const contract = readContract();
let files: string[];
let pages: { path: string; html: string }[];

beforeAll(async () => {
  await built('docs');
  files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.join(parentPath, name).slice(out.length + 1));
  const names = files.filter((name) => name.endsWith('.html'));
  pages = await Promise.all(names.map(async (path) => ({ path, html: await readFile(join(out, path), 'utf8') })));
});

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value.replaceAll('&amp;', '&'));

/** Returns the words of HTML that a reader sees. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();

describe('the built docs', { tags: 'long' }, () => {
  test('show the documented Pix first for a transaction', () => {
    for (const folder of ['', 'pt-br/']) {
      const page = pages.find(({ path }) => path === `${folder}api/createTransaction/index.html`);
      const [picker = ''] = /<select data-example-picker[^>]*>.*?<\/select>/s.exec(page?.html ?? '') ?? [];
      expect(attributes(picker, 'value')[0]).toBe('pix');
      expect(/<docs-send [^>]*data-example="(\w+)"/.exec(page?.html ?? '')?.[1]).toBe('pix');
    }
  });

  test('have a page for each guide, operation and webhook in both languages, and only links and anchors that resolve', () => {
    const guides = guidesOf(contract, english).map(({ name }) => `guides/${name}/`);
    const reference = contractOf(contract).operationsAndWebhooks.map((operation) => operationHref(operation).slice(1));
    const expected = ['', ...guides, ...reference].flatMap((path) => [path, `pt-br/${path}`]);
    expect(files).toEqual(expect.arrayContaining(expected.map((path) => `${path}index.html`)));
    const ids = new Map(pages.map(({ path, html }) => [path, new Set(attributes(html, 'id'))]));
    const broken: string[] = [];
    for (const { path, html } of pages) {
      for (const link of [...attributes(html, 'href'), ...attributes(html, 'src'), ...attributes(html, 'data-url')]) {
        if (/^(https?:|data:)/.test(link)) continue;
        const [, to = '', , hash = ''] = /^([^#?]*)(\?[^#]*)?#?(.*)$/.exec(link) ?? [];
        const file = to === '' ? path : posix.join(posix.dirname(path), to.endsWith('/') ? `${to}index.html` : to);
        if (!files.includes(file)) broken.push(`${path}: ${link}`);
        else if (hash && !ids.get(file)?.has(decodeURIComponent(hash))) broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('name the pages of the register in full in the links to the previous and the next page', () => {
    const labels = pages.flatMap(({ html }) =>
      [...html.matchAll(/<a href="[^"]*evidence\/[^"]*" rel="(?:prev|next)"[\s\S]*?<\/a>/g)].map(([link]) =>
        textOf(link),
      ),
    );
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label).toMatch(/(?:Register|Registro): /);
  });

  test('load nothing from other hosts, and forbid it', () => {
    for (const { path, html } of pages) {
      expect([...html.matchAll(/<(?:script|img|link)[^>]+(?:src|href)="(?:https?:)?\/\//g)], path).toEqual([]);
      const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toContain("connect-src 'self'");
      expect(policy, path).not.toContain("script-src 'self' 'unsafe-inline'");
    }
  });

  test('declare their language, link the other language and a preview image', async () => {
    for (const { path, html } of pages) {
      const isPortuguese = path.startsWith('pt-br/');
      expect(html, path).toContain(`<html lang="${isPortuguese ? 'pt-BR' : 'en'}"`);
      expect(html.match(/<link rel="alternate" hreflang="(en|pt-BR)"/g), path).toHaveLength(2);
      const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
      expect(files, path).toContain(posix.join(posix.dirname(path), picture));
    }
  });

  test.each([
    ['', english],
    ['pt-br/', portuguese],
  ])(
    'below /docs/%s begin with the package, a run of explore, the three parts of the project and the evidence of fields',
    (folder, language) => {
      const landing = pages.find(({ path }) => path === `${folder}index.html`)?.html ?? '';
      expect(textOf(/<title>.*?<\/title>/s.exec(landing)?.[0] ?? '')).toMatch(/^payment-gateway-contract\b/);
      const [main = ''] = /<main[\s\S]*<\/main>/.exec(landing) ?? [];
      expect(textOf(/<h1[\s\S]*?<\/h1>/.exec(main)?.[0] ?? '')).toBe('payment-gateway-contract');
      expect(textOf(main)).toContain(language === english ? 'Unofficial' : 'Não oficial');
      expect(textOf(/<svg class="lanes"[\s\S]*?<\/svg>/.exec(main)?.[0] ?? '')).toContain(
        language === english ? 'was charged twice: 1001 and 1003' : 'foi cobrado duas vezes: 1001 e 1003',
      );

      const { operations } = contractOf(contract);
      const [parts = ''] = /<div class="parts">[\s\S]*?<h2/.exec(main) ?? [];
      for (const [path, title, text] of language.words.landing.parts(operations.length)) {
        expect(parts).toContain(`/${folder}${path.slice(1)}"`);
        expect(textOf(parts)).toContain(title);
        expect(textOf(parts)).toContain(text);
      }
      expect(main).toContain('data-evidence="assumed reference-key"');
      for (const link of ['licenses.txt', 'guides/changelog/']) expect(main).toMatch(new RegExp(`href="[^"]*${link}"`));
    },
  );

  test('contain the licenses of all their parts', async () => {
    const licenses = await readFile(join(out, 'licenses.txt'), 'utf8');
    for (const name of ['@astrojs/starlight', 'minisearch', 'MIT License']) expect(licenses).toContain(name);
    // Every other file is text, an image or a logo of this package, or the archive of the pages.
    const kinds = new Set(files.map((name) => posix.extname(name)));
    expect([...kinds].sort()).toEqual(['.br', '.css', '.html', '.js', '.json', '.md', '.png', '.svg', '.txt', '.yaml']);
  });

  test('contain the contract in all its formats', async () => {
    for (const file of ['openapi.yaml', 'openapi.json', 'openapi.portable.json', 'SKILL.md', 'SKILL-integrate.md']) {
      expect(files, file).toContain(file);
    }
    expect(await readFile(join(out, 'openapi.yaml'), 'utf8')).toBe(readFileSync('openapi.yaml', 'utf8'));
  });

  test('mark Portuguese pages that have English sentences', () => {
    const isTranslated = [...readDictionary().values()].flat().every(({ pt }) => pt !== '');
    const notice = portuguese.words.site.onlyEnglish;
    const noticed = pages.filter(({ html }) => html.includes(notice)).map(({ path }) => path);
    expect(noticed).toContain('pt-br/guides/changelog/index.html');
    if (isTranslated) expect(noticed).toEqual(['pt-br/guides/changelog/index.html']);
  });

  test('show the interface of Portuguese pages in Portuguese', () => {
    const visible = (path: string) =>
      (pages.find((page) => page.path === path)?.html ?? '').replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, ' ');
    const refund = visible('pt-br/api/refundTransaction/index.html');
    for (const word of ['Corpo da requisição', 'obrigatório', 'Evidências', 'Buscar', 'Enviar ao sandbox', 'Próximo']) {
      expect(refund, word).toContain(word);
    }
    expect(visible('pt-br/guides/pix/index.html')).toContain('Nesta página');
    for (const word of ['Request body', ' required ', 'Search', 'On this page', 'Evidence']) {
      expect(refund, word).not.toContain(word);
    }
    // The interface never shows the name of the framework.
    expect(refund).not.toMatch(/\bNext\b(?!\.js)/);
  });
});
