import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/redaction/index.js';
import { runs } from '../property-runs.ts';
import { worstBodies } from './bodies.ts';

/** A secret long enough for a search everywhere, unlike its surroundings. */
const secret = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/="'\\ é\n\t.%&-]{8,40}$/).filter((text) => text.replace(/\W/g, '').length >= 8),
  fc.string({ unit: 'binary', minLength: 12, maxLength: 40 }).filter((text) => new Set(text).size > 8),
  fc.stringMatching(/^[2-6]\d{15}$/),
  fc.stringMatching(/^[2-6]\d{3}([ .-]\d{4}){3}$/),
);
const field = fc.constantFrom('card_number', 'cardNumber', 'card[card_number]', 'CREDENTIALS', 'x-api-key', 'token');

/** How a secret turns up elsewhere. */
const disguises: Record<string, (secret: string) => unknown> = {
  'as it is': (secret) => secret,
  'in a longer string': (secret) => `before ${secret} after`,
  'behind a backslash': (secret) => `C:\\${secret}`,
  'in JSON': (secret) => JSON.stringify({ a: [secret] }),
  'in JSON within JSON within JSON': (secret) => JSON.stringify([JSON.stringify({ b: JSON.stringify([secret]) })]),
  'in JSON that was cut off': (secret) => JSON.stringify({ a: secret }).slice(0, -2),
  'with every character escaped': (secret) =>
    secret
      .split('')
      .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  'in a URL': (secret) => `https://a.example/${encoded(secret)}?x=${encoded(secret)}`,
  'in a form': (secret) => new URLSearchParams({ a: secret }).toString(),
  'in groups': (secret) => secret.replace(/\d(?=\d)/g, (digit, at: number) => (at % 4 === 3 ? `${digit} ` : digit)),
  'as a key': (secret) => ({ [secret]: { [`x${secret}`]: 1 } }),
  'in an error': (secret) => new Error('failed', { cause: new AggregateError([new Error(`no ${secret}`)]) }),
  'in a Map and a Set': (secret) => new Map([[secret, new Set([secret])]]),
  'as a number': (secret) => (/^\d{16}$/.test(secret) && Number(secret) <= 2 ** 53 ? Number(secret) : 0),
};
const encoded = (text: string) => (/\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text));

/** Letters and digits of all strings and keys, however they are escaped. */
function alphanumerics(value: unknown): string {
  const printed = [JSON.stringify(value), inspect(value, { depth: 50, maxStringLength: null })].join('\n');
  return printed.replace(/\\+u[\da-f]{4}|%[\da-f]{2}|\\+[bfnrt]|[^A-Za-z0-9]/gi, '');
}

/** Letters and digits with backslashes scattered between them, short ones too. */
const scattered = fc
  .array(fc.tuple(fc.stringMatching(/^[A-Za-z0-9 ./-]{1,3}$/), fc.integer({ min: 0, max: 4 })), {
    minLength: 1,
    maxLength: 10,
  })
  .map((parts) => parts.map(([part, backslashes]) => part + '\\'.repeat(backslashes)).join(''))
  .filter((secret) => secret.replace(/[^A-Za-z0-9]/g, '').length >= 3);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inForm = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);
const inUnicode = disguises['with every character escaped'] as (secret: string) => string;
const escapes: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in JSON': inJson,
  'in JSON within JSON within JSON': (secret) => inJson(inJson(inJson(secret))),
  'with every character escaped': inUnicode,
  'with backslashes as \\u005c': (secret) => inJson(secret.replaceAll('\\', '\\u005c')),
  'in a URL': encodeURIComponent,
  'in a URL within URLs': (secret) => encodeURIComponent(encodeURIComponent(encodeURIComponent(secret))),
  'in a URL within many URLs': (secret) =>
    Array(12)
      .fill(0)
      .reduce<string>((inner) => encodeURIComponent(inner), secret),
  'in a URL in JSON': (secret) => inJson(encodeURIComponent(secret)),
  'in a form': inForm,
};

/** Letters and digits of a string, those too that are written as escapes. */
function decodedAlphanumerics(text: string): string {
  let decoded = text.replace(/\\+u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  while (/%[0-7][\da-f]/i.test(decoded)) {
    decoded = decoded.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return decoded.replace(/[^A-Za-z0-9]/g, '');
}

describe('property: a secret with scattered backslashes is hidden', () => {
  test.each(Object.keys(escapes))('%s', (name) => {
    const escaped = escapes[name] as (secret: string) => string;
    fc.assert(
      fc.property(
        scattered,
        fc.constantFrom(['', ''], [' ', ' '], ['"', '"'], ['(', ')']),
        (secret, [before, after]) => {
          // Text around the secret is escaped too, as in a message.
          const sent = escaped(`${before}${secret}${after}`);
          expect(decodedAlphanumerics(`${redact(sent, { secrets: [secret] })}`), sent).toBe('redacted');
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('property: no secret survives', () => {
  test.each(Object.keys(disguises))('%s', (name) => {
    fc.assert(
      fc.property(secret, field, fc.jsonValue({ maxDepth: 3 }), (secret, field, noise) => {
        const disguise = disguises[name]?.(secret);
        const said = redact({ noise, sent: { [field]: secret }, said: { deep: [disguise] } }) as { said: unknown };
        const told = redact({ deep: [disguise] }, { secrets: [{ a: [{ [field]: secret }] }], fields: false });
        const core = alphanumerics(secret);
        fc.pre(core.length >= 6);
        for (const shown of [said.said, told]) expect(alphanumerics(shown)).not.toContain(core);
      }),
      { numRuns: runs(60) },
    );
  });
});

test('property: it never throws, returns JSON, and is idempotent', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withBoxedValues: true,
    withNullPrototype: true,
    withObjectString: true,
    key: fc.oneof(
      fc.string(),
      fc.constantFrom('token', 'name', '__proto__', 'headers', 'value', 'toJSON', 'type', 'data'),
    ),
  });
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ...`token = : , " ' \\ \\\\ [ ] { } & ; %20 \\u0041 [redacted] Bearer Basic 4532015112830366 4111 1 abcdefgh cookie`.split(
            ' ',
          ),
          ' ',
          '\n',
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(
      fc.oneof(anything, text),
      fc.boolean(),
      fc.boolean(),
      fc.array(text),
      (value, personal, fields, secrets) => {
        // A short secret is a separate word only after its neighbor is hidden, and a value ends at a quote only until a secret hides it.
        const isLong = (secret: string) => secret.length > 20 && !/[\s,;&"'<>(){}\\]/.test(secret);
        const options = { personal, fields, secrets: secrets.filter(isLong) };
        const once = redact(value, options);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
        expect(redact(once, options)).toEqual(once);
      },
    ),
    { numRuns: runs(500) },
  );
});

describe('hostile input does not stop it', () => {
  test.each(Object.entries(worstBodies))('%s', { timeout: 30_000 }, (_, body) => {
    const value = body(2 ** 15);
    const shown = redact(value);
    // Hidden as a whole would be quick too.
    if (typeof value === 'object') expect(shown).toBeTypeOf('object');
    redact(value, { secrets: [value], fields: false });
  });

  // Linear, they take less than a tenth of a second; by the square of the length, a minute.
  const longNames = Object.entries(worstBodies).filter(([name]) => name.startsWith('a name of'));
  test.each(longNames)('%s, 256 kB long', { timeout: 30_000 }, (_, body) => {
    expect(redact(body(2 ** 19))).toBeTypeOf('object');
  });

  test('endless values', () => {
    expect(redact(new Array(2 ** 31))).toBe('[redacted]');
    let shared: unknown[] = ['4532015112830366'];
    for (let depth = 0; depth < 60; depth++) shared = [shared, shared];
    expect(Array.isArray(redact(shared))).toBe(true);
  });
});
