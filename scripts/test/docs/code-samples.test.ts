import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { objectAt } from '../../../core/src/util/json.ts';
import { type CodeSample, codeSamplesOf } from '../../docs/samples/samples.ts';
import { complaintsOf } from './compiler.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const operations = contractOf(contract).operations;
const samples = operations.flatMap((operation) => codeSamplesOf(contract, operation));

test('every operation and every request example has samples in TypeScript, curl, PHP and Python', () => {
  for (const { operationId, code } of samples) {
    expect(Object.keys(code), operationId).toEqual(['TypeScript', 'curl', 'PHP', 'Python']);
  }
  const create = samples.filter(({ operationId }) => operationId === 'createTransaction').map(({ example }) => example);
  expect(create).toEqual(
    expect.arrayContaining(['credit_card', 'credit_card_3ds', 'debit_card', 'pix', 'boleto', 'split']),
  );
  expect(new Set(samples.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every TypeScript sample compiles against the client, and a wrong one does not', () => {
  const name = ({ operationId, example }: CodeSample) => `${[operationId, example].filter(Boolean).join('.')}.mts`;
  const programs = Object.fromEntries(samples.map((sample) => [name(sample), sample.code.TypeScript ?? '']));
  const refund = samples.find(({ operationId }) => operationId === 'refundTransaction')?.code.TypeScript ?? '';
  const complaints = complaintsOf({ ...programs, 'wrong.mts': refund.replace('/refund', '/refnd') });
  expect(complaints.filter((complaint) => !complaint.startsWith('wrong.mts'))).toEqual([]);
  expect(complaints.length).toBeGreaterThan(0);
});

test('samples contain no secret except the published test numbers', () => {
  const published = contract['x-test-values'].cards.map(({ card_number }) => card_number);
  for (const { code } of samples) {
    for (const [, number = ''] of Object.values(code)
      .join('')
      .matchAll(/card_number['"]?(?::| =>) ?['"](\d+)/g)) {
      expect(published).toContain(number);
    }
    expect(code.TypeScript).toContain('process.env.PAYMENT_GATEWAY_TOKEN');
    expect(code.curl).toContain('Authorization: Bearer $PAYMENT_GATEWAY_TOKEN');
    expect(code.PHP).toContain("'Authorization: Bearer ' . getenv('PAYMENT_GATEWAY_TOKEN')");
    expect(code.Python).toContain('os.environ["PAYMENT_GATEWAY_TOKEN"]');
  }
});

test('an apostrophe in an example does not end a string', () => {
  const changed = readContract();
  const requestBody = { content: { 'application/json': { examples: { own: { value: { name: "D'Ávila" } } } } } };
  Object.assign(objectAt(changed.paths, '/v1/customers').post as object, { requestBody });
  const operation = contractOf(changed).operation('createCustomer');
  const [sample] = operation ? codeSamplesOf(changed, operation) : [];
  expect(sample?.code.curl).toContain(`"name": "D'\\''Ávila"`);
  expect(sample?.code.TypeScript).toContain(`name: 'D\\'Ávila'`);
  expect(sample?.code.PHP).toContain(`'name' => 'D\\'Ávila'`);
  expect(sample?.code.Python).toContain(`"name": "D'Ávila"`);
});
