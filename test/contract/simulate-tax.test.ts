import { describe, expect, it } from 'vitest';
import { operationNamed } from './contract.ts';
import { type Sale, simulateTax } from './simulate-tax.ts';
import { exampleValue } from './values.ts';

/** The sale of the published sample. */
const sale = { amount: 19000, installments: 12, date: '2023-09-29', mdr: 2.33, monthlyRate: 2 };

describe('the published fee simulation', () => {
  const simulation = simulateTax({ ...sale, feeResponsible: 'customer' });

  it('has the published amounts', () => {
    const [first, ...others] = simulation.installments;
    expect(simulation).toMatchObject({ grossAmount: 194.53, netAmount: 190, antecipatedAmount: 225.11 });
    expect(first).toMatchObject({ grossAmount: 15.87, netAmount: 16.22 });
    expect(new Set(others.map((one) => `${one.grossAmount} ${one.netAmount}`))).toEqual(new Set(['15.83 16.21']));
  });

  it('never pays on a weekend', () => {
    const days = simulation.installments.map((one) => new Date(`${one.previsionPaymentDate}Z`).getUTCDay());
    expect(days.filter((day) => day === 0 || day === 6)).toEqual([]);
    expect(simulation.installments.slice(0, 4).map((one) => one.previsionPaymentDate)).toEqual([
      '2023-10-30T00:00:00',
      '2023-11-28T00:00:00',
      '2023-12-28T00:00:00',
      '2024-01-29T00:00:00',
    ]);
  });

  it.each(['customer', 'self'] as const)('equals the example %s of the contract', (name) => {
    const operation = operationNamed('simulateTax');
    expect(exampleValue(operation, '200', name)).toMatchObject(simulateTax({ ...sale, feeResponsible: name }));
    expect(exampleValue(operation, 'request', name)).toMatchObject({
      amount: sale.amount,
      installments: sale.installments,
      fee_responsible: name,
    } satisfies Partial<Sale> & { fee_responsible: string });
  });
});
