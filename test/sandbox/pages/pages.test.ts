import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import { languageOf } from '../../../src/sandbox/pages/pages.js';
import { built } from '../../built/built.ts';
import { ask } from '../control/api.ts';
import { hear } from '../control/hear.ts';
import { APPROVED_CARD, type Entered, entrances, PIX, send } from '../entrances.ts';

const ASKS_3DS = { ...APPROVED_CARD, card_number: '4539620659922097' };
const PUBLIC = 'https://sandbox.example/gateway';

describe.each(entrances)('the pages of buyers $name', ({ open }) => {
  let entered: Entered;
  beforeAll(async () => {
    entered = await open({ publicUrl: PUBLIC, clock: '2026-11-20T12:00:00Z' });
  });
  afterAll(() => entered[Symbol.asyncDispose]());

  const create = async (path: string, body: object) => (await send(entered, 'POST', path, body)).body;
  /** Returns the path below `/_sandbox/` of a page's address. */
  const pathOf = (url: string): string => {
    expect(url.startsWith(`${PUBLIC}/_sandbox/`)).toBe(true);
    return url.slice(`${PUBLIC}/_sandbox/`.length);
  };
  const newLink = async (fields: object = {}): Promise<string> =>
    pathOf((await create('/v1/links', { amount: 15_990, name: 'Livro', ...fields })).url);
  const new3ds = async (addresses: object, payment: object = {}): Promise<{ id: number; page: string }> => {
    const payable = { amount: 4_200, payment_method: 'credit_card', card: ASKS_3DS, ...payment };
    const made = await create('/v1/transactions', { ...payable, threeDSecure: addresses });
    return { id: made.id, page: pathOf(made.threeDSecure.url) };
  };
  const html = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await entered.fetch(`${entered.url}/_sandbox/${path}`, { method, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('have no content except a script and a style sheet from this server, and their policy forbids all else', async () => {
    const { status, headers, text } = await html(await newLink());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/https?:|<script>|<style|\son\w+=/);
    // Works also below a path that a proxy adds.
    for (const [, address] of text.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(address).toMatch(/^\.\.\/assets\/\w+\.\w+$/);
  });

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['en-US,en;q=0.9,pt;q=0.5', 'en'],
    ['fr-FR', 'en'],
    ['fr;q=1, pt;q=0.3, en;q=0.2', 'pt-BR'],
    ['*', 'pt-BR'],
    ['fr-pt, en', 'en'],
    [undefined, 'pt-BR'],
    ['', 'pt-BR'],
    [`${'x,'.repeat(100_000)}en`, 'en'],
    [';;;q=,=,', 'en'],
  ])('read %s as the language %s', (accept, language) => {
    expect(languageOf(accept)).toBe(language);
  });

  test('declare their language', async () => {
    const path = await newLink();
    expect((await html(path, { 'accept-language': 'en' })).text).toContain('<html lang="en">');
    expect((await html(path, { 'accept-language': 'pt-BR' })).text).toContain('<html lang="pt-BR">');
  });

  test('are not found for a key that is unknown, broken, or from another page', async () => {
    const link = await newLink();
    const { page } = await new3ds({});
    const others = [
      'pay/',
      'pay',
      'pay/AAAAAAAAAAAAAAAAAAAAAA',
      'pay/%2e%2e%2f',
      'pay/__proto__',
      `pay/${'a'.repeat(5000)}`,
      page.replace('3ds/', 'pay/'),
      link.replace('pay/', '3ds/'),
    ];
    for (const path of others) {
      const { status, headers, text } = await html(path);
      expect([status, headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8']);
      expect(text, path).toContain('data-page="unknown"');
    }
    for (const page of ['pay', '3ds']) {
      expect((await ask(entered, 'GET', `${page}/AAAAAAAAAAAAAAAAAAAAAA/state`)).status).toBe(404);
      expect((await ask(entered, 'GET', `${page}/AAAAAAAAAAAAAAAAAAAAAA/stream`)).status).toBe(404);
    }
    expect((await ask(entered, 'POST', 'pay/AAAAAAAAAAAAAAAAAAAAAA', { payment_method: 'pix' })).status).toBe(404);
    expect((await ask(entered, 'POST', '3ds/AAAAAAAAAAAAAAAAAAAAAA', { outcome: 'approved' })).status).toBe(404);
  });

  test('answer HEAD like GET, and refuse other methods', async () => {
    const path = await newLink();
    expect((await html(path, {}, 'HEAD')).status).toBe(200);
    const headers = { 'content-type': 'application/json' };
    expect((await html(path, headers, 'DELETE')).status).toBe(405);
    expect((await html('', headers, 'POST')).status).toBe(405);
    expect((await html('assets/buyer.js', headers, 'POST')).status).toBe(405);
  });

  test('show the purchase and the payment methods, without a card number', async () => {
    const path = await newLink({ description: 'Capa dura', redirect_link: 'https://shop.example/thanks' });
    const { body } = await ask(entered, 'GET', `${path}/state`);
    expect(body).toMatchObject({
      shop: 'shop.example',
      name: 'Livro',
      description: 'Capa dura',
      amount: 15_990,
      status: 'active',
    });
    expect(body.cards).toHaveLength(testValues.cards.length);
    expect(new Set(body.cards.map(({ id }: { id: string }) => id)).size).toBe(testValues.cards.length);
    for (const { card_number } of testValues.cards) expect(JSON.stringify(body)).not.toContain(card_number);
  });

  test('take a PIX payment with a separate page, which updates if the PIX is paid elsewhere', async () => {
    const path = await newLink({ redirect_link: 'https://shop.example/thanks' });
    const { key } = (await ask(entered, 'POST', path, { payment_method: 'pix' })).body;
    expect(path).not.toContain(key);
    const state = (await ask(entered, 'GET', `pay/${key}/state`)).body;
    expect(state).toMatchObject({
      again: path.slice('pay/'.length),
      payment: {
        method: 'pix',
        status: 'waiting_payment',
        pix_code: expect.stringMatching(/^000201.*159\.90/),
        expires_at: '2026-11-21T12:00:00.000Z',
      },
    });
    expect(state).not.toHaveProperty('redirect');
    expect((await html(`pay/${key}`)).status).toBe(200);
    await using heard = await hear(entered, `/_sandbox/pay/${key}/stream`);
    await create('/v1/customers', { name: 'Somebody else' });
    await ask(entered, 'POST', `objects/${state.payment.id}/pay`);
    await expect.poll(() => heard.events.length).toBe(2);
    expect(heard.events.map(({ data }) => (data as typeof state).payment.status)).toEqual(['waiting_payment', 'paid']);
    expect(heard.events[1]?.data).toMatchObject({ redirect: { url: 'https://shop.example/thanks', allowed: true } });
  });

  test('pay or expire a waiting payment, in place of the bank', async () => {
    const path = await newLink();
    const begin = async (payment_method: string) => (await ask(entered, 'POST', path, { payment_method })).body.key;
    const boleto = await begin('boleto');
    expect((await ask(entered, 'GET', `pay/${boleto}/state`)).body.payment).toMatchObject({
      boleto_line: expect.stringMatching(/^\d{47}$/),
      expires_at: '2026-11-27T03:00:00.000Z',
    });
    const paid = await ask(entered, 'POST', `pay/${boleto}/simulate`, { act: 'pay' });
    expect(paid.body.payment.status).toBe('paid');
    expect((await ask(entered, 'POST', `pay/${boleto}/simulate`, { act: 'pay' })).status).toBe(422);
    expect((await ask(entered, 'POST', `pay/${boleto}`, { payment_method: 'pix' })).status).toBe(422);
    expect((await ask(entered, 'POST', `${path}/simulate`, { act: 'pay' })).status).toBe(422);
    const pix = await begin('pix');
    expect((await ask(entered, 'POST', `pay/${pix}/simulate`, { act: 'expire' })).body.payment.status).toBe('canceled');
  });

  test.each([
    ['visa-1111', 'credit_card', 'paid'],
    ['visa-0766', 'credit_card', 'refused'],
    ['visa-2097', 'credit_card', 'request_authentication'],
    ['visa-1111', 'debit_card', 'request_authentication'],
    ['mastercard-2454', 'credit_card', 'processing'],
  ])('take the test card %s as a %s: %s', async (card, payment_method, status) => {
    const path = await newLink();
    const { key } = (await ask(entered, 'POST', path, { payment_method, card })).body;
    const { payment } = (await ask(entered, 'GET', `pay/${key}/state`)).body;
    expect(payment).toMatchObject({ method: payment_method, status, card: { last_digits: card.slice(-4) } });
    if (status !== 'request_authentication') return;
    // After 3DS the browser returns to this page.
    const { body } = await ask(entered, 'POST', `3ds/${payment.authenticate}`, { outcome: 'declined' });
    expect(body).toMatchObject({ used: true, redirect: { url: `${PUBLIC}/_sandbox/pay/${key}`, allowed: true } });
    expect((await ask(entered, 'GET', `pay/${key}/state`)).body.payment).toMatchObject({
      status: 'refused',
      reason: 'Autenticação recusada',
    });
  });

  test('refuse unknown cards and unknown payment methods', async () => {
    const path = await newLink();
    const unknown = await ask(entered, 'POST', path, { payment_method: 'credit_card', card: '4532015112830366' });
    expect([unknown.status, unknown.body.errors[0]]).toEqual([422, expect.stringContaining('visa-1111')]);
    expect((await ask(entered, 'POST', path, { payment_method: 'cash' })).status).toBe(400);
    expect((await ask(entered, 'POST', path, {})).status).toBe(400);
  });

  test('of an ended link show its status, and accept no payment', async () => {
    const link = await create('/v1/links', { amount: 100 });
    const path = pathOf(link.url);
    await ask(entered, 'POST', `objects/${link.id}/expire`);
    const { body } = await ask(entered, 'GET', `${path}/state`);
    expect(body).toMatchObject({ status: 'expired' });
    expect(body).not.toHaveProperty('cards');
    expect((await ask(entered, 'POST', path, { payment_method: 'pix' })).status).toBe(422);
    expect((await html(path)).status).toBe(200);
  });

  test.each([
    ['approved', 'paid', 'https://shop.example/ok'],
    ['declined', 'refused', 'https://shop.example/fail'],
    ['timed_out', 'refused', 'https://shop.example/fail'],
  ])('of 3DS with the outcome %s lead back to the shop, once', async (outcome, status, url) => {
    const urls = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/fail' };
    const { page } = await new3ds(urls);
    expect((await ask(entered, 'GET', `${page}/state`)).body).toEqual({
      shop: 'shop.example',
      amount: 4_200,
      installments: 1,
      card: { brand: 'visa', last_digits: '2097' },
      used: false,
      status: 'request_authentication',
    });
    await using heard = await hear(entered, `/_sandbox/${page}/stream`);
    await expect.poll(() => heard.events.length).toBe(1);
    expect((await ask(entered, 'POST', page, { outcome })).body).toMatchObject({
      used: true,
      status,
      redirect: { url, allowed: true },
    });
    await expect.poll(() => heard.events.at(-1)?.data).toMatchObject({ used: true, status });
    expect((await ask(entered, 'POST', page, { outcome: 'approved' })).status).toBe(422);
    expect((await ask(entered, 'GET', `${page}/state`)).body).toMatchObject({ used: true, status });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'shop.example/ok',
    'file:///etc/passwd',
    ' java\nscript:x',
  ])('never lead to %s', async (address) => {
    const { page } = await new3ds({ urlSuccess: address, urlFail: address });
    const { body } = await ask(entered, 'POST', page, { outcome: 'approved' });
    expect(body).toMatchObject({ shop: 'Loja Exemplo', redirect: { url: address, allowed: false } });
    const path = await newLink({ redirect_link: address });
    const { key } = (await ask(entered, 'POST', path, { payment_method: 'pix' })).body;
    const paid = await ask(entered, 'POST', `pay/${key}/simulate`, { act: 'pay' });
    expect(paid.body.redirect).toEqual({ url: address, allowed: false });
  });

  test('cut long texts, and hide a card number in them', async () => {
    const hostile = `<script>alert(1)</script>\u202e 4532015112830366 ${'ç'.repeat(10_000)}`;
    const path = await newLink({ name: hostile, description: hostile });
    const { body } = await ask(entered, 'GET', `${path}/state`);
    expect(body.name.length).toBe(201);
    expect(body.description.length).toBe(1001);
    expect(JSON.stringify(body)).not.toContain('4532015112830366');
    expect(body.name).toContain('<script>'); // unescaped, because the page inserts text, not HTML
  });

  test('refuse form submissions', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(entered, 'POST', `/_sandbox/${await newLink()}`, undefined, form)).status).toBe(415);
  });
});

describe('access from elsewhere', () => {
  const get = (url: string, path: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(url + path, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  test('a page of another origin cannot pay, and one at the public address can', async () => {
    const [{ open }] = entrances as [(typeof entrances)[number]];
    await using entered = await open({ publicUrl: PUBLIC });
    const link = (await send(entered, 'POST', '/v1/links', { amount: 100 })).body.url.slice(
      `${PUBLIC}/_sandbox/`.length,
    );
    const from = async (origin: string) =>
      (await ask(entered, 'POST', link, { payment_method: 'pix' }, { origin })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('http://localhost:5173')).toBe(403);
    expect(await from('null')).toBe(403);
    // A proxy may send another host than the browser.
    expect(await from('https://sandbox.example')).toBe(200);
    expect(await from(entered.url)).toBe(200);
  });

  test('the public address opens the buyer pages, but not the console and the control calls', async () => {
    const [{ open }] = entrances as [(typeof entrances)[number]];
    await using entered = await open({ publicUrl: PUBLIC });
    const { url } = (await send(entered, 'POST', '/v1/transactions', PIX)) && entered;
    const link = (await send(entered, 'POST', '/v1/links', { amount: 100 })).body.url.slice(PUBLIC.length);
    const host = 'sandbox.example';
    expect(await get(url, link, host)).toBe(200);
    expect(await get(url, `${link}/state`, host)).toBe(200);
    expect(await get(url, '/_sandbox/assets/nothing.js', host)).toBe(404);
    expect(await get(url, link, 'evil.example')).toBe(403);
    expect(await get(url, link, 'sandbox:4010')).toBe(200);
    expect(await get(url, '/_sandbox/', host)).toBe(403);
    expect(await get(url, '/_sandbox/overview', host)).toBe(403);
    expect(await get(url, '/_sandbox/stream', host)).toBe(403);
    expect(await get(url, '/_sandbox/', new URL(url).host)).toBe(200);
    expect(await get(url, '/_sandbox', new URL(url).host)).toBe(308);
  });

  test('each account has separate pages, and any token can open them', async () => {
    const [{ open }] = entrances as [(typeof entrances)[number]];
    await using entered = await open({ accounts: 'per-token' });
    const link = await send(entered, 'POST', '/v1/links', { amount: 100 }, { authorization: 'Bearer ana' });
    await send(entered, 'POST', '/v1/links', { amount: 100 }, { authorization: 'Bearer bruno' });
    const { pathname } = new URL(link.body.url);
    expect((await send(entered, 'GET', `${pathname}/state`, undefined, { authorization: 'none' })).status).toBe(200);
    await send(entered, 'POST', '/_sandbox/reset', {}, { authorization: 'Bearer ana' });
    expect((await send(entered, 'GET', `${pathname}/state`)).status).toBe(404);
  });
});

describe('the files of the pages', () => {
  test('are at most 60 kB in total after gzip, and contain their licenses', async () => {
    await built('pages');
    const files = readdirSync('dist/pages').map((name) => ({ name, bytes: readFileSync(join('dist/pages', name)) }));
    const weight = files
      .filter(({ name }) => !name.endsWith('.txt'))
      .reduce((sum, { bytes }) => sum + gzipSync(bytes).byteLength, 0);
    expect(weight).toBeLessThan(60_000);
    const licenses = Buffer.from(files.find(({ name }) => name === 'licenses.txt')?.bytes ?? []).toString();
    for (const name of ['preact', 'lean-qr']) expect(licenses).toContain(name);
  });

  test('are served with their types, or with 304 to a client that has them', async () => {
    const [{ open }] = entrances as [(typeof entrances)[number]];
    await using entered = await open();
    const get = (name: string, headers: Record<string, string> = {}) =>
      entered.fetch(`${entered.url}/_sandbox/assets/${name}`, { headers });
    for (const [name, type] of [
      ['buyer.js', 'text/javascript; charset=utf-8'],
      ['console.css', 'text/css; charset=utf-8'],
      ['icon.svg', 'image/svg+xml'],
    ] as const) {
      const response = await get(name);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const again = await get(name, { 'if-none-match': response.headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    for (const name of [
      '',
      'nothing.js',
      '..%2f..%2fpackage.json',
      '../../../package.json',
      'buyer.js/',
      'constructor',
    ]) {
      expect((await get(name)).status, name).toBeGreaterThanOrEqual(400);
    }
  });
});
