import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulateFees } from '../../src/codes/fee-simulation.js';
import { namedExamples, operationNamed } from '../contract/contract.ts';
import { simulateTax } from '../contract/simulate-tax.ts';

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

test('computes the same as a second implementation for any sale', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 99 }),
      days,
      fc.boolean(),
      (amount, installments, date, self) => {
        const sale = { ...published, amount, installments, date, feeResponsible: self ? 'self' : 'customer' } as const;
        expect(simulateFees(sale)).toEqual(simulateTax(sale));
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
