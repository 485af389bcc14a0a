import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { buildSite } from '../../scripts/docs/site.ts';
import { readSource, type Source } from '../../scripts/docs/source.ts';
import { releasedContracts } from '../../scripts/release/contracts.ts';
import { addressDocs, siteAddress } from '../../src/cli/docs-address.ts';
import { launchChromium } from './chromium.ts';
import { readContract } from './contract.ts';
import { type Site, serveBelow } from './serve.ts';
import { visit } from './visit.ts';

let folder: string;
let out: string;
const read = (path: string) => readFile(join(out, path), 'utf8');

// A repository with releases of two documentation versions, a preview, and a release of the newest version.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
  out = join(folder, 'docs');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: folder });
  git('init', '--quiet');
  for (const [tag, version] of [
    ['v0.1.0', '0.8.0'],
    ['v0.2.0-rc.1', '0.8.5'],
    ['v0.2.0', '0.9.0'],
    ['v1.0.0', '1.0.0'],
  ] as const) {
    await writeFile(join(folder, 'openapi.yaml'), contractOf(version));
    git('add', 'openapi.yaml');
    git('commit', '--quiet', '--message', tag);
    git('tag', tag);
  }
  const older = releasedContracts(folder).map(readSource);
  await buildSite({ newest: newest(), older, out, sending: join(folder, 'send') });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('docs of several versions', () => {
  test('stand in a folder for each language and each older version, previews aside', async () => {
    const entries = await readdir(out, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.sort()).toEqual(['0.8.0', '0.9.0', 'operations', 'pt-br']);
    for (const path of ['', 'pt-br/', '0.8.0/', '0.9.0/']) {
      expect(await read(`${path}index.html`), path).toContain('<meta property="og:image" content="preview.png">');
      expect((await readFile(join(out, path, 'preview.png'))).length, path).toBeGreaterThan(1_000);
      expect(await read(`${path}llms.txt`), path).toContain('POST /v1/transactions/{id}/refund');
    }
    expect(await read('0.8.0/openapi.yaml')).toContain('version: 0.8.0');
  });

  test('have a script behind "Send" for each language, in a folder of its own', async () => {
    expect(await readdir(join(folder, 'send'))).toEqual(['pt-br', 'send.js']);
  });

  test('are named by the address where they are published, once that is known', async () => {
    const site = siteAddress('https://docs.example/x/y');
    addressDocs(out, site);
    addressDocs(out, site);
    for (const path of ['', 'pt-br/', '0.8.0/']) {
      const page = await read(`${path}index.html`);
      const own = `https://docs.example/x/y/${path}`;
      expect(page, path).toContain(`<meta property="og:image" content="${own}preview.png">`);
      expect(page.split(`<link rel="canonical" href="${own}">`).length - 1, path).toBe(1);
      expect(page.split(`<meta property="og:url" content="${own}">`).length - 1, path).toBe(1);
      expect(await read(`${path}llms.txt`)).toContain(`(${own}operations/refundtransaction.md)`);
    }
    expect(await read('pt-br/index.html')).toContain('hreflang="en" href="https://docs.example/x/y/">');
    expect(await read('index.html')).toContain('hreflang="pt-BR" href="https://docs.example/x/y/pt-br/">');
  });
});

describe('in Chromium', { tags: 'chromium', timeout: 60_000 }, () => {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), serveBelow('/x/y/', out)]);
  }, 60_000);
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  test('a reader goes from each page to the others by the links above it', async () => {
    const { page } = await visit(browser, site.url, { viewport: { width: 1280, height: 900 } });
    const version = () => page.locator('h1').first().textContent();
    const links = () => page.locator('.docs-bar nav a').allTextContents();
    expect(await links()).toEqual(['Português', '0.8.0', '0.9.0']);
    const follow = async (name: string, path: string) => {
      await page.locator('.docs-bar nav a', { hasText: name }).click();
      await page.waitForURL(new RegExp(`/x/y/${path}(index\\.html)?([#?].*)?$`));
      await page.locator('h1').first().waitFor();
    };
    await follow('0.8.0', '0\\.8\\.0/');
    expect(await version()).toContain('0.8.0');
    expect(await links()).toEqual(['1.0.0', '0.9.0']);
    await follow('0.9.0', '0\\.9\\.0/');
    await follow('1.0.0', '');
    expect(await version()).toContain('1.0.0');
    await follow('Português', 'pt-br/');
    expect(await links()).toEqual(['English', '0.8.0', '0.9.0']);
    await follow('0.9.0', '0\\.9\\.0/');
    expect(await version()).toContain('0.9.0');
  });
});

function newest(): Source {
  return readSource(contractOf('1.0.0'));
}

/** The contract with two of its operations: enough for a page, and quickly rendered. */
function contractOf(version: string): string {
  const contract = readContract();
  contract.info.version = version;
  const kept = ['/v1/transactions', '/v1/transactions/{id}/refund'];
  const paths = Object.entries(contract.paths).filter(([path]) => kept.includes(path));
  return stringify({ ...contract, paths: Object.fromEntries(paths) });
}
