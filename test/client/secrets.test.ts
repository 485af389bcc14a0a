import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGatewayClient, GatewayError, unwrap } from '../../src/index.js';
import { runs } from '../property-runs.ts';

/** Secrets that no other part of a message contains, so that each match is a leak. */
const marked = fc.integer({ min: 1, max: 99_999 }).chain((salt) =>
  fc.record({
    card_number: fc.constant(`4111${String(salt).padStart(12, '7')}`),
    card_cvv: fc.constant(`V${salt}V`),
    token: fc.constant(`tok-${salt}-${'x'.repeat(salt % 7)}`),
    credential: fc.constant(`cred"${salt}\\'é`),
  }),
);
type Secrets = Record<'card_number' | 'card_cvv' | 'token' | 'credential', string>;

const calls = {
  createTransaction: (client: ReturnType<typeof clientOf>, { card_number, card_cvv }: Secrets, noise: string) =>
    client.POST('/v1/transactions', {
      body: {
        payment_method: 'credit_card',
        amount: 100,
        metadata: noise,
        card: { card_number, card_cvv, card_holder_name: noise, card_expiration_date: '1230' },
      },
    }),
  createCard: (client: ReturnType<typeof clientOf>, { card_number, card_cvv }: Secrets, noise: string) =>
    client.POST('/v1/cards', {
      body: { card_number, card_cvv, card_holder_name: noise, card_expiration_date: '1230' },
    }),
  configureAntiFraud: (client: ReturnType<typeof clientOf>, { credential }: Secrets, noise: string) =>
    client.PUT('/v1/anti-fraud', {
      body: { enabled: true, provider: noise, credentials: { key: credential } } as never,
    }),
};

/** Gateways and networks that repeat the request. */
const echoes: Record<string, (text: string, request: Request) => Response> = {
  'a list of texts': (text) => Response.json({ errors: [`cannot read ${text}`] }, { status: 400 }),
  'texts by field': (text) => {
    const [card_number = 'key'] = text.match(/4111\d+/) ?? [];
    const [card_cvv = 'none'] = text.match(/V\d+V/) ?? [];
    return Response.json({ errors: { [card_number]: [text, `cvv ${card_cvv}`], card_number } }, { status: 422 });
  },
  'the body itself': (text) => Response.json({ errors: ['invalid'], input: JSON.parse(text) }, { status: 422 }),
  'a server error': (text) => Response.json({ errors: [text] }, { status: 500 }),
  'broken JSON': (text) => new Response(`${text},`, { headers: { 'content-type': 'application/json' } }),
  'the token': (_, request) => Response.json({ errors: [request.headers.get('authorization')] }, { status: 401 }),
  'an object of another form': (text) =>
    Response.json({ error: { code: 'refused', message: text }, input: JSON.parse(text) }, { status: 400 }),
  'a list of causes': (text) =>
    Response.json({ message: 'no', cause: [{ text }, text], details: text }, { status: 400 }),
  'a text that is not JSON': (text) => new Response(`refused ${text}`, { status: 403 }),
  'a body above the limit': (text) => new Response(`${text}${' '.repeat(70_000)}`, { status: 400 }),
  'the type of the body': (text) => {
    const [value = 'none'] = text.match(/4111\d+|V\d+V/) ?? [];
    return new Response('no', { status: 403, headers: { 'content-type': `text/${value}` } });
  },
  'the target of a redirect': (text, request) => {
    const [value = 'none'] = text.match(/4111\d+|V\d+V/) ?? [];
    const token = request.headers.get('authorization')?.slice(7);
    return new Response(null, { status: 302, headers: { location: `https://${token}.${value}.example/${value}` } });
  },
  'the line of the status': (text) => {
    // A Response refuses line ends and other characters there.
    const statusText = text.replace(/[^ -~]/g, '?');
    return new Response('{}', { status: 409, statusText });
  },
  'the request id': (text, request) => {
    const [card] = text.match(/4111\d+/) ?? [];
    const id = `${request.headers.get('authorization')} ${card ?? 'none'}`;
    return Response.json({ errors: ['no'] }, { status: 500, headers: { 'x-request-id': id } });
  },
  'a network error': (text, request) => {
    const cause = Object.assign(new Error(`lost ${text}`), { request, body: text, code: 'ECONNRESET' });
    throw Object.assign(new TypeError(`failed: ${request.headers.get('authorization')}`, { cause }), { request, text });
  },
  'a refused connection': (text, request) => {
    throw Object.assign(new Error(text), { code: 'ECONNREFUSED', request });
  },
};

function clientOf(secrets: Secrets, echo: (typeof echoes)[string], seen: unknown[]) {
  const hook = (event: unknown) => void seen.push(event);
  return createGatewayClient({
    baseUrl: 'https://gateway.example',
    accessToken: () => secrets.token,
    retryDelayMs: 0,
    retries: 1,
    onRequest: hook,
    onResponse: hook,
    onRetry: hook,
    fetch: async (request) => echo(await request.clone().text(), request),
  });
}

/** Everything that a log may print for a value. */
function renderings(value: unknown): string[] {
  const texts = [inspect(value, { depth: 12, showHidden: true }), JSON.stringify(value) ?? '', String(value)];
  for (let link = value; link instanceof Error; link = link.cause)
    texts.push(link.message, `${link.stack}`, inspect(link));
  return texts;
}

test.each(Object.keys(echoes))(
  'property: no error and no hook output has a secret, when the other side repeats %s [S4]',
  async (name) => {
    const echo = echoes[name];
    if (!echo) throw new Error('unknown echo');
    await fc.assert(
      fc.asyncProperty(marked, fc.constantFrom(...Object.values(calls)), fc.string(), async (secrets, call, noise) => {
        const seen: unknown[] = [];
        const client = clientOf(secrets, echo, seen);
        const result = await call(client, secrets, noise).catch((error: unknown) => ({ error }));
        const thrown = await unwrap(call(client, secrets, noise) as never).catch((error: unknown) => error);

        expect(thrown).toBeInstanceOf(GatewayError);
        expect(seen.length).toBeGreaterThan(0);
        for (const text of [result.error, thrown, ...seen].flatMap(renderings)) {
          for (const secret of Object.values(secrets)) {
            expect(text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
          }
        }
      }),
      { numRuns: runs(30) },
    );
  },
);

const grouped = (digits: string, separator: string) => digits.replace(/.{4}(?=.)/g, `$&${separator}`);

test.each(['', ' ', '-', '.'])(
  'a card number sent in groups (%j) is not said back, ungrouped or in any groups',
  async (separator) => {
    // No card has this number, so only its value can give it away.
    const card_number = '4111111111111112';
    const said = [card_number, grouped(card_number, ' '), grouped(card_number, '-'), grouped(card_number, separator)];
    const secrets = {
      card_number: grouped(card_number, separator),
      card_cvv: '987',
      token: 'tok-1234567',
      credential: 'c',
    };
    const seen: unknown[] = [];
    const echo = () => Response.json({ errors: said.map((text) => `the number ${text} is wrong`) }, { status: 422 });
    for (const call of [calls.createCard, calls.createTransaction]) {
      const result = await call(clientOf(secrets, echo, seen), secrets, 'noise');
      const thrown = await unwrap(Promise.resolve(result) as never).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(GatewayError);
      for (const text of [result.error, thrown, ...seen].flatMap(renderings)) {
        for (const one of said) expect(text).not.toContain(one);
      }
    }
  },
);

test('a secret header is not repeated', async () => {
  const key = 'shop-key-123456';
  const echo = async (request: Request) =>
    Response.json({ errors: [`unknown key ${request.headers.get('x-api-key')}`] }, { status: 403 });
  for (const where of ['client', 'call']) {
    const headers = { 'x-api-key': key };
    const options = { baseUrl: 'https://gateway.example', accessToken: 'token', fetch: echo };
    const client = createGatewayClient(where === 'client' ? { ...options, headers } : options);
    const error = await unwrap(client.GET('/v1/customers', where === 'call' ? { headers } : {})).catch((it) => it);
    expect(error.message).toContain('unknown key');
    expect(renderings(error).join()).not.toContain(key);
  }
});

test.each<[what: string, body: unknown]>([
  ['a form', new URLSearchParams({ 'card[card_cvv]': 'S3CR3T-739' })],
  ['JSON already', '{"card":{"card_cvv":"S3CR3T-739"}}'],
  ['a record', { card: { card_cvv: 'S3CR3T-739' } }],
])('the secrets of a body that is %s are hidden', async (_, body) => {
  const client = createGatewayClient({
    baseUrl: 'https://gateway.example',
    accessToken: 'token',
    bodySerializer: (sent) => `${sent}`,
    fetch: async () => Response.json({ errors: ['S3CR3T-739 is wrong'] }, { status: 422 }),
  });
  const { error } = await client.POST('/v1/cards', { body: body as never });
  expect(error).toEqual({ errors: ['[redacted] is wrong'] });
});

test('a security code that comes back as a number is hidden', async () => {
  const client = createGatewayClient({
    baseUrl: 'https://gateway.example',
    accessToken: 'token',
    fetch: async () => Response.json({ input: { card_cvv: 739, attempts: 739, amount: 7390 } }, { status: 422 }),
  });
  const body = {
    card_number: '4111111111111111',
    card_cvv: '739',
    card_holder_name: 'M',
    card_expiration_date: '1230',
  };
  const result = await client.POST('/v1/cards', { body });
  expect(result.error).toMatchObject({ input: { card_cvv: '[redacted]', attempts: 739, amount: 7390 } });
  await expect(unwrap(Promise.resolve(result))).rejects.toThrow('"attempts":[redacted],"amount":7390');
});
