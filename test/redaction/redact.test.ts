import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personalFields, sensitiveFields } from '../../generated/fields.js';
import { redact } from '../../src/redaction/index.js';

/** A line of a PEM block, put together so that no scanner takes this file for a leaked key. */
const pem = (kind: string): string => `-----${kind} ${'PRIVATE'} KEY-----`;

const card = {
  card_number: '4532015112830366',
  card_holder_name: 'MARIA SOUZA',
  card_expiration_date: '1230',
  card_cvv: '123',
};

describe('by field', () => {
  test.each(sensitiveFields)('%s is always hidden', (field) => {
    expect(redact({ a: [{ [field]: 'secret-value' }] })).toEqual({ a: [{ [field]: '[redacted]' }] });
    expect(redact({ [field]: { nested: 'secret-value' } })).toEqual({ [field]: '[redacted]' });
  });

  test.each([
    ...personalFields,
    'cpf',
    'cnpj',
    'pix_key',
    'chave',
    'chavePix',
    'documents',
    'phone',
    'userAgent',
    'ipAddress',
    'fingerprint',
  ])('%s is hidden with personal data', (field) => {
    expect(redact({ [field]: 'Maria' })).toEqual({ [field]: 'Maria' });
    expect(redact({ [field]: 'Maria' }, { personal: true })).toEqual({ [field]: '[redacted]' });
    expect(redact({ [field]: ['Maria'] }, { personal: true })).toEqual({ [field]: '[redacted]' });
    const held = JSON.stringify({ body: { [field]: 'Maria' } });
    expect(redact(held, { personal: true })).toBe(held.replace('Maria', '[redacted]'));
  });

  test.each(
    `cardNumber CARD_NUMBER card-number Card-Number cardnumber CARDNUMBER card[card_number] customer.card.cardNumber x-card-number
    card_number_2 pan PAN cvv CVV cvv2 cvc cardCVC security_code Authorization proxy-authorization ProxyAuthorization
    accessToken access_token ACCESS_TOKEN accesstoken refresh_token token csrfToken password Password user_password secret
    secretKey secret_key accessKey ACCESS_KEY pwd user_pwd pin cardPin PIN jwt senha codigo_seguranca codigoSeguranca codigo_de_seguranca
    clientSecret client_secret cookie Cookie cookies set-cookie setCookie SET_COOKIE x-api-key XApiKey apiKey api_key`.split(
      /\s+/,
    ),
  )('%s is a sensitive name', (field) => {
    expect(redact({ [field]: 'some-value' })).toEqual({ [field]: '[redacted]' });
    expect(redact({ [field]: 12345 })).toEqual({ [field]: '[redacted]' });
    expect(redact(JSON.stringify({ [field]: 'some-value' }))).toBe(JSON.stringify({ [field]: '[redacted]' }));
    expect(redact(`a=1&${field}=some-value&b=2`)).toBe(`a=1&${field}=[redacted]&b=2`);
  });

  test.each(
    `shipping shippingMethod pinned mapping token_count tokens max_tokens token_type span lifespan company panel pandas cookie_consent authorization_code card_id
    card_first_digits card_last_digits card_number_valid secretary passenger idempotency-key public_key key amount
    x-request-id reference_key`.split(/\s+/),
  )('%s is not a sensitive name', (field) => {
    expect(redact({ [field]: 'some-value' }, { personal: true })).toEqual({ [field]: 'some-value' });
    expect(redact(`${field}=some-value`)).toBe(`${field}=some-value`);
  });

  test.each([null, true, false, ''])('%j under a sensitive name is not secret and stays', (value) => {
    expect(redact({ token: value })).toEqual({ token: value });
    expect(redact(JSON.stringify({ token: value }))).toBe(JSON.stringify({ token: value }));
  });

  test('other fields stay the same, and the input does not change', () => {
    const body = { amount: 15990, card, paid: true, tid: null, items: [{ title: 'Livro' }] };
    const before = structuredClone(body);
    expect(redact(body)).toEqual({ ...body, card: { ...card, card_number: '[redacted]', card_cvv: '[redacted]' } });
    expect(body).toEqual(before);
  });
});

describe('the password in an address [S13]', () => {
  test.each([
    ['https://shop:s3cr3t@host/path', 'https://shop:[redacted]@host/path'],
    ['redis://:s3cr3t@host:6379/0', 'redis://:[redacted]@host:6379/0'],
    [
      'at postgres://a:s3cr3t@h:5432/db and amqp://b:s3cr3t@h.',
      'at postgres://a:[redacted]@h:5432/db and amqp://b:[redacted]@h.',
    ],
    ['https://ana@shop.example:s3cr3t@host/path', 'https://ana@shop.example:[redacted]@host/path'],
    ["https://o'neil:s3c'r3t`@host/path", "https://o'neil:[redacted]@host/path"],
    ['{"to":"https:\\/\\/shop:s3cr3t@host"}', '{"to":"https:\\/\\/shop:[redacted]@host"}'],
    ['?to=https%3A%2F%2Fshop%3As3cr3t%40host', '?to=https%3A%2F%2Fshop%3A[redacted]%40host'],
    [
      JSON.stringify(JSON.stringify({ to: 'https://shop:s3cr3t@host' })),
      '"{\\"to\\":\\"https://shop:[redacted]@host\\"}"',
    ],
  ])('%s is hidden', (text, shown) => {
    expect(redact(text)).toBe(shown);
    expect(redact({ note: [text] })).toEqual({ note: [shown] });
    expect(redact(shown)).toBe(shown);
    expect(JSON.stringify(redact(new Error(text)))).not.toContain('s3');
  });

  test.each([
    'https://host:8080/a@b',
    '{"url":"http://host:8080","mail":"ana@shop.example"}',
    'http://host:8080 of ana@shop.example',
    'ssh://git@host/path',
    'mailto:ana@shop.example',
    'https://host/?at=12:30&by=ana@shop.example',
  ])('%s has none', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('by value', () => {
  test('the card number is hidden at every place', () => {
    const log = {
      card: { card_number: '4111111111111112' },
      message: 'card 4111111111111112 refused',
      grouped: '4111 1111 1111 1112 and 4111-1111-1111-1112 and 41.11.11.11.11.11.11.12',
      number: 4111111111111112,
      metadata: JSON.stringify({ other: '4111111111111112' }),
      url: 'https://shop.example/4111%201111%201111%201112?number=4111+1111+1111+1112',
      4111111111111112: 'as a key',
    };
    expect(redact(log)).toEqual({
      card: { card_number: '[redacted]' },
      message: 'card [redacted] refused',
      grouped: '[redacted] and [redacted] and [redacted]',
      number: '[redacted]',
      metadata: '{"other":"[redacted]"}',
      url: 'https://shop.example/[redacted]?number=[redacted]',
      '[redacted]': 'as a key',
    });
  });

  test('hides secrets of another value: the ones of a body, and plain strings', () => {
    const text = 'Bearer abc.def: card 4532015112830366 with 123 refused';
    expect(redact(text, { secrets: [{ card }, 'abc.def'] })).toBe(
      'Bearer [redacted]: card [redacted] with [redacted] refused',
    );
  });

  test('a security code is hidden only as a separate word', () => {
    const text = 'code 123, HTTP 1234, amount 5123, 0.123, 1.23, 12-3';
    expect(redact({ text, amount: 123 }, { secrets: [card] })).toEqual({
      text: 'code [redacted], HTTP 1234, amount 5123, 0.[redacted], 1.23, 12-3',
      amount: 123,
    });
  });

  test('two hidden keys both remain', () => {
    expect(redact({ 4532015112830366: 1, 5555555555554568: 2 })).toEqual({ '[redacted]': 1, '[redacted] 2': 2 });
  });

  test('without fields, an error response keeps its field names and messages', () => {
    const body = { errors: { card_number: ['is not 4532015112830366'], card_cvv: ['is missing'] } };
    expect(redact(body, { secrets: [{ card }], fields: false })).toEqual({
      errors: { card_number: ['is not [redacted]'], card_cvv: ['is missing'] },
    });
  });
});

describe('in strings', () => {
  test.each<[text: string, shown: string]>([
    ['{"card_cvv":"123","amount":100}', '{"card_cvv":"[redacted]","amount":100}'],
    ['{"password":"a\\"b\\\\","x":"y"}', '{"password":"[redacted]","x":"y"}'],
    ['{"credentials":{"a":["}",{"b":"\\"]"}]},"x":[1]}', '{"credentials":"[redacted]","x":[1]}'],
    ['{"id":12345678901234567890,"card_cvv":"123"', '{"id":12345678901234567890,"card_cvv":"[redacted]"'],
    ['{"card_cvv":"12', '{"card_cvv":"[redacted]'],
    ['{"card\\u005fcvv":"123"}', '{"card\\u005fcvv":"[redacted]"}'],
    ['["Host","x","Cookie","sid=1"]', '["Host","x","Cookie","[redacted]"]'],
    [`{ card_cvv: '123', a: 1 }`, `{ card_cvv: '[redacted]', a: 1 }`],
    ['card[card_cvv]=123&card%5Bcard_cvv%5D=123&a=1', 'card[card_cvv]=[redacted]&card%5Bcard_cvv%5D=[redacted]&a=1'],
    ['GET /v1/cards?access_token=abc&page=2', 'GET /v1/cards?access_token=[redacted]&page=2'],
    ['Authorization: Bearer abc.def-1', 'Authorization: Bearer [redacted]'],
    ['Basic dTpw and Basic QWxhZGRpbjpvcGVu', 'Basic [redacted] and Basic [redacted]'],
    ['Cookie: a=b', 'Cookie: [redacted]'],
    ['X-Api-Key: abcdefgh was refused', 'X-Api-Key: [redacted] was refused'],
    ['proxy-authorization: Digest username="ana", realm="a:b, c", nonce="1"', 'proxy-authorization: Digest [redacted]'],
    ['GET / HTTP/1.1\r\nCookie: a=b; c="d"; e=f\r\nHost: x', 'GET / HTTP/1.1\r\nCookie: [redacted]\r\nHost: x'],
    ['{"raw":"GET /\\r\\nCookie: a=b\\r\\nHost: x"}', '{"raw":"GET /\\r\\nCookie: [redacted]\\r\\nHost: x"}'],
    ['Cookie:\r\nHost: x', 'Cookie:\r\nHost: x'],
    ['https://x/?card=4532015112830366', 'https://x/?card=[redacted]'],
    ['got eyJhbGciOiJI.eyJzdWIiOjF9.c2ln-_ now', 'got [redacted] now'],
    ['key sk_live_4eC39HqLyjW, not sk_live', 'key [redacted], not sk_live'],
    [`${pem('BEGIN EC')}\nMHcC\n${pem('END EC')} end`, '[redacted] end'],
    [`cut: ${pem('BEGIN')}\nMIIE`, 'cut: [redacted]'],
    [`{"note":"${pem('BEGIN')}\\nMII\\n${pem('END')}"}`, '{"note":"[redacted]"}'],
    ['refused (cvv: 987)', 'refused (cvv: [redacted])'],
    ['CVV2 = 9871, Código de Segurança: 987', 'CVV2 = [redacted], Código de Segurança: [redacted]'],
  ])('%s becomes %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
    expect(redact({ deeper: [text] })).toEqual({ deeper: [shown] });
    expect(redact(shown)).toBe(shown);
  });

  test('secrets in nested JSON strings are hidden, and the rest stays the same', () => {
    const body = { card_cvv: 'a"b\\', credentials: { x: ['y"'] }, note: 'quo"te', amount: 100 };
    const hidden = { card_cvv: '[redacted]', credentials: '[redacted]', note: 'quo"te', amount: 100 };
    let text = JSON.stringify(body);
    let expected = JSON.stringify(hidden);
    for (let times = 0; times < 8; times++) {
      text = JSON.stringify({ body: text });
      expected = JSON.stringify({ body: expected });
      expect(redact(text)).toBe(expected);
    }
  });

  test.each([
    'card_number: is missing',
    'the token, then the password',
    'authorization: must be a bearer token',
    'authorization: is not the token that the mock was started with',
    'x-api-key: missing',
    'card_cvv: three digits',
    'cvv: 3digits; cvvs: 987; security code: 98765',
    'eyJhbGciOiJI.png and sk_live_x',
    'Basic plan, bearer tokens, Basic authentication',
    'token == null',
  ])('a sentence about names stays: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('card numbers by form', () => {
  const numbers = ['4532015112830366', '5555555555554568', '6362970000457021', '6062825624254019', '378282246310013'];

  test.each([...numbers, '4222222222222', '36227206271667', '2223003122003222', '6304000000000000000'])(
    '%s is hidden',
    (number) => {
      expect(redact(number)).toBe('[redacted]');
      expect(redact(`card${number}x`)).toBe('card[redacted]x');
      expect(redact({ a: Number(number) })).toEqual({ a: Number(number) > 2 ** 53 ? expect.anything() : '[redacted]' });
      expect(redact({ [number]: 1 })).toEqual({ '[redacted]': 1 });
      expect(redact(BigInt(number))).toBe('[redacted]');
    },
  );

  test.each<[what: string, value: string | number]>([
    ['an id that fails Luhn', '4111111111111112'],
    ['an id that begins with 1', '1000000000000008'],
    ['a number with twelve digits', '411111111116'],
    ['milliseconds', 1_795_284_000_000],
    ['microseconds', 1_795_284_000_000_008],
    ['an amount', 15990],
    ['a CPF', '529.982.247-25'],
    ['a CNPJ', '11.222.333/0001-81'],
    ['a CNPJ that passes Luhn', '33000167000101'],
    ['a mobile phone that passes Luhn', '5511912345675'],
    ['a boleto line as it is printed', '23793.38128 60007.827136 95000.063305 9 24660000012345'],
    ['a boleto barcode', '23799846600000123453381260007827139500006330'],
    [
      'a Pix code',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Maria6008BRASILIA62070503***63041D3D',
    ],
    ['a UUID', '4111e111-1111-4111-8111-111111111111'],
    ['a date and a time', '2026-11-21 10:20:30.123456'],
    ['a list of years', '2023, 2024, 2025, 2026'],
    ['an end-to-end id of Pix', 'E1234567820261121102012345678901'],
    ['the first and last digits of a card', '411111******1111'],
  ])('%s stays readable: %s', (_, value) => {
    expect(redact(value)).toBe(value);
    expect(redact({ value })).toEqual({ value });
  });
});

describe('values in logs', () => {
  test('an error keeps its messages without the secrets', () => {
    const error = Object.assign(new Error('card 4532015112830366', { cause: new Error('pan 4532015112830366') }), {
      card,
    });
    expect(redact(error)).toMatchObject({
      name: 'Error',
      message: 'card [redacted]',
      stack: expect.stringContaining('Error: card [redacted]'),
      card: { card_cvv: '[redacted]' },
      cause: { message: 'pan [redacted]' },
    });
    expect(redact(error, { personal: true })).toMatchObject({ name: 'Error' });
    expect(inspect(redact(error), { depth: 9 })).not.toContain('4111');
  });

  test('an error keeps its errors and a cause that is not an error', () => {
    const error = new AggregateError([new Error('pan 4532-0151-1283-0366')], 'all', { cause: { card_cvv: '987' } });
    expect(redact(error)).toMatchObject({ errors: [{ message: 'pan [redacted]' }], cause: { card_cvv: '[redacted]' } });
  });

  test('lists of headers: alternating, in pairs, with names', () => {
    expect(redact({ rawHeaders: ['Host', 'a', 'X-Auth-Token', 'b', 'Cookie', 'c'] })).toEqual({
      rawHeaders: ['Host', 'a', 'X-Auth-Token', '[redacted]', 'Cookie', '[redacted]'],
    });
    expect(redact(['Host', 'a', 'Set-Cookie', 'c'])).toEqual(['Host', 'a', 'Set-Cookie', '[redacted]']);
    expect(
      redact([
        ['authorization', 'a b'],
        ['card_number', '1'],
        ['amount', '5'],
      ]),
    ).toEqual([
      ['authorization', '[redacted]'],
      ['card_number', '[redacted]'],
      ['amount', '5'],
    ]);
    expect(
      redact([
        { name: 'Cookie', value: 'c' },
        { name: 'Host', value: 'a' },
      ]),
    ).toEqual([
      { name: 'Cookie', value: '[redacted]' },
      { name: 'Host', value: 'a' },
    ]);
  });

  test('a list of names is not a list of values', () => {
    expect(redact({ required: ['card_number', 'amount'], amount: 5 })).toEqual({
      required: ['card_number', 'amount'],
      amount: 5,
    });
  });

  test('requests, responses, headers, forms and URLs', () => {
    const headers = { authorization: 'Basic dTpw', 'x-a': 'b' };
    expect(redact(new Request('https://a.example/?token=abc', { headers }))).toEqual({
      method: 'GET',
      url: 'https://a.example/?token=[redacted]',
      headers: { authorization: '[redacted]', 'x-a': 'b' },
    });
    expect(redact(new Response(null, { status: 204, headers: { 'set-cookie': 'a=b' } }))).toMatchObject({
      status: 204,
      headers: { 'set-cookie': '[redacted]' },
    });
    const form = new FormData();
    form.append('card[card_cvv]', '123');
    expect(redact(form)).toEqual({ 'card[card_cvv]': '[redacted]' });
    expect(redact(new URLSearchParams('pan=1&pan=2&a=3'))).toEqual([
      ['pan', '[redacted]'],
      ['pan', '[redacted]'],
      ['a', '3'],
    ]);
    expect(redact(new URL('https://a.example/4532015112830366'))).toBe('https://a.example/[redacted]');
  });

  test.each([
    [undefined, null],
    [null, null],
    ['text', 'text'],
    [7, 7],
    [Number.NaN, null],
    [7n, '7'],
    [Symbol('x'), null],
    [() => 7, null],
    [{ a: undefined, b: Symbol('x'), c: () => 7 }, {}],
    [
      [undefined, Symbol('x'), () => 7],
      [null, null, null],
    ],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Set([1, '4532015112830366']), [1, '[redacted]']],
    [new Map([['cvv', 1]]), { cvv: '[redacted]' }],
    [
      new Map<unknown, unknown>([
        [{ a: 1 }, 1],
        ['cvv', 2],
      ]),
      [
        [{ a: 1 }, 1],
        ['cvv', '[redacted]'],
      ],
    ],
    [new Uint8Array(16), '[16 bytes]'],
    [Buffer.from('4532015112830366'), '[16 bytes]'],
    [{ body: JSON.parse(JSON.stringify(Buffer.from('4532015112830366'))) }, { body: '[16 bytes]' }],
    [new DataView(new ArrayBuffer(3)), '[3 bytes]'],
    [new String('4532015112830366'), '[redacted]'],
    [{ toJSON: () => ({ card_cvv: '1', a: 2 }) }, { card_cvv: '[redacted]', a: 2 }],
  ])('%o becomes %o', (value, expected) => {
    expect(redact(value)).toEqual(expected);
    expect(redact({ value: [value] })).toEqual({ value: [expected] });
  });

  test('only an unreadable value is hidden', () => {
    const thrower = {
      get a() {
        throw new Error('4532015112830366');
      },
      b: 1,
    };
    expect(redact(thrower)).toEqual({ a: '[redacted]', b: 1 });
    const broken = {
      toJSON() {
        throw new Error('no');
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redact([broken, proxy, 1])).toEqual(['[redacted]', '[redacted]', 1]);
  });

  test('a cycle is cut where it closes, and a shared value stays at all places', () => {
    const cycle: Record<string, unknown> = { card, again: [card] };
    cycle.self = { cycle };
    const shown = { ...card, card_number: '[redacted]', card_cvv: '[redacted]' };
    expect(redact(cycle)).toEqual({ card: shown, again: [shown], self: { cycle: '[circular]' } });
  });

  test('values nested deeper than 250 levels are hidden, and secrets above them are collected', () => {
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
      const nested = (inner: unknown, levels: number) => {
        let deep = inner;
        for (let depth = 0; depth < levels; depth++) deep = wrap(deep);
        return deep;
      };
      const card = { card_number: 'abcdefgh1' };
      expect(redact({ deep: nested(card, 240), note: 'abcdefgh1' })).toMatchObject({ note: '[redacted]' });
      expect(JSON.stringify(redact(nested(card, 100_000)))).toMatch(/^[^a]{250,2300}"\[redacted]"[\]}]{250}$/);
      expect(redact(nested(1, 249))).toEqual(nested(1, 249));
    }
  });

  test('__proto__ is an ordinary key', () => {
    const shown = redact(JSON.parse('{"__proto__":{"card_cvv":"123"}}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"card_cvv":"[redacted]"}}');
    expect(Object.hasOwn(Object.prototype, 'card_cvv')).toBe(false);
  });

  test.each([null, 0, '', Number.NaN])('fields: %j hides sensitive names, because only false does not', (fields) => {
    expect(redact({ card_cvv: '1' }, { fields: fields as never })).toEqual({ card_cvv: '[redacted]' });
  });
});

test('a copy of a secret next to it is hidden, and a second redaction changes nothing', () => {
  for (const text of ['token=4111\\4111', 'token=4111\\\\4111', 'x token=4111\\4111 y']) {
    const once = redact(text);
    expect(once).toContain('[redacted][redacted]');
    expect(redact(once)).toBe(once);
  }
});

const letters = fc.stringMatching(/^[\w-]{12,60}$/);
const forms: readonly fc.Arbitrary<string>[] = [
  fc.tuple(letters, letters, letters).map(([head, body, signature]) => `eyJ${head}.${body}.${signature}`),
  fc
    .tuple(fc.constantFrom('sk_live_', 'rk_test_', 'whsec_'), fc.stringMatching(/^\w{12,60}$/))
    .map((parts) => parts.join('')),
  letters.map((key) => `${pem('BEGIN')}\n${key}\n${pem('END')}`),
];

test('property: a token of a known form is hidden in any text, and the text around it stays', () => {
  const around = fc.stringMatching(/^[a-d ]{0,30}$/);
  fc.assert(
    fc.property(fc.oneof(...forms), around, around, (secret, before, after) => {
      const shown = `${before} [redacted] ${after}`;
      expect(redact(`${before} ${secret} ${after}`)).toBe(shown);
      expect(redact(JSON.stringify({ text: `${before} ${secret} ${after}` }))).toBe(JSON.stringify({ text: shown }));
    }),
  );
});
