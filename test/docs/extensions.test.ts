import { expect, test } from 'vitest';
import { describeExtensions } from '../../scripts/docs/evidence/extensions.ts';
import { markEvidence } from '../../scripts/docs/evidence/marks.ts';
import { english } from '../../scripts/docs/language.ts';
import { readContract } from './contract.ts';

const described = readContract();
describeExtensions(described, english);
const { schemas } = described.components;

test('the known values of an open vocabulary are named with their evidence', () => {
  expect(schemas.PaymentMethod?.description).toMatch(
    /Known values, and more may come: documented `credit_card`, `pix`; observed `debit_card`, `boleto`\.$/,
  );
});

test('values without evidence of their own have that of the vocabulary', () => {
  expect(schemas.PriceInterval?.description).toMatch(/more may come: assumed `day`, `week`, `month`, `year`\.$/);
});

test('money says its unit, also inside of a composed schema', () => {
  expect(schemas.TransactionRequestFields?.properties?.amount?.description).toMatch(/ In centavos\.$/);
  expect(schemas.FeeSimulation?.properties?.grossAmount?.description).toMatch(/ In reais\.$/);
});

test('a property by reference keeps the values when it is marked', () => {
  const marked = readContract();
  markEvidence(marked, english);
  const status = marked.components.schemas.Transaction?.properties?.status;
  expect(status?.description).toContain('Known values');
  expect(status?.description).toContain('<strong>transaction-statuses</strong>');
});
