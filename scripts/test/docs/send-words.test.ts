import { expect, test } from 'vitest';
import { sendOperations } from '../../docs/sending/form.ts';
import { Missing, Planner } from '../../docs/sending/plan.ts';
import { en } from '../../docs/words/en.ts';
import { ptBr } from '../../docs/words/pt-br.ts';
import { readContract } from './contract.ts';

test.each([
  ['English', en],
  ['Portuguese', ptBr],
] as const)('what the sandbox lacks has a name in %s', async (_, { send }) => {
  const operations = sendOperations(readContract());
  const empty = async () => ({ status: 200, body: { data: [] } });
  const lacking = new Map<string, string>();
  for (const operation of operations) {
    for (const example of [...Object.keys(operation.examples), '']) {
      await new Planner(operations, empty, { create: false }).adapt(operation, example).catch((error: unknown) => {
        if (!(error instanceof Missing)) throw error;
        lacking.set(error.type, error.describe(send.types));
      });
    }
  }
  expect(lacking.size).toBeGreaterThan(0);
  expect([...lacking.keys()].filter((type) => !Object.hasOwn(send.types, type))).toEqual([]);
});

test('an object that the sandbox lacks is named with its statuses in Portuguese', () => {
  expect(new Missing('Transaction', ['paid', 'authorized']).describe(ptBr.send.types)).toBe(
    'Transação (paid, authorized)',
  );
});
