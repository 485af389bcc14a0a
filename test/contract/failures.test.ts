import { expect, test } from 'vitest';
import { contractOf } from '../../core/src/contract/contract.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { readContract } from '../../scripts/test/docs/contract.ts';

const { operations } = contractOf(readContract());
const descriptionOf = ({ responses }: Operation, status: string) => responses.get(status)?.definition.description ?? '';

/** What the 5XX of an operation advises. */
function adviceFor({ operationId, method, resource }: Operation): RegExp {
  if (method === 'GET' || resource.reach === undefined) return /call that only reads/;
  if (method === 'PUT') return /same PUT/;
  if (method === 'DELETE') return /DELETE/;
  if (operationId === 'createTransaction') return /look the payment up/;
  return resource.action === 'create' ? /look for the resource/ : /retrieve the resource/;
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the 5XX of %s advises its own caller',
  (_, operation) => {
    const description = descriptionOf(operation, '5XX');
    const all = [
      /call that only reads/,
      /same PUT/,
      /DELETE/,
      /look the payment up/,
      /look for the res/,
      /retrieve the res/,
    ];
    expect(description).toMatch(adviceFor(operation));
    expect(all.filter((advice) => advice.test(description))).toHaveLength(1);
  },
);

test('only a 422 of an operation with statuses speaks of the status, and only a deletion of what needs the resource', () => {
  for (const operation of operations) {
    const description = descriptionOf(operation, '422');
    const { operationId, method, resource } = operation;
    if (resource.states) expect(description, operationId).toContain('status of the resource');
    if (method === 'DELETE' && description !== '') expect(description, operationId).toContain('subscription');
    if (resource.action === 'create') expect(description, operationId).not.toContain('status of the resource');
  }
});
