import type { Operation } from 'payment-gateway-core/contract';
import { isObject } from 'payment-gateway-core/util';
import { type Reach, type Resource, resources } from 'payment-gateway-core/values';

export type { Reach };

/** The effects that a request can have, least first. Each one except `read` needs the permission with its name. */
export const REACHES = ['read', 'write', 'charge', 'money', 'configure'] as const satisfies readonly Reach[];

export type Permission = Exclude<Reach, 'read'>;
export const PERMISSIONS: readonly Permission[] = ['write', 'charge', 'money', 'configure'];

const declared: Readonly<Record<string, Resource | undefined>> = resources;

/** Returns the effect of a request, judged only by its operation and body, as `x-resource` declares it. */
export function reachOf({ operationId }: Operation, body: unknown): Reach {
  const { reach, reach_when = [] } = resourceOf(operationId);
  const fields = isObject(body) ? body : {};
  const has = (name: string) => fields[name] !== undefined;
  const other = reach_when.find(
    ({ values = {}, with: present, without = [] }) =>
      Object.entries(values).every(([name, some]) => some.some((value) => value === fields[name])) &&
      (present === undefined || present.some(has)) &&
      !without.some(has),
  );
  return other?.reach ?? reach;
}

/** Returns whether an operation changes the money of an object that exists: a capture, a refund. */
export function movesMoney(operationId: string): boolean {
  const { action, reach } = resourceOf(operationId);
  return action === 'act' && reach === 'money';
}

/**
 * Returns the most that a request can charge to the card, in centavos: the amount of a card charge, the price of a subscription, or
 * the part of a capture beyond the authorization. Pix codes and boletos are free until a buyer pays them. Undefined if unknown.
 */
export function costOf(
  operation: Operation,
  body: unknown,
  known: { price(id: unknown): number | undefined; authorized(): number | undefined },
): number | undefined {
  if (reachOf(operation, body) !== 'money') return 0;
  const { amount, price_id: price } = isObject(body) ? body : {};
  switch (resourceOf(operation.operationId).charges) {
    case 'nothing':
      return 0;
    case 'price':
      return known.price(price);
    case 'beyond_authorization':
      return isAmount(amount) ? Math.max(0, amount - (known.authorized() ?? 0)) : 0;
    default:
      return isAmount(amount) ? amount : undefined;
  }
}

function resourceOf(operationId: string): Resource {
  const resource = declared[operationId];
  if (!resource)
    throw new Error(
      `The contract does not say what ${operationId} can do: add it to \`x-resources\` in evidence.yaml.`,
    );
  return resource;
}

export function isAmount(amount: unknown): amount is number {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
}
