import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInSaoPaulo } from '../../../src/codes/days.ts';
import { simulateFees } from '../../../src/codes/fee-simulation.ts';
import { withSimulatedFees } from '../../../src/mock/response/simulated-fees.ts';
import { createMock, postAccepted, sendJson } from '../send.ts';

/** The rates of the published sample, in the contract's example. */
const RATES = { mdr: 2.33, monthlyRate: 2 };

describe('a fee simulation', () => {
  test.each(['customer', 'self'] as const)('is computed for the sale of the request if %s pays', async (by) => {
    const mock = createMock();
    const sent = { brand: 'visa', installments: 2, amount: 1000, fee_responsible: by };
    const response = await postAccepted(mock, '/v1/simulate/tax', sent);
    // Around midnight, the day may change between the request and this line.
    const days = [Date.now(), Date.now() - 60_000].map(dayInSaoPaulo);
    const right = days.map((date) =>
      simulateFees({ ...RATES, amount: 1000, installments: 2, date, feeResponsible: by }),
    );
    const { brand, product, plataformType, mdr, antecipationRate, saleTypeCode, fees, ...computed } = response;
    expect(right).toContainEqual(computed);
    expect({ brand, product, mdr, antecipationRate }).toEqual({
      brand: 'Visa',
      product: 'Crédito 2x',
      mdr: 2.33,
      antecipationRate: 2,
    });
    expect({ plataformType, saleTypeCode, fees }).toEqual({
      plataformType: 'E-COMMERCE',
      saleTypeCode: 'CREDIT',
      fees: '2.33',
    });
  });

  test('has one installment if the request names no number', async () => {
    const mock = createMock();
    const response = await postAccepted(mock, '/v1/simulate/tax', { amount: 1000 });
    expect(response).toMatchObject({ brand: 'Mastercard', product: 'Crédito 1x', netAmount: 10 });
    expect(response.installments).toHaveLength(1);
  });

  test('is the one of the first example for a value that the contract does not know', async () => {
    const mock = createMock();
    const response = await postAccepted(mock, '/v1/simulate/tax', { amount: 1000, fee_responsible: 'nobody' });
    expect(response).toMatchObject({ netAmount: 10, installments: [{ installment: 1 }] });
  });

  test.each([
    [{ amount: 1000, installments: 0 }, 'installments: must be a whole number from 1 to 99'],
    [{ amount: 1000, installments: 100 }, 'installments: must be a whole number from 1 to 99'],
    [{ amount: 0 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
    [{ amount: 1e300 }, 'amount: must be a whole number of centavos, from 1 to 9007199254740991'],
  ])('%j, which the sandbox refuses, gets the example with a warning', async (body, problem) => {
    const mock = createMock();
    const response = await sendJson(mock, 'POST', '/v1/simulate/tax', body);
    expect([response.status, response.body.netAmount]).toEqual([200, expect.any(Number)]);
    const warnings = (response.headers.get('x-sandbox-warning') ?? '').split(', ').map(decodeURIComponent);
    expect(warnings).toContain(`${problem}; the response is an example`);
  });
});

test('lists one entry per installment for any sale, and leaves other responses alone', () => {
  const template = { mdr: 2.33, antecipationRate: 2, installments: [] };
  const sale = fc.record({
    amount: fc.integer({ min: 1, max: 2 ** 52 }),
    installments: fc.integer({ min: 1, max: 99 }),
  });
  fc.assert(
    fc.property(sale, ({ amount, installments }) => {
      const response = withSimulatedFees(template, { amount, installments }, {}, 0);
      expect((response.body as typeof template).installments).toHaveLength(installments);
    }),
  );
  const others = fc.oneof(fc.constant({ installments: 3, mdr: null }), fc.anything());
  fc.assert(
    fc.property(others, fc.anything(), (response, sent) => {
      expect(withSimulatedFees(response, sent, {}, 0).body).toBe(response);
    }),
  );
});
