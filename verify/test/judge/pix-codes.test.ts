import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pixCode } from '../../../core/src/codes/index.js';
import { readBrCode } from '../../../test/contract/brazil.ts';
import { runs } from '../../../test/property-runs.ts';
import { judgeExchanges } from '../../src/index.js';
import { redactExchange } from '../../src/redacted.js';
import { example, exchange } from '../exchanges.ts';

const KEY = '00000000-0000-4000-8000-000000000000';
const payees = [
  '529.982.247-25',
  '52998224725',
  'ana@marked.example',
  '+5511987654321',
  '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
];
const emv = (value: string) => `${String(value.length).padStart(2, '0')}${value}`;

/** A code of this payee. Its checksum is wrong, unless the payee is the one of the sandbox. */
const codeOf = (amount: number, key: string, name: string) => {
  const [before = '', after = ''] = pixCode({ amount, txid: 'PEDIDO1' }).split(`26580014br.gov.bcb.pix0136${KEY}`);
  const merchant = `26${emv(`0014br.gov.bcb.pix01${emv(key)}`)}`;
  return `${before}${merchant}${after}`.replace('5912Loja Exemplo', `59${emv(name)}`);
};

/** What a judge says, without the texts that quote the exchange. */
async function verdictsOf(body: object) {
  const sent = example('createTransaction.pix.request');
  const { entries, deviations, discoveries } = await judgeExchanges([
    exchange('POST', '/v1/transactions', 200, body, sent),
  ]);
  const withoutQuotes = (key: string, value: unknown) => (key === 'exchange' ? undefined : value);
  return JSON.stringify([entries, deviations, discoveries], withoutQuotes);
}

test('property: a judge says the same of a recording with masked codes, which shows no payee', async () => {
  const pix = example('createTransaction.pix.response');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...payees, KEY),
      fc.constantFrom('Maria Marked', 'Loja Exemplo'),
      fc.constantFrom(100, 15990, pix.amount as number),
      async (key, name, amount) => {
        const body = { ...pix, pix_qr_code: codeOf(amount, key, name) };
        const returned = redactExchange(exchange('POST', '/v1/transactions', 200, body)).response.body as typeof body;
        expect(JSON.stringify(returned)).not.toContain(key);
        expect(returned.pix_qr_code).not.toContain(name);
        expect(returned.pix_qr_code).toHaveLength(body.pix_qr_code.length);
        expect(await verdictsOf({ ...pix, pix_qr_code: returned.pix_qr_code })).toBe(await verdictsOf(body));
      },
    ),
    { numRuns: runs(40) },
  );
});

test('a valid code stays valid, also under another name and in a text; a broken one is masked as a whole', () => {
  const code = pixCode({ amount: 15990, txid: 'PEDIDO1002' });
  const broken = `${code.slice(0, 30)}${code.slice(40)}`;
  const body = {
    pix_qr_code: code,
    emv: code,
    note: `Pay: ${code}\nthanks`,
    broken: { pix_qr_code: broken, text: `x ${broken}` },
  };
  const shown = redactExchange(exchange('GET', '/v1/transactions/1', 200, body)).response.body as typeof body;
  for (const one of [shown.pix_qr_code, shown.emv, shown.note.slice(5, -7)])
    expect(readBrCode(one)).toMatchObject({ amount: 15990, merchant: '************', txid: '**********' });
  expect(shown.broken).toEqual({ pix_qr_code: '[redacted]', text: 'x [redacted]' });
  expect(redactExchange(exchange('GET', '/v1/transactions/1', 200, shown)).response.body).toEqual(shown);
});

test('a dynamic code whose address looks like a secret is masked before other redaction can break it', () => {
  const address = 'pix.bank.example/qr?token=abcdef123456';
  const code = codeOf(100, address, 'Maria').replace(`01${emv(address)}`, `25${emv(address)}`);
  const shown = redactExchange(exchange('GET', '/v1/transactions/1', 200, { pix_qr_code: code })).response.body;
  expect(JSON.stringify(shown)).toMatch(/25\d\d\*+52040000.*5905\*+60/);
});
