import { expect, test } from 'vitest';
import { namedExamples, operationNamed } from '../../contract/contract.ts';
import { createGateway, example } from './gateway.ts';

test.each(['customer', 'self'])(
  'simulation-formula: on the date of the published sample, the response matches it: %s',
  async (name) => {
    const gateway = createGateway({ start: '2023-09-29T15:00:00Z' });
    const shown = namedExamples(operationNamed('simulateTax')).find((one) => one.name === name && one.of === '200');
    expect(await gateway.call('simulateTax', { body: example('simulateTax', name) })).toEqual(shown?.value);
  },
);

test('the sale date is the date in São Paulo', async () => {
  const first = async (start: string) =>
    (await createGateway({ start }).call('simulateTax', { body: { amount: 100 } })).installments[0]
      .previsionPaymentDate;
  expect(await first('2026-11-21T02:59:59Z')).toBe('2026-12-21T00:00:00');
  expect(await first('2026-11-24T02:59:59Z')).toBe('2026-12-23T00:00:00');
  expect(await first('2026-11-24T03:00:00Z')).toBe('2026-12-24T00:00:00');
});

test.each([
  { amount: 0 },
  { amount: 100, installments: 0 },
  { amount: 100, installments: 1e9 },
  { amount: 100, fee_responsible: 'nobody' },
])('%j is refused', async (body) => {
  const gateway = createGateway();
  expect(await gateway.refusal(gateway.call('simulateTax', { body }))).toMatchObject({ status: 422 });
});
