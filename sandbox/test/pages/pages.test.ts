import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { testCards, testValues } from '../../../generated/test-values.js';
import { built } from '../../../test/built/built.ts';
import { textsIn } from '../../pages/buyer/texts.js';
import { languageOf } from '../../src/pages/pages.js';
import { ask } from '../control/api.ts';
import { hear } from '../control/hear.ts';
import { APPROVED_CARD, overSocket, send, shared } from '../entrances.ts';

const ASKS_3DS = { ...APPROVED_CARD, card_number: '4539620659922097' };
const PUBLIC = 'https://sandbox.example/gateway';

describe('the pages of buyers', async () => {
  const entered = await shared(overSocket, { publicUrl: `${PUBLIC}/`, clock: '2026-11-20T12:00:00Z' });

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
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
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
    ['fr;q=1, pt;q=0.3, en;q=0.2', 'pt-BR'],
    ['*', 'pt-BR'],
    ['fr-pt, en', 'en'],
    [undefined, 'pt-BR'],
    [`${'x,'.repeat(100_000)}en`, 'en'],
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
      'pay/AAAAAAAAAAAAAAAAAAAAAA',
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
      shop: 'Loja Exemplo',
      name: 'Livro',
      description: 'Capa dura',
      amount: 15_990,
      status: 'active',
    });
    for (const { card_number } of testValues.cards) expect(JSON.stringify(body)).not.toContain(card_number);
  });

  test('take a Pix payment with a separate page, which updates if the Pix is paid elsewhere', async () => {
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
    [testCards.approved.visa, 'credit_card', 'paid'],
    [testCards.refused.visa, 'credit_card', 'refused'],
    [testCards.request_authentication.visa, 'credit_card', 'request_authentication'],
    [testCards.approved.visa, 'debit_card', 'request_authentication'],
  ])('take the test card %s as a %s: %s', async (card_number, payment_method, status) => {
    const path = await newLink();
    const card = { ...APPROVED_CARD, card_number };
    const { key } = (await ask(entered, 'POST', path, { payment_method, card })).body;
    const { payment } = (await ask(entered, 'GET', `pay/${key}/state`)).body;
    expect(payment).toMatchObject({ method: payment_method, status, card: { last_digits: card_number.slice(-4) } });
    if (status !== 'request_authentication') return;
    // After 3DS the browser returns to this page.
    const { body } = await ask(entered, 'POST', `3ds/${payment.authenticate}`, { outcome: 'declined' });
    expect(body).toMatchObject({ used: true, redirect: { url: `${PUBLIC}/_sandbox/pay/${key}`, allowed: true } });
    expect((await ask(entered, 'GET', `pay/${key}/state`)).body.payment).toMatchObject({
      status: 'refused',
      reason: 'Autenticação recusada',
    });
  });

  test.each([
    [
      'a number that could be real',
      { card_number: '4532015112830366' },
      400,
      /^card\.card_number: looks like a real card/,
    ],
    ['a test card of another gateway', { card_number: '4242424242424242' }, 400, /is a test card of Stripe/],
    ['a wrong check digit', { card_number: '4111111111111112' }, 422, /^card\.card_number: .*check its digits/],
    ['no number', { card_number: undefined }, 400, /card_number/],
    ['a month that does not exist', { card_expiration_date: '1339' }, 400, /card_expiration_date/],
    [
      'a number as the name',
      { card_holder_name: '4532 0151 1283 0366' },
      422,
      /^card_holder_name: contains a card number/,
    ],
  ])('refuse a card with %s, create nothing and repeat no digits', async (_what, fields, status, sentence) => {
    const path = await newLink();
    const before = (await send(entered, 'GET', '/v1/transactions')).body;
    const card = { ...APPROVED_CARD, ...fields };
    const refused = await ask(entered, 'POST', path, { payment_method: 'credit_card', card });
    expect([refused.status, refused.body.errors[0]]).toEqual([status, expect.stringMatching(sentence)]);
    expect(JSON.stringify(refused.body)).not.toMatch(/4532|444444|1339/);
    expect((await send(entered, 'GET', '/v1/transactions')).body).toEqual(before);
  });

  test('keep neither the number nor the security code in objects, snapshot, journal or events', async () => {
    const card = { ...APPROVED_CARD, card_number: testCards.approved.elo, card_cvv: '9753' };
    await ask(entered, 'POST', await newLink(), { payment_method: 'credit_card', card });
    for (const path of ['snapshot', 'requests', 'events', 'objects?kind=transactions']) {
      const kept = await ask(entered, 'GET', path);
      expect(kept.status, path).toBe(200);
      const text = JSON.stringify(kept.body);
      for (const secret of [card.card_number, '"9753"', '4532015112830366']) expect(text, path).not.toContain(secret);
    }
  });

  test('take the payer of a boleto as its customer', async () => {
    const path = await newLink();
    const customer = { name: 'Ana Souza', email: 'ana@example.com' };
    const { key } = (await ask(entered, 'POST', path, { payment_method: 'boleto', customer })).body;
    const { payment } = (await ask(entered, 'GET', `pay/${key}/state`)).body;
    expect((await send(entered, 'GET', `/v1/transactions/${payment.id}`)).body.customer).toMatchObject(customer);
    const hidden = { ...customer, name: 'Ana 4532015112830366' };
    const refused = await ask(entered, 'POST', path, { payment_method: 'boleto', customer: hidden });
    expect([refused.status, refused.body.errors[0]]).toEqual([422, expect.stringMatching(/^name: contains a card/)]);
    for (const wrong of [{ payment_method: 'boleto', customer: {} }, { payment_method: 'cash' }]) {
      expect((await ask(entered, 'POST', path, wrong)).status).toBe(400);
    }
  });

  test('explain each reason for a refusal in both languages', async () => {
    const statuses = async (payment: object, act?: string, options: object = {}): Promise<string> => {
      const made = await create('/v1/transactions', { amount: 100, payment_method: 'credit_card', ...payment });
      if (act !== undefined) await ask(entered, 'POST', `objects/${made.id}/${act}`, options);
      return (await send(entered, 'GET', `/v1/transactions/${made.id}`)).body.refused_reason.reason;
    };
    const asks = { card: ASKS_3DS, threeDSecure: {} };
    const reasons = [
      await statuses({ card: { ...APPROVED_CARD, card_number: testCards.refused.visa } }),
      await statuses({ card: { ...APPROVED_CARD, card_expiration_date: '0120' } }),
      await statuses(asks, 'authenticate', { outcome: 'declined' }),
      await statuses(asks, 'authenticate', { outcome: 'timed_out' }),
    ];
    expect(new Set(reasons).size).toBe(4);
    for (const texts of [textsIn('en'), textsIn('pt-BR')]) {
      for (const reason of reasons) expect(Object.keys(texts.explained)).toContain(reason);
    }
  });

  test('tell the time of the payment', async () => {
    const { key } = (await ask(entered, 'POST', await newLink(), { payment_method: 'pix' })).body;
    await ask(entered, 'POST', `pay/${key}/simulate`, { act: 'pay' });
    const { payment } = (await ask(entered, 'GET', `pay/${key}/state`)).body;
    expect(payment).toMatchObject({ status: 'paid', paid_at: '2026-11-20T12:00:00.000Z' });
    await send(entered, 'POST', `/v1/transactions/${payment.id}/refund`, { amount: 10 });
    expect((await ask(entered, 'GET', `pay/${key}/state`)).body.payment.paid_at).not.toBe(undefined);
  });

  test('of an ended link show its status, and accept no payment', async () => {
    const link = await create('/v1/links', { amount: 100 });
    const path = pathOf(link.url);
    await ask(entered, 'POST', `objects/${link.id}/expire`);
    const { body } = await ask(entered, 'GET', `${path}/state`);
    expect(body).toMatchObject({ status: 'expired' });
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
      shop: 'Loja Exemplo',
      amount: 4_200,
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

  test.each(['javascript:alert(1)', 'data:text/html,<script>', ' java\nscript:x'])(
    'never lead to %s',
    async (address) => {
      const { page } = await new3ds({ urlSuccess: address, urlFail: address });
      const { body } = await ask(entered, 'POST', page, { outcome: 'approved' });
      expect(body).toMatchObject({ shop: 'Loja Exemplo', redirect: { url: address, allowed: false } });
      const path = await newLink({ redirect_link: address });
      const { key } = (await ask(entered, 'POST', path, { payment_method: 'pix' })).body;
      const paid = await ask(entered, 'POST', `pay/${key}/simulate`, { act: 'pay' });
      expect(paid.body.redirect).toEqual({ url: address, allowed: false });
    },
  );

  test('cut long texts, and hide a card number in them', async () => {
    const hostile = `<script>alert(1)</script>\u202e 4532015112830366 ${'ç'.repeat(10_000)}`;
    const path = await newLink({ name: hostile, description: hostile });
    const { body } = await ask(entered, 'GET', `${path}/state`);
    expect(body.name.length).toBe(201);
    expect(body.description.length).toBe(1001);
    expect(JSON.stringify(body)).not.toContain('4532015112830366');
    expect(body.name).toContain('<script>'); // unescaped, because the page inserts text, not HTML
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
    await using entered = await overSocket({ publicUrl: PUBLIC });
    const link = (await send(entered, 'POST', '/v1/links', { amount: 100 })).body.url.slice(
      `${PUBLIC}/_sandbox/`.length,
    );
    const from = async (origin: string) =>
      (await ask(entered, 'POST', link, { payment_method: 'pix' }, { origin })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('null')).toBe(403);
    // A proxy may send another host than the browser.
    expect(await from('https://sandbox.example')).toBe(200);
    expect(await from(entered.url)).toBe(200);
  });

  test('the public address opens the buyer pages, but not the console and the control calls', async () => {
    await using entered = await overSocket({ publicUrl: PUBLIC });
    const { url } = entered;
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
    await using entered = await overSocket({ accounts: 'per-token' });
    const link = await send(entered, 'POST', '/v1/links', { amount: 100 }, { authorization: 'Bearer ana' });
    await send(entered, 'POST', '/v1/links', { amount: 100 }, { authorization: 'Bearer bruno' });
    const { pathname } = new URL(link.body.url);
    expect((await send(entered, 'GET', `${pathname}/state`, undefined, { authorization: 'none' })).status).toBe(200);
    await send(entered, 'POST', '/_sandbox/reset', {}, { authorization: 'Bearer ana' });
    expect((await send(entered, 'GET', `${pathname}/state`)).status).toBe(404);
  });
});

describe('the files of the pages', () => {
  test('contain the licenses of the bundled code', async () => {
    await built('pages');
    const licenses = readFileSync('sandbox/dist/pages/licenses.txt', 'utf8');
    for (const name of ['preact', 'lean-qr']) expect(licenses).toContain(name);
  });

  test('are served with their types, or with 304 to a client that has them', async () => {
    await using entered = await overSocket();
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
