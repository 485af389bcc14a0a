import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { personalFields, sensitiveFields } from '../../generated/fields.js';
import { redact } from '../../src/redact.ts';

/** A line of a PEM block, put together so that no scanner takes this file for a leaked key. */
const pem = (kind: string): string => `-----${kind} ${'PRIVATE'} KEY-----`;

const card = {
  card_number: '4532015112830366',
  card_holder_name: 'MARIA SOUZA',
  card_expiration_date: '1230',
  card_cvv: '123',
};

describe('by field', () => {
  test.each([
    ...sensitiveFields,
    ...'cardNumber CARD_NUMBER card-number cardnumber card[card_number] card[card_number][0] card.cardNumber x-card-number'.split(
      ' ',
    ),
    ...'pan cvv2 cardCVC security_code Authorization proxy-authorization accessToken csrfToken password user_password'.split(
      ' ',
    ),
    ...'secretKey pwd cardPin jwt senha codigoSeguranca clientSecret Cookie set-cookie XApiKey api_key'.split(' '),
  ])('%s is a sensitive name: in values, in JSON within JSON, in a query [S104]', (field) => {
    expect(redact({ a: [{ [field]: 'some-value' }] })).toEqual({ a: [{ [field]: '[redacted]' }] });
    expect(redact({ [field]: { deeper: [12345] } })).toEqual({ [field]: '[redacted]' });
    const twice = (value: unknown) => JSON.stringify({ body: JSON.stringify({ [field]: value, amount: 100 }) });
    expect(redact(`sent ${twice('some-value')}`)).toBe(`sent ${twice('[redacted]')}`);
    expect(redact(twice(12345))).toBe(twice('[redacted]'));
    expect(redact(twice({ deeper: ['}', '"'] }))).toBe(twice('[redacted]'));
    expect(redact(`/v1/cards?a=1&${field}=some-value&b=2`)).toBe(`/v1/cards?a=1&${field}=[redacted]&b=2`);
    const encoded = encodeURIComponent(field);
    expect(redact(`${encoded}=some-value`)).toBe(`${encoded}=[redacted]`);
  });

  test.each([...personalFields, 'cpf', 'chavePix', 'user_agent', 'customer[name]'])(
    '%s is hidden with personal data',
    (field) => {
      const json = JSON.stringify({ [field]: 'Maria' });
      expect(redact([{ [field]: 'Maria' }, json])).toEqual([{ [field]: 'Maria' }, json]);
      const shown = { [field]: '[redacted]' };
      expect(redact([{ [field]: 'Maria' }, json], { personal: true })).toEqual([shown, JSON.stringify(shown)]);
    },
  );

  test.each(
    `shipping pinned mapping token_count tokens max_tokens span company panel cookie_consent authorization_code card_id card_first_digits
    card_last_digits secretary passenger idempotency-key public_key key amount reference_key file_name`.split(/\s+/),
  )('%s is not a sensitive name', (field) => {
    expect(redact({ [field]: 'some-value' }, { personal: true })).toEqual({ [field]: 'some-value' });
    expect(redact(`${field}=some-value`)).toBe(`${field}=some-value`);
  });

  test.each([null, true, false, ''])('%j under a sensitive name is not secret and stays', (value) => {
    expect(redact({ token: value })).toEqual({ token: value });
    expect(redact(JSON.stringify({ token: value }))).toBe(JSON.stringify({ token: value }));
  });

  test('the rest stays the same, and the input does not change', () => {
    const body = { amount: 15990, card, paid: true, tid: null, items: [{ title: 'Livro' }] };
    const before = structuredClone(body);
    expect(redact(body)).toEqual({ ...body, card: { ...card, card_number: '[redacted]', card_cvv: '[redacted]' } });
    expect(body).toEqual(before);
    const text = '{"id":12345678901234567890, "card_cvv":"12\\"3", "id":1}';
    expect(redact(text)).toBe(text.replace('12\\"3', '[redacted]'));
  });

  test.each([
    'card_number: is missing',
    'authorization: must be a bearer token',
    'the token, then the password',
    'card_cvv: three digits',
    'Basic plan, bearer tokens, Basic authentication',
    'token == null',
  ])('a sentence about names stays: %s', (text) => expect(redact(text)).toBe(text));

  test.each([null, 0, '', Number.NaN])('fields: %j hides sensitive names, because only false does not', (fields) => {
    expect(redact({ card_cvv: '1' }, { fields: fields as never })).toEqual({ card_cvv: '[redacted]' });
  });
});

describe('by value', () => {
  test('a secret is hidden at every place [S105]', () => {
    const log = {
      credentials: { key: 'ab"cd/ef\\g' },
      message: 'the key ab"cd/ef\\g is wrong',
      json: JSON.stringify({ other: 'ab"cd/ef\\g' }),
      url: `https://shop.example/?x=${encodeURIComponent('ab"cd/ef\\g')}`,
      'ab"cd/ef\\g': 'as a key',
      authorization: 'Bearer s3cr3t-1',
      note: 's3cr3t-1 is stale',
      card_number: 4111111111111112,
      number: 4111111111111112,
      pan: '4444 5555 6666 7777',
      said: '4444555566667777 and 4444-5555-6666-7777 are wrong',
    };
    expect(redact(log)).toEqual({
      credentials: '[redacted]',
      message: 'the key [redacted] is wrong',
      json: '{"other":"[redacted]"}',
      url: 'https://shop.example/?x=[redacted]',
      '[redacted] 5': 'as a key',
      authorization: '[redacted]',
      note: '[redacted] is stale',
      card_number: '[redacted]',
      number: '[redacted]',
      pan: '[redacted]',
      said: '[redacted] and [redacted] are wrong',
    });
  });

  test('hides secrets of another value: the ones of a body, and plain strings', () => {
    const text = 'Bearer abc.def: card 4532015112830366 with 123 refused, abc.def';
    const secrets = [undefined, null, Number.NaN, { card }, 'abc.def', '', 'a'];
    expect(redact(text, { secrets })).toBe('Bearer [redacted]: card [redacted] with [redacted] refused, [redacted]');
    expect(redact('code 123', { secrets: [{ sent: JSON.stringify({ card }) }] })).toBe('code [redacted]');
  });

  test('a security code is hidden only as a separate word', () => {
    const text = 'code 123, HTTP 1234, amount 5123, 1.23, 12-3';
    expect(redact({ text, amount: 123 }, { secrets: [card] })).toEqual({
      text: 'code [redacted], HTTP 1234, amount 5123, 1.23, 12-3',
      amount: 123,
    });
  });

  test('without fields, an error response keeps its field names and messages', () => {
    const body = { errors: { card_number: ['is not 4532015112830366'], card_cvv: ['is missing'] } };
    expect(redact(body, { secrets: [{ card }], fields: false })).toEqual({
      errors: { card_number: ['is not [redacted]'], card_cvv: ['is missing'] },
    });
  });
});

describe('by form', () => {
  test.each<[text: string, shown: string]>([
    ['Authorization: Bearer abc.def-1', 'Authorization: Bearer [redacted]'],
    ['Basic dTpw and Basic QWxhZGRpbjpvcGVu', 'Basic [redacted] and Basic [redacted]'],
    ['got eyJhbGciOiJI.eyJzdWIiOjF9.c2ln-_ now', 'got [redacted] now'],
    ['key sk_live_4eC39HqLyjW, not sk_live', 'key [redacted], not sk_live'],
    [`${pem('BEGIN EC')}\nMHcC\n${pem('END EC')} end`, '[redacted] end'],
    [`cut: ${pem('BEGIN')}\nMIIE`, 'cut: [redacted]'],
    ['refused (cvv: 987)', 'refused (cvv: [redacted])'],
    [`{ card_cvv: '123', a: 1 }`, `{ card_cvv: '[redacted]', a: 1 }`],
    ['sent { credentials: { a: 1 } } twice', 'sent { credentials: [redacted]'],
    ['new Set([{"token":[]}])', 'new Set([{"token":"[redacted]"'],
    [`cut {\\"token\\":{`, `cut {\\"token\\":\\"[redacted]\\"`],
    ['{"card_cvv":"12', '{"card_cvv":"[redacted]'],
  ])('%s becomes %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
    expect(redact({ deeper: [text] })).toEqual({ deeper: [shown] });
    expect(redact(shown)).toBe(shown);
  });

  test.each([
    ['https://shop:s3cr3t@host/path', 'https://shop:[redacted]@host/path'],
    ['redis://:s3cr3t@host:6379/0', 'redis://:[redacted]@host:6379/0'],
    ['https://ana@shop.example:s3cr3t@host/path', 'https://ana@shop.example:[redacted]@host/path'],
    ['{"to":"https:\\/\\/shop:s3cr3t@host"}', '{"to":"https:\\/\\/shop:[redacted]@host"}'],
    ['https://host:8080/a@b of ana@shop.example', 'https://host:8080/a@b of ana@shop.example'],
    ['ssh://git@host/?at=12:30&by=ana@shop.example', 'ssh://git@host/?at=12:30&by=ana@shop.example'],
  ])('the password in an address is hidden: %s [S13]', (text, shown) => {
    expect(redact([text])).toEqual([shown]);
    expect(redact(shown)).toBe(shown);
    expect(JSON.stringify(redact(new Error(text)))).not.toContain('s3');
  });
});

describe('values in logs', () => {
  test('an error keeps its messages without the secrets', () => {
    const cause = new AggregateError([new Error('pan 4532-0151-1283-0366')], 'all', { cause: { card_cvv: '987' } });
    const error = Object.assign(new TypeError('card 4532015112830366', { cause }), { card });
    const shown = redact(error);
    expect(shown).toMatchObject({
      name: 'TypeError',
      message: 'card [redacted]',
      stack: expect.stringContaining('TypeError: card [redacted]'),
      card: { card_cvv: '[redacted]' },
      cause: { errors: [{ message: 'pan [redacted]' }], cause: { card_cvv: '[redacted]' } },
    });
    expect(inspect(shown, { depth: 9 })).not.toMatch(/4532|987/);
  });

  test.each([
    [undefined, undefined],
    [null, null],
    [7, 7],
    [Number.NaN, Number.NaN],
    [7n, '7'],
    [4532015112830366n, '[redacted]'],
    [Symbol('x'), undefined],
    [() => 7, undefined],
    [
      [undefined, Symbol('x'), () => 7],
      [undefined, undefined, undefined],
    ],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new URL('https://a.example/4532015112830366'), 'https://a.example/[redacted]'],
    [new Set([1, '4532015112830366']), [1, '[redacted]']],
    [new Map([['cvv', 1]]), { cvv: '[redacted]' }],
    [new Headers({ authorization: 'x', 'x-a': 'b' }), { authorization: '[redacted]', 'x-a': 'b' }],
    [new URLSearchParams('card[card_cvv]=123&a=3'), { 'card[card_cvv]': '[redacted]', a: '3' }],
    [new Uint8Array(16), '[16 bytes]'],
    [Buffer.from('4532015112830366'), '[16 bytes]'],
    [{ toJSON: () => ({ card_cvv: '1', a: 2 }) }, { card_cvv: '[redacted]', a: 2 }],
    [JSON.parse('{"__proto__":{"card_cvv":"123"}}'), JSON.parse('{"__proto__":{"card_cvv":"[redacted]"}}')],
  ])('%o becomes %o', (value, expected) => {
    expect(redact(value)).toStrictEqual(expected);
    expect(redact({ value: [value] })).toStrictEqual({ value: [expected] });
  });

  test('an object that cannot be read is hidden, and its neighbors stay', () => {
    const thrower = {
      get a() {
        throw new Error('4532015112830366');
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redact([thrower, proxy, 1])).toEqual(['[redacted]', '[redacted]', 1]);
  });

  test('a cycle is cut where it closes, and a shared value stays at all places', () => {
    const cycle: Record<string, unknown> = { card, again: [card] };
    cycle.self = { cycle };
    const shown = { ...card, card_number: '[redacted]', card_cvv: '[redacted]' };
    expect(redact(cycle)).toEqual({ card: shown, again: [shown], self: { cycle: '[circular]' } });
  });

  test('a getter is read once', () => {
    let reads = 0;
    const value = {
      get token() {
        return `secret-${++reads}`;
      },
    };
    expect(redact([value, 'secret-1'])).toEqual([{ token: '[redacted]' }, '[redacted]']);
  });
});
