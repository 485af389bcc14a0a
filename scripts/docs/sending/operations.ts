import { successOf } from '../../../src/contract/operation.ts';
import { examplesOf, operationsOf, parametersOf } from '../../contract/places.ts';
import type { Contract } from '../../contract/types.ts';
import { requestsOf } from '../samples/request.ts';
import type { SendOperation } from './plan.ts';

/** Returns what "Send" needs to know about each operation. */
export function sendOperations(contract: Contract): SendOperation[] {
  return operationsOf(contract).map((place) => {
    const { operation, method, path } = place;
    const { type, parent, action, states } = operation['x-resource'] ?? {};
    const responses = examplesOf(successOf(place.model).response);
    const examples = [...requestsOf(contract, place)].map(([name, { body }]) => {
      const { status: outcome } = (responses[name]?.value ?? {}) as { status?: string };
      return [name, { body, ...(outcome && { outcome }) }] as const;
    });
    // A filter by the reference of an example finds nothing: pages are what a reader wants to see.
    const query = parametersOf(place).filter(({ in: kind, name }) => kind === 'query' && name !== 'reference_key');
    return {
      operationId: operation.operationId ?? path,
      method,
      path,
      ...(type && { type }),
      ...(parent && { parent }),
      ...(action && { action }),
      ...(states && { states }),
      examples: Object.fromEntries(examples),
      query: Object.fromEntries(query.map(({ name, example }) => [name, String(example)])),
    };
  });
}
