/** Recordings and reports keep no personal data in texts, and judge as before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { judgeExchanges } from '../../src/index.ts';
import { redactExchange } from '../../src/redacted.ts';
import { example, exchange } from '../exchanges.ts';

/** Each with the part that must not remain. */
const SAMPLES: readonly (readonly [name: string, text: string, part: string])[] = [
  ['a CPF with dots', 'CPF 529.982.247-25 is invalid', '982.247'],
  ['a CPF without dots', 'CPF 52998224725 is invalid', '52998224725'],
  ['a CPF after a dot', 'customer.documents.529.982.247-25', '982.247'],
  ['a CNPJ', 'CNPJ 11.222.333/0001-81', '222.333'],
  ['a CNPJ with letters', 'empresa 12.ABC.345/01DE-35', 'ABC.345'],
  ['a CNPJ with letters and without dots', 'empresa 12ABC34501DE35 recusada', '12ABC34501DE35'],
  ['a phone number', 'ligue +5511987654321', '987654321'],
  ['a phone number with blanks', 'ligue +55 (11) 98765-4321 hoje', '98765-4321'],
  ['an e-mail address', 'contato ana.souza+x@example.com.br.', 'ana.souza'],
  ['an encoded e-mail address', 'mailto:ana%40example.com', 'ana%40'],
  ['a random Pix key', 'chave pix 123e4567-e89b-42d3-a456-426614174000 not found', '123e4567'],
  ['the address of a dynamic code', `code ${pixWith('2536', 'pix.example.com/qr/v2/9d36b84fc70b478f')}`, '9d36b84f'],
  ['a code with a phone as its key', `code ${pixWith('0114', '+5511987654321')}`, '11987654321'],
  [
    'a token',
    `token ${['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'dBjftJeZ4CVPmB92K27u'].join('.')}`,
    'dBjftJeZ4CVPmB92K27u',
  ],
  ['a secret key', `key ${['sk', 'live', '51HabcdefGHIJKLmnop1234'].join('_')}`, '51Habcdef'],
  ['a security code', 'cvv: 987 refused', '987'],
];

/** Returns a code whose fields do not fit together, as an attacker or a broken gateway would send it. */
function pixWith(tag: string, value: string): string {
  return `00020126580014br.gov.bcb.pix${tag}${value}5204000053039865802BR5903Ana6009SAO PAULO62070503***6304ABCD`;
}

const body = example('createTransaction.pix.request');
const response = example('createTransaction.pix.response');

describe('a recording does not keep', () => {
  test.each(SAMPLES)('%s', (_name, text, part) => {
    const talkative = { errors: [text], [text]: true, deep: { note: [`before ${text} after`] } };
    const kept = JSON.stringify(redactExchange(exchange('POST', '/v1/transactions', 422, talkative, body)));
    expect(kept).not.toContain(part);
    const cut = JSON.stringify(
      redactExchange(exchange('POST', '/v1/transactions', 422, { errors: `(${text})` }, body)),
    );
    expect(cut).not.toContain(part);
  });

  test('an e-mail address in a URL', () => {
    for (const address of ['ana@example.com', 'ana%40example.com']) {
      const { request } = redactExchange(exchange('GET', `/v1/customers?reference_key=${address}&page=2`, 200, {}));
      expect(request.url).toMatch(/\?reference_key=[^&]*redacted[^&]*&page=2$/);
    }
  });
});

test('property: the verdicts about an exchange are the same before and after masking', async () => {
  const texts = fc.constantFrom(...SAMPLES.map(([, text]) => text), 'order-1', '');
  const fields = fc.record({
    status: fc.constantFrom(200, 201, 404, 422),
    changes: fc.dictionary(fc.constantFrom('metadata', 'reference_key', 'ref_id', 'unknown', 'status'), texts),
  });
  await fc.assert(
    fc.asyncProperty(fields, async ({ status, changes }) => {
      const made = status < 300 ? { ...response, id: 4711, ...changes } : { errors: Object.values(changes) };
      const sent = exchange('POST', '/v1/transactions', status, made, { ...body, ...changes });
      const [before, after] = [await judgeExchanges([sent]), await judgeExchanges([redactExchange(sent)])];
      expect(places(after.deviations)).toEqual(places(before.deviations));
      // A masked value supports nothing, and contradicts nothing.
      const unsettled = new Set(after.entries.filter(({ verdict }) => verdict === 'not settled').map(({ key }) => key));
      const isSettled = ({ key, verdict }: { key: string; verdict: string }) =>
        // The fields of an address confirm it, and a recording masks them.
        key !== 'shipping-echo' && !(unsettled.has(key) && ['consistent', 'not settled'].includes(verdict));
      expect(settled(after.entries.filter(isSettled))).toEqual(settled(before.entries.filter(isSettled)));
    }),
    { numRuns: runs(60) },
  );
});

const settled = (entries: readonly { readonly key: string; readonly verdict: string }[]): string[] =>
  entries.map(({ key, verdict }) => `${key} ${verdict}`);

const places = (findings: readonly { readonly evidence: string; readonly place: string }[]): string[] =>
  findings.map(({ evidence, place }) => `${evidence} ${place}`);
