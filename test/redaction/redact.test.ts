import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personalFields, sensitiveFields } from '../../generated/fields.js';
import { redact } from '../../src/redaction/index.js';

const card = {
  card_number: '4111111111111111',
  card_holder_name: 'MARIA SOUZA',
  card_expiration_date: '1230',
  card_cvv: '123',
};

describe('by field', () => {
  test.each(sensitiveFields)('%s is always hidden', (field) => {
    expect(redact({ a: [{ [field]: 'secret-value' }] })).toEqual({ a: [{ [field]: '[redacted]' }] });
    expect(redact({ [field]: { nested: 'secret-value' } })).toEqual({ [field]: '[redacted]' });
  });

  test.each(personalFields)('%s is hidden when personal data is', (field) => {
    expect(redact({ [field]: 'Maria' })).toEqual({ [field]: 'Maria' });
    expect(redact({ [field]: 'Maria' }, { personal: true })).toEqual({ [field]: '[redacted]' });
  });

  test.each(['cardNumber', 'CARD_NUMBER', 'card-number', 'Authorization'])(
    '%s is the same field spelt otherwise',
    (field) => {
      expect(redact({ [field]: 'secret-value' })).toEqual({ [field]: '[redacted]' });
    },
  );

  test('what is not sensitive stays as it is, and the value given is not changed', () => {
    const body = { amount: 15990, card, paid: true, tid: null, items: [{ title: 'Livro' }] };
    const before = structuredClone(body);
    expect(redact(body)).toEqual({ ...body, card: { ...card, card_number: '[redacted]', card_cvv: '[redacted]' } });
    expect(body).toEqual(before);
  });
});

describe('by value', () => {
  test('the card number is hidden wherever it turns up', () => {
    const log = {
      card,
      message: 'card 4111111111111111 refused',
      grouped: '4111 1111 1111 1111 and 4111-1111-1111-1111',
      number: 4111111111111111,
      metadata: JSON.stringify({ pan: card.card_number }),
      4111111111111111: 'as a key',
    };
    expect(JSON.stringify(redact(log)).replace(/[ -]/g, '')).not.toContain('4111111111111111');
    expect(redact(log)).toMatchObject({ message: 'card [redacted] refused', number: '[redacted]' });
  });

  test('secrets of another value are hidden too: those of a body, and texts as they are', () => {
    const text = 'Bearer abc.def: card 4111111111111111 with 123 refused';
    expect(redact(text, { secrets: [{ card }, 'abc.def'] })).toBe(
      'Bearer [redacted]: card [redacted] with [redacted] refused',
    );
  });

  test('a security code is hidden only where it stands alone', () => {
    const text = 'code 123, HTTP 1234, amount 5123, 0.123';
    expect(redact(text, { secrets: [card] })).toBe('code [redacted], HTTP 1234, amount 5123, 0.[redacted]');
  });

  test('of two secrets that begin alike nothing stays', () => {
    expect(redact('key-1 key-1-long', { secrets: ['key-1', 'key-1-long'] })).toBe('[redacted] [redacted]');
  });

  test.each(['-----BEGIN KEY-----\nMIIE/x+y==\r\n-----END KEY-----', 'say "no" \\ é'])(
    '%j is hidden in JSON too, however often it was escaped',
    (secret) => {
      const once = JSON.stringify({ key: secret });
      const twice = JSON.stringify({ once });
      expect(redact(once, { secrets: [secret] })).toBe('{"key":"[redacted]"}');
      expect(redact(twice, { secrets: [secret] })).toBe(JSON.stringify({ once: '{"key":"[redacted]"}' }));
    },
  );

  test('without fields an error answer keeps its field names and what was wrong', () => {
    const answer = { errors: { card_number: ['is not 4111111111111111'], card_cvv: ['is missing'] } };
    expect(redact(answer, { secrets: [{ card }], fields: false })).toEqual({
      errors: { card_number: ['is not [redacted]'], card_cvv: ['is missing'] },
    });
  });
});

describe('what logs hold', () => {
  test('an error keeps its texts without the secrets', () => {
    const error = Object.assign(new Error('card 4111111111111111', { cause: new Error('pan 4111111111111111') }), {
      card,
    });
    expect(redact(error)).toMatchObject({
      name: 'Error',
      message: 'card [redacted]',
      cause: { message: 'pan [redacted]' },
    });
    expect(inspect(redact(error), { depth: 9 })).not.toContain('4111');
  });

  test.each([
    [undefined, null],
    [null, null],
    ['text', 'text'],
    [7, 7],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [[], []],
  ])('%j becomes %j', (value, expected) => {
    expect(redact(value)).toEqual(expected);
  });

  test('a cycle, or hostile depth, hides the whole', () => {
    const cycle: Record<string, unknown> = { card };
    cycle.self = cycle;
    expect(redact(cycle)).toBe('[redacted]');
    let deep: unknown = card;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(redact(deep)).toBe('[redacted]');
  });

  test('__proto__ is a key like others', () => {
    expect(JSON.stringify(redact(JSON.parse('{"__proto__":{"card_cvv":"123"}}')))).not.toContain('123');
    expect(Object.hasOwn(Object.prototype, 'card_cvv')).toBe(false);
  });
});

test('property: no sensitive value is left, whatever stands around it', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/="'\\ é-]{8,24}$/);
  fc.assert(
    fc.property(secret, fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...sensitiveFields), (value, noise, field) => {
      const log = {
        noise,
        wrapped: [{ [field]: { deep: value } }],
        echo: `before${value}after`,
        [value]: { list: [value] },
      };
      const redacted = redact(log) as typeof log;
      fc.pre(!JSON.stringify(noise).includes(JSON.stringify(value).slice(1, -1)));
      expect(inspect(redacted, { depth: 20 })).not.toContain(value);
      expect(JSON.stringify(redacted)).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(redacted.echo).toBe('before[redacted]after');
    }),
    { numRuns: 300 },
  );
});
