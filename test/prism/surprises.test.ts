/** What surprises about Prism, as the table of the guide "Mock" says, and what the sandbox answers to the same request. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, inject, test } from 'vitest';
import { createSandboxFetch } from '../../sandbox/src/index.js';
import { installPrism } from '../../src/package-files.js';
import { startPrism } from './start.ts';

const prismUrl = inject('prismUrl');
const [sandbox, strict] = [{}, { strict: true }].map((options) => createSandboxFetch({ log: 'silent', ...options }));
afterAll(() => Promise.all([sandbox?.close(), strict?.close()]));

const BEARER = { authorization: 'Bearer token' };
const JSON_BODY = { ...BEARER, 'content-type': 'application/json' };
const PIX = { payment_method: 'pix', amount: 100 };
const post = (body: object, headers: Record<string, string> = JSON_BODY): RequestInit => ({
  method: 'POST',
  headers,
  body: JSON.stringify(body),
});
const CARD = {
  card_number: '4485275742308327',
  card_holder_name: 'ANA LIMA',
  card_expiration_date: '1249',
  card_cvv: '123',
};

test.each<[what: string, ofPrism: number, ofSandbox: number, ofStrict: number, path: string, init: RequestInit]>([
  ['an id that nothing has', 200, 404, 404, '/v1/plans/99999', { headers: BEARER }],
  ['an id that a program lacks', 200, 404, 404, '/v1/plans/undefined', { headers: BEARER }],
  ['a misspelled field', 200, 200, 400, '/v1/transactions', post({ ...PIX, ammount: 1 })],
  ['a misspelled parameter', 200, 200, 200, '/v1/customers?per_pag=1', { headers: BEARER }],
  ['an amount with decimals', 422, 400, 400, '/v1/transactions', post({ ...PIX, amount: 1.5 })],
  ['an amount as text', 422, 200, 400, '/v1/transactions', post({ ...PIX, amount: '15990' })],
  ['an amount of zero', 200, 422, 422, '/v1/transactions', post({ ...PIX, amount: 0 })],
  ['a body of another type', 422, 415, 415, '/v1/customers', post({}, { ...BEARER, 'content-type': 'text/plain' })],
  ['`bearer` in lower case', 401, 200, 200, '/v1/transactions', { headers: { authorization: 'bearer token' } }],
  ['a real card', 200, 400, 400, '/v1/cards', post(CARD)],
  ['an unknown path', 404, 404, 404, '/v1/nothing', { headers: BEARER }],
])(
  '%s is %i to Prism, %i to the sandbox, and %i to a strict one',
  async (_, ofPrism, ofSandbox, ofStrict, path, init) => {
    expect((await fetch(prismUrl + path, init)).status).toBe(ofPrism);
    expect((await sandbox?.(`http://sandbox.test${path}`, init))?.status).toBe(ofSandbox);
    expect((await strict?.(`http://sandbox.test${path}`, init))?.status).toBe(ofStrict);
  },
);

const answerOf = async (init: RequestInit) =>
  (await fetch(`${prismUrl}/v1/transactions`, init)).json() as Promise<object>;

test('a request for a boleto gets a Pix with the amount of the example, unless it prefers the example', async () => {
  const boleto = { payment_method: 'boleto', amount: 1 };
  expect(await answerOf(post(boleto))).toMatchObject({ payment_method: 'pix', amount: 15990 });
  const preferred = post(boleto, { ...JSON_BODY, prefer: 'example=boleto' });
  expect(await answerOf(preferred)).toMatchObject({ payment_method: 'boleto', amount: 15990 });
});

test('the header sl-violations names the mistake of a refused body', async () => {
  const { headers } = await fetch(`${prismUrl}/v1/transactions`, post({ ...PIX, amount: '1' }));
  expect(headers.get('sl-violations')).toContain('property amount must be integer');
});

test('an unknown path has the error format of Prism', async () => {
  const response = await fetch(`${prismUrl}/v1/nothing`, { headers: BEARER });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

test('the guide and the READMEs install Prism as the error messages say', () => {
  const [ofFunction, ofCommand] = ['@stoplight/prism-http', '@stoplight/prism-cli'].map(
    (name) => installPrism(name).split(',')[0],
  );
  const read = (file: string) => readFileSync(file, 'utf8').replaceAll(' \\\n  ', ' ');
  const guide = read('scripts/docs/guide/en/mock.md');
  expect(guide).toContain(`\n${ofFunction}\n`);
  for (const text of [guide, read('README.md'), read('LEIAME.md')])
    expect(text).toContain(`\n${ofCommand}\nnpx payment-gateway-contract mock`);
});

test('a path with a broken escape ends the process of Prism, and is 400 to the sandbox', { tags: 'long' }, async () => {
  await using prism = await startPrism();
  await fetch(`${prism.url}/v1/plans/%E0%A4%A`, { headers: BEARER }).catch(() => undefined);
  await prism.ended;
  expect((await sandbox?.('http://sandbox.test/v1/plans/%E0%A4%A', { headers: BEARER }))?.status).toBe(400);
});
