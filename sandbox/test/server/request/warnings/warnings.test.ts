import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examplePairs } from '../../../../../test/contract/example-pairs.ts';
import { runs } from '../../../../../test/property-runs.ts';
import { createStub } from '../../../../../test/stub-server.ts';
import type { RecordedRequest } from '../../../../src/server/index.js';
import { prettyLine } from '../../../../src/server/journal/log.ts';
import { sendJson } from '../../send.ts';
import { warningsFor } from './asked.ts';

describe('a warning', () => {
  test('does not change the response, and appears in a header, the journal and the log', async () => {
    const logged: RecordedRequest[] = [];
    const stub = createStub({ log: (request) => logged.push(request) });
    const warnings = ['ammount: is not known; did you mean amount?'];
    expect(await sendJson(stub, 'POST', '/v1/transactions/1001/refund', { ammount: 100 })).toMatchObject({
      status: 200,
      warnings,
      body: { status: 'refunded' },
    });
    expect(stub.requests[0]?.warnings).toEqual(warnings);
    expect(logged[0]?.warnings).toEqual(warnings);
  });

  test('has one header per finding, and any text fits', async () => {
    const stub = createStub();
    const names = ['a,b', 'ação', 'x%41', '\u202eabc', 'a\r\nset-cookie: x=1', '💳', '\ud800', ' '];
    const sent = Object.fromEntries(names.map((name) => [name, 1]));
    const { status, headers, warnings } = await sendJson(stub, 'POST', '/v1/transactions/1001/refund', sent);
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBeNull();
    expect(warnings).toEqual(
      ['a,b', 'ação', 'x%41', '\ufffdabc', 'a\ufffd\ufffdset-cookie: x=1', '💳', '\ufffd', ' '].map((name) =>
        expect.stringContaining(name.trim()),
      ),
    );
  });

  test('does not exceed the header limit', async () => {
    const stub = createStub();
    const sent = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}${'ﷺ'.repeat(64)}`, 1]));
    const { status, headers, warnings } = await sendJson(stub, 'POST', '/v1/transactions/1001/refund', sent);
    expect(status).toBe(200);
    expect(headers.get('x-sandbox-warning')?.length).toBeLessThan(8_000);
    expect(warnings.at(-1)).toMatch(/^request: has \d+ warnings more$/);
    expect(stub.requests[0]?.warnings).toHaveLength(21);
  });

  test('is sent with an error too', async () => {
    const stub = createStub();
    const sent = { payment_method: 'pix', reference_kye: 1 };
    expect(await sendJson(stub, 'POST', '/v1/transactions', sent)).toMatchObject({
      status: 400,
      errors: [expect.stringContaining('amount: is required')],
      warnings: ['reference_kye: is not known; did you mean reference_key?'],
    });
  });

  test('is a 400 if warnings are refused', async () => {
    const stub = createStub({ refuseWarnings: true });
    expect(await sendJson(stub, 'POST', '/v1/transactions/1001/refund', { ammount: 100 })).toMatchObject({
      status: 400,
      errors: ['ammount: is not known; did you mean amount?'],
      warnings: [],
    });
    expect((await sendJson(stub, 'POST', '/v1/transactions/1001/refund', { amount: 100 })).status).toBe(200);
  });
});

test('pages of other origins can read warnings', async () => {
  const stub = createStub({ cors: true });
  const response = await stub.fetch('/v1/cards', { headers: { origin: 'https://shop.example' } });
  expect(response.headers.get('access-control-expose-headers')).toContain('x-sandbox-warning');
});

test('the log has a line for each warning', async () => {
  const stub = createStub();
  await stub.fetch('/v1/cards?page=0&x\u001b=1', { headers: { authorization: 'Bearer token' } });
  const [, first, second] = prettyLine(stub.requests[0] as RecordedRequest).split('\n');
  expect(first).toBe('          warning query.x\ufffd: is not known');
  expect(second).toBe('          warning query.page: must be 1 or more');
});

describe('no warning quotes a secret', () => {
  const secret = fc.oneof(
    fc.stringMatching(/^[0-9]{3,4}$/),
    fc.stringMatching(/^[0-9]{13,19}$/),
    // A value of only dots and dashes with one digit is not a secret, and is not hidden.
    fc.stringMatching(/^[A-Za-z0-9_.-]{8,40}$/).filter((value) => (value.match(/[A-Za-z0-9]/g) ?? []).length >= 3),
  );
  const templates = examplePairs.filter(({ request }) => typeof request === 'object');

  test('with any secret in any place, next to any other fields', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...templates),
        fc.record({ number: secret, code: secret, token: fc.stringMatching(/^[A-Za-z0-9]{12,40}$/) }),
        fc.object({ maxDepth: 3 }),
        ({ operationId, request }, { number, code, token }, more) => {
          const card = { card_number: number, card_cvv: code, [number]: 1, [code]: { [token]: 1 } };
          const body = {
            ...(request as object),
            ...more,
            card,
            [number]: number,
            [token]: token,
            [code]: code,
            credentials: { key: token },
            amount: number,
            email: token,
            document: number,
            notify: code,
            installments: code,
            customer: { documents: [{ type: token, number }], [token]: 1 },
            items: [{ [code]: 1, external_id: number }],
          };
          const query = { [number]: '1', [token]: '1', page: number };
          const headers = { authorization: `Bearer ${token}` };
          const warnings = warningsFor(operationId, body, { query, headers });
          expect(warnings.length).toBeGreaterThan(3);
          for (const warning of warnings) {
            const [name = ''] = warning.split(': ');
            if (number.length > 7) expect(warning).not.toContain(number);
            expect(warning).not.toContain(token);
            expect(name.split(/[.[\]]/)).not.toContain(code);
            expect(name.split(/[.[\]]/)).not.toContain(number);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

test('any body gets its warnings without an error and in little time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...examplePairs),
      fc.jsonValue({ maxDepth: 5 }),
      fc.dictionary(fc.string(), fc.string()),
      ({ operationId }, body, query) => {
        expect(Array.isArray(warningsFor(operationId, body, { query }))).toBe(true);
      },
    ),
    { numRuns: runs(500) },
  );
  const items = Array.from({ length: 20_000 }, () => ({ quantity: '1', unit_price: -1, x: 1 }));
  expect(warningsFor('createTransaction', { amount: 1, payment_method: 'pix', items }).at(-1)).toBe(
    'request: has 59980 warnings more',
  );
});
