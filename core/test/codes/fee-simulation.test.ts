import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namedExamples, operationNamed } from '../../../test/contract/contract.ts';
import { simulateFees } from '../../src/codes/fee-simulation.js';
import { paymentDate } from '../../src/codes/installments.js';

const published = { amount: 19_000, installments: 12, date: '2023-09-29', mdr: 2.33, monthlyRate: 2 };

test.each(['customer', 'self'] as const)(
  'reproduces the published sample to the centavo when %s pays the fee',
  (feeResponsible) => {
    const example = namedExamples(operationNamed('simulateTax')).find(
      ({ name, of }) => name === feeResponsible && of === '200',
    );
    expect(example?.value).toMatchObject({ ...simulateFees({ ...published, feeResponsible }) });
  },
);

test('the parts of any sale add up to its amounts, and each is paid 30 days after the one before', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
  const inCentavos = (reais: number) => Math.round(reais * 100);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 99 }),
      days,
      fc.constantFrom('customer' as const, 'self' as const),
      (amount, installments, date, feeResponsible) => {
        const { installments: parts, ...sums } = simulateFees({
          ...published,
          amount,
          installments,
          date,
          feeResponsible,
        });
        const sum = (field: 'grossAmount' | 'netAmount' | 'antecipatedAmount') =>
          parts.reduce((total, part) => total + inCentavos(part[field]), 0);
        const [gross, net] = [inCentavos(sums.grossAmount), inCentavos(sums.netAmount)];
        expect(feeResponsible === 'customer' ? net : gross).toBe(amount);
        expect(Math.abs(gross - net - gross * 0.0233)).toBeLessThanOrEqual(1);
        expect(sum('grossAmount')).toBe(amount);
        expect(sum('netAmount')).toBe(feeResponsible === 'customer' ? gross : net);
        expect(sum('antecipatedAmount')).toBe(inCentavos(sums.antecipatedAmount));
        expect(parts.map(({ previsionPaymentDate }) => previsionPaymentDate.slice(0, 10))).toEqual(
          parts.map((_, index) => paymentDate(date, index + 1)),
        );
      },
    ),
  );
});

test('if the merchant pays the fee, the payout is never above the amount minus the fee', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 99 }), (amount, installments) => {
      const simulation = simulateFees({ ...published, amount, installments, feeResponsible: 'self' });
      expect(simulation.antecipatedAmount).toBeLessThanOrEqual(simulation.netAmount);
      expect(simulation.netAmount).toBeLessThanOrEqual(simulation.grossAmount);
      expect(simulation.antecipatedAmount).toBeGreaterThanOrEqual(0);
    }),
  );
});
