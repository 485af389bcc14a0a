import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, packageFolder, startMock } from './compiled.ts';

const built = join(packageFolder, 'dist/docs');
beforeAll(() => {
  mkdirSync(join(built, 'operations'), { recursive: true });
  writeFileSync(join(built, 'index.html'), '<!doctype html><title>docs</title>');
  writeFileSync(join(built, 'operations/createCard.md'), '# Create a card');
  for (const folder of ['pt-br', '1.0.0']) {
    mkdirSync(join(built, folder));
    writeFileSync(join(built, folder, 'index.html'), `<!doctype html><title>docs ${folder}</title>`);
  }
});
afterAll(() => rmSync(built, { recursive: true }));

describe('payment-gateway docs', () => {
  test('copies what was built', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'gateway-docs-')), 'site');
    expect(await cli('docs', '--out', out)).toEqual({ code: 0, stdout: `${out}\n`, stderr: '' });
    expect(readFileSync(join(out, 'operations/createCard.md'), 'utf8')).toBe('# Create a card');
  });

  test('needs to know where to', async () => {
    expect(await cli('docs')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway: --out is missing.*\n$/),
    });
  });
});

describe('payment-gateway mock --docs', () => {
  test('serves them below /docs/, and nothing else', async () => {
    const { url } = await startMock('--docs', '--log', 'silent');
    const page = await fetch(`${url}/docs`);
    expect(page.url).toBe(`${url}/docs/`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<title>docs</title>');
    expect(await (await fetch(`${url}/docs/operations/createCard.md`)).text()).toBe('# Create a card');
    for (const path of ['..%2fpackage.json', '%2e%2e/package.json', 'nothing.html', '.hidden', 'operations']) {
      expect((await fetch(`${url}/docs/${path}`)).status).toBe(404);
    }
  });

  test('serves other languages and versions from their folders', async () => {
    const { url } = await startMock('--docs', '--log', 'silent');
    expect(await (await fetch(`${url}/docs/1.0.0/`)).text()).toContain('<title>docs 1.0.0</title>');
    const page = await fetch(`${url}/docs/pt-br`);
    expect(page.url).toBe(`${url}/docs/pt-br/`);
    expect(await page.text()).toContain('<title>docs pt-br</title>');
  });

  test('is asked for', async () => {
    const { url } = await startMock('--log', 'silent');
    expect((await fetch(`${url}/docs/`)).status).toBe(404);
  });
});
