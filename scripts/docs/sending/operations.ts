import { contractOf } from '../../../core/src/contract/contract.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { successOf } from '../../../core/src/contract/operation.ts';
import { requestsOf } from '../samples/request.ts';
import type { SendOperation } from './plan.ts';

/** Returns the facts about each operation that "Send" needs. */
export function sendOperations(contract: OpenApi): SendOperation[] {
  return contractOf(contract).operations.map((operation) => {
    const { operationId, method, path, resource } = operation;
    const { type, parent, action, states } = resource;
    const responses = successOf(operation).response?.examples;
    const examples = [...requestsOf(contract, operation)].map(([name, { body }]) => {
      const { status: outcome } = (responses?.get(name)?.value ?? {}) as { status?: string };
      return [name, { body, ...(outcome && { outcome }) }] as const;
    });
    // A filter by the reference of an example finds nothing: pages are what a reader wants to see.
    const query = operation.parameters.filter(({ in: place, name }) => place === 'query' && name !== 'reference_key');
    return {
      operationId,
      method,
      path,
      ...(type && { type }),
      ...(parent && { parent }),
      ...(action && { action }),
      ...(states && { states }),
      examples: Object.fromEntries(examples),
      query: Object.fromEntries(query.map(({ name, definition }) => [name, String(definition.example)])),
    };
  });
}
