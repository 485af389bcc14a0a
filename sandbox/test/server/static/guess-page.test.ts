import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../../../test/built/built.ts';
import { type Stub, startStub } from '../../../../test/stub-server.ts';
import { guessPage } from '../../../src/server/static/guess-page.js';

describe('an address of the docs that does not exist', () => {
  let stub: Stub;
  beforeAll(async () => {
    await built('docs');
    stub = await startStub({ port: 0, log: 'silent', docs: true });
  });
  afterAll(() => stub?.close());

  test.each([
    ['operations/createtransaction/', 'api/createTransaction/'],
    ['API/CreateTransaction/', 'api/createTransaction/'],
    ['api/createTransaction/index.html/', 'api/createTransaction/'],
    ['v1/transactions', 'api/createTransaction/'],
    ['api/v1/transactions/{id}/refund', 'api/refundTransaction/'],
    ['v1/transactions/1001', 'api/retrieveTransaction/'],
    ['Pix', 'guides/pix/'],
    ['pt-br/operations/createtransaction/', 'pt-br/api/createTransaction/'],
    ['PT-BR/Boleto', 'pt-br/guides/boleto/'],
    ['pt', 'pt-br/'],
    ['pt/guides/pix/', 'pt-br/guides/pix/'],
    ['pt/Boleto', 'pt-br/guides/boleto/'],
  ])('%s leads to %s', async (guess, page) => {
    const response = await fetch(`${stub.url}/docs/${guess}`);
    expect([response.url, response.status]).toEqual([`${stub.url}/docs/${page}`, 200]);
  });

  test.each([
    ['nothing-like-this/', 'en'],
    ['guides/constructor/', 'en'],
    ['a%20b/../c..html', 'en'],
    ['pt-br/nada-disso/', 'pt-BR'],
    [`${'a/'.repeat(500)}`, 'en'],
  ])('%s is a page with the status 404', async (path, language) => {
    const response = await fetch(`${stub.url}/docs/${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain(`<html lang="${language}"`);
    // Any address shows the page, so no link may be relative to it.
    expect(page).not.toMatch(/ (?:href|src|data-url|data-root)="\.{1,2}\//);
    expect(page).toMatch(/<link rel="stylesheet" href="\/docs\/_astro\//);
  });

  test('a missing file is named in JSON, because no person reads it', async () => {
    const response = await fetch(`${stub.url}/docs/_astro/missing.js`);
    expect([response.status, await response.json()]).toEqual([404, { errors: ['path: the docs have no such file'] }]);
  });
});

test('a guess prefers guides, and finds nothing for an empty path', () => {
  const names = ['api/split/index.html', 'evidence/split/index.html', 'guides/split/index.html', 'index.html'];
  expect(guessPage('Split/', names, [])).toBe('guides/split/');
  for (const path of ['', '/', 'index.html', '***', 'split/more', 'x'.repeat(100_000)]) {
    expect(guessPage(path, names, []), path.slice(0, 20)).toBeUndefined();
  }
});
