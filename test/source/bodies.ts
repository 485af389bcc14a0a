/** The bodies of the contract that the tables of the source document describe. */
import { contractOf } from '../../core/src/contract/contract.js';
import { readContract } from '../../core/src/contract/document.js';
import type { PlacedField, PlacedSchema } from '../../core/src/contract/evidence-at-place.js';
import { success, type Table } from './document.ts';

export const contract = contractOf(readContract());

/** Returns the body that a table describes. `form` is the value of the discriminator. Throws where the contract has no such body. */
export function bodyOf({ operationId, direction, form }: Table): PlacedSchema {
  const operation = contract.operations.find((one) => one.operationId === operationId);
  const { body, responses } = (operation && contract.placedOf(operation)) ?? {};
  const whole = direction === 'request' ? body : responses?.get(success)?.body;
  const target = form && whole?.target.discriminator?.mapping?.[form];
  const found = form === undefined ? whole : whole?.forms().find(({ written }) => written.$ref === target);
  if (!found) throw new Error(`${operationId} has no ${direction} ${form ?? ''}`);
  return found;
}

/** Returns the schema itself, and each form of it. */
export function withForms(schema: PlacedSchema): PlacedSchema[] {
  return [schema, ...schema.forms().flatMap(withForms)];
}

/** Returns a field (`customer.documents[].number`) in each form that has it. */
export function fieldAt(body: PlacedSchema, path: string): (PlacedSchema & Partial<Pick<PlacedField, 'required'>>)[] {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce<PlacedSchema[]>(
    (places, step) =>
      places
        .flatMap(withForms)
        .flatMap((place) => (step === '[]' ? (place.items() ?? []) : (place.fields().get(step) ?? []))),
    [body],
  );
}
