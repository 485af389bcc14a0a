import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandboxFetch } from '../../../sandbox/src/index.js';
import { createGatewayClient } from '../../../src/index.js';
import { character } from '../../../test/characters.ts';
import { runs } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { judgeExchanges, ofHost, readExchanges, readHar, recordExchanges } from '../../src/index.js';
import { example } from '../exchanges.ts';

const folder = temporaryFolder('verify-recordings');
const file = (name: string, content?: string) => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};
const url = 'https://api.gateway.example/v1/transactions';

describe('recordExchanges', () => {
  test('returns the response of the fetch, and writes lines that match the schema of exchanges', async () => {
    const path = file('client.jsonl');
    await using sandbox = createSandboxFetch({ log: 'silent' });
    const fetch = recordExchanges(sandbox, path);
    const client = createGatewayClient({
      baseUrl: 'https://api.gateway.example',
      accessToken: 'token-marked-1',
      fetch,
    });
    const { data } = await client.POST('/v1/transactions', { body: { amount: 15990, payment_method: 'pix' } });
    expect(data?.amount).toBe(15990);
    await fetch.recorded();
    const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(
      JSON.parse(readFileSync('verify/src/recordings/exchange.schema.json', 'utf8')),
    );
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines.map((line) => validate(JSON.parse(line)) || validate.errors)).toEqual([true]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { exchanges, skipped } = await readExchanges(path);
    expect(skipped).toBe(0);
    expect(exchanges[0]).toMatchObject({
      request: { method: 'POST', headers: { authorization: '[redacted]' }, body: { amount: 15990 } },
      response: { status: 200 },
    });
  });

  test('hides card data, tokens and personal data before it writes [S42]', async () => {
    const path = file('secrets.jsonl');
    const body = example('createTransaction.credit_card.request');
    const returned = {
      id: 1,
      customer: { name: 'Ana Marked' },
      note: 'write to ana@marked.example, CPF 529.982.247-25, token-marked-2, 5555 5555 5555 4444',
    };
    const fetch = recordExchanges(async () => Response.json(returned), path);
    await fetch(url, {
      method: 'POST',
      headers: { authorization: 'Bearer token-marked-2', cookie: 'session=marked' },
      body: JSON.stringify({
        ...body,
        card: { card_number: '5555555555554444', card_cvv: '9371', card_holder_name: 'ANA MARKED' },
      }),
    });
    await fetch.recorded();
    const written = readFileSync(path, 'utf8');
    for (const secret of [
      'token-marked-2',
      '5555555555554444',
      '5555 5555',
      '9371',
      'Ana Marked',
      'ANA MARKED',
      'marked.example',
      '529.982',
      'session=',
    ]) {
      expect(written).not.toContain(secret);
    }
    expect(written).toContain('"amount"');
  });

  test('hides a token in Base64 wherever it begins, and escapes control characters and marks of direction', async () => {
    const token = ['sk', 'marked', 'token', 'of', 'the', 'merchant'].join('_');
    const encoded = ['', 'u:', 'us:', 'use:', 'user:'].flatMap((before) =>
      (['base64', 'base64url'] as const).map((form) => Buffer.from(`${before}${token}:and more`).toString(form)),
    );
    const path = file('encoded.jsonl');
    const turned = 'turned \u202e\u0085\u2028';
    const fetch = recordExchanges(async () => Response.json({ id: 1, notes: encoded, turned }), path);
    await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await fetch.recorded();
    const written = readFileSync(path, 'utf8');
    for (const text of encoded)
      for (let from = 8; from + 12 < text.length - 14; from += 4)
        expect(written).not.toContain(text.slice(from, from + 12));
    expect(written).not.toMatch(/[\u202e\u0085\u2028]/);
    expect(JSON.parse(written).response.body.turned).toBe(turned);
  });

  test('does not disturb the request if writing fails, the body is invalid, or the fetch rejects', async () => {
    const errors: Error[] = [];
    const path = file('broken.jsonl', '');
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    const fetch = recordExchanges(
      async (input) =>
        new Response(String(input) === url ? broken : null, { status: String(input) === url ? 200 : 204 }),
      path,
      { onError: (error) => errors.push(error) },
    );
    expect((await fetch(`${url}/1`)).status).toBe(204);
    expect((await fetch(url)).status).toBe(200);
    await fetch.recorded();
    expect(errors.map(({ message }) => message)).toEqual(['an exchange was not recorded: reset']);
    const rejecting = recordExchanges(() => Promise.reject(new TypeError('no network')), path);
    await expect(rejecting(url)).rejects.toThrow('no network');
    expect(() => recordExchanges(globalThis.fetch, join(folder, 'missing', 'file'))).toThrow('no such file');
  });

  test('does not delay a response with a slow body', async () => {
    const path = file('slow.jsonl');
    const slow = new TransformStream();
    const writer = slow.writable.getWriter();
    const bytes = (text: string) => new TextEncoder().encode(text);
    const headers = { 'content-type': 'application/json' };
    const fetch = recordExchanges(async () => new Response(slow.readable, { headers }), path);
    void writer.write(bytes('{"id":'));
    const response = await fetch(url);
    void writer.write(bytes('1}')).then(() => writer.close());
    expect(await response.json()).toEqual({ id: 1 });
    await fetch.recorded();
    expect(JSON.parse(readFileSync(path, 'utf8')).response.body).toEqual({ id: 1 });
  });
});

describe('an exchanges file', () => {
  const line = JSON.stringify({ request: { method: 'get', url: '/v1/plans' }, response: { status: 200, body: [] } });

  test('is readable after a kill cut off its last line', async () => {
    const { exchanges, skipped } = await readExchanges(file('cut.jsonl', `${line}\r\n\n${line}\n${line.slice(0, 30)}`));
    expect({ read: exchanges.length, skipped }).toEqual({ read: 2, skipped: 1 });
    expect(exchanges[0]?.request.method).toBe('GET');
  });

  test('is refused with the number of the invalid line', async () => {
    await expect(readExchanges(file('none.jsonl', '\n{"a":1}\n'))).rejects.toThrow('no line is {"request"');
    await expect(readExchanges(join(folder, 'not-there'))).rejects.toThrow(/^cannot read .*: no such file/);
    expect(await readExchanges(file('empty.jsonl', ''))).toEqual({ exchanges: [], skipped: 0 });
  });
});

const har = (...entries: unknown[]) => JSON.stringify({ log: { entries } });
const entry = (address: string, response: object, startedDateTime = '2026-11-20T13:05:41.482Z') => ({
  startedDateTime,
  request: { method: 'GET', url: address, headers: [{ name: 'Authorization', value: 'Bearer x' }] },
  response: { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], ...response },
});

describe('a HAR file', () => {
  test('returns exchanges by request time, decodes bodies, and skips requests without a response', () => {
    const path = file(
      'a.har',
      har(
        entry(url, { content: { text: btoa('{"id":2}'), encoding: 'base64' } }, '2026-11-20T10:00:02Z'),
        entry(url, { content: { text: '{"id":1}' } }, '2026-11-20T10:00:01Z'),
        entry(url, { status: 0, content: {} }, '2026-11-20T10:00:03Z'),
        'none',
      ),
    );
    const { exchanges, skipped } = readHar(path);
    expect(exchanges.map(({ response }) => response.body)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(skipped).toBe(2);
    expect(exchanges[0]?.request.headers).toEqual({ authorization: 'Bearer x' });
  });

  test('is refused if the file is not a HAR file', () => {
    expect(() => readHar(file('b.har', 'x'))).toThrow('is not JSON');
    expect(() => readHar(file('c.har', '[]'))).toThrow('it has no log.entries');
    expect(() => readHar(join(folder, 'not-there'))).toThrow('no such file');
  });
});

describe('a hostile recording', () => {
  const harOf = fc.oneof(
    fc.string({ unit: character, maxLength: 200 }),
    fc.json({ maxDepth: 6 }),
    fc
      .array(
        fc.record({
          startedDateTime: fc.anything(),
          request: fc.record({
            method: fc.jsonValue(),
            url: fc.jsonValue(),
            headers: fc.jsonValue(),
            postData: fc.jsonValue(),
          }),
          response: fc.record({
            status: fc.oneof(fc.jsonValue(), fc.integer({ min: 100, max: 599 })),
            headers: fc.array(fc.record({ name: fc.jsonValue(), value: fc.jsonValue() })),
            content: fc.record({ text: fc.jsonValue(), encoding: fc.constantFrom('base64', 'x', null) }),
          }),
        }),
        { maxLength: 4 },
      )
      .map((entries) => JSON.stringify({ log: { entries } })),
  );

  test('is judged, or refused with an UnreadableError', async () => {
    await fc.assert(
      fc.asyncProperty(harOf, fc.boolean(), async (text, isLines) => {
        const path = file('hostile', text);
        const reading = await Promise.resolve(isLines ? readExchanges(path) : undefined)
          .then((read) => read ?? readHar(path))
          .catch((error: unknown) => {
            expect((error as Error).name).toBe('UnreadableError');
            expect((error as Error).message).not.toContain('\n');
          });
        if (reading) await judgeExchanges(reading.exchanges);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('a recording from a browser or proxy', () => {
  const page = JSON.stringify({ data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 });

  test('may start with a byte order mark', async () => {
    expect(readHar(file('mark.har', `\ufeff${har(entry(url, { content: { text: page } }))}`)).exchanges).toHaveLength(
      1,
    );
    const line = JSON.stringify({ request: { method: 'GET', url }, response: { status: 200, body: {} } });
    expect((await readExchanges(file('mark.jsonl', `\ufeff${line}\n`))).exchanges).toHaveLength(1);
  });

  test.each([
    ['a cached 304', { status: 304, content: {} }],
    ['a truncated body', { content: { text: page.slice(0, 20), size: page.length } }],
    ['a body that is shorter than its size', { content: { text: '{}', size: 512 } }],
    ['a body that is still compressed', { content: { text: 'H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', encoding: 'base64' } }],
    ['an error page of a proxy', { status: 502, content: { text: '<h1>Bad Gateway</h1>', mimeType: 'text/html' } }],
  ])('settles nothing with %s', async (name, response) => {
    const { exchanges } = readHar(file(`${name}.har`, har(entry(url, response))));
    const report = await judgeExchanges(exchanges);
    expect(report.summary).toMatchObject({ refuted: 0, deviations: 0, discoveries: 0 });
    expect(report.entries.filter(({ verdict, key }) => verdict === 'confirmed' && key !== 'server-errors')).toEqual([]);
    expect(report.incomplete).toContain('failures only');
  });

  test('is judged for one server: the only one with matching paths, or the given one', () => {
    const of = (...addresses: string[]) =>
      readHar(file('hosts.har', har(...addresses.map((one) => entry(one, { content: { text: page } }))))).exchanges;
    const [one, other, shop] = [
      'https://a.example/v1/plans',
      'https://b.example/v1/plans',
      'https://shop.example/cart',
    ];
    expect(ofHost(of(one, shop)).map(({ request }) => request.url)).toEqual([one]);
    expect(() => ofHost(of(one, other))).toThrow(
      '2 servers with such paths (a.example, b.example); choose one with --url',
    );
    expect(ofHost(of(one, other), 'https://b.example').map(({ request }) => request.url)).toEqual([other]);
  });

  test('does not show the expiry date of a card in the report', async () => {
    const sent = {
      amount: 100,
      payment_method: 'credit_card',
      card: { card_expiration_date: '0931', expiry: '09/31' },
    };
    const exchange = {
      request: { method: 'POST', url, headers: { authorization: 'Bearer x' }, body: sent },
      response: {
        status: 200,
        headers: {},
        body: { id: 'text', card: { card_expiration_date: '0931', exp_month: 9 } },
      },
    };
    const report = JSON.stringify(await judgeExchanges([exchange]));
    expect(report).not.toMatch(/0931|09\/31|"exp_month":9/);
  });
});
