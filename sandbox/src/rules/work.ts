/** The imports that all rules need: units of work, and the types of the contract. */

import type { components } from 'payment-gateway-contract/types';
import type { JsonObject } from 'payment-gateway-core/util';
import type { OperationId } from 'payment-gateway-core/values';
import type { Stored, Work } from '../state/index.js';

export type { OperationId } from 'payment-gateway-core/values';
export type { Cause, DueRule, Kind, Stored, Work } from '../state/index.js';
export { Refusal } from '../state/index.js';
/** The types of the contract, by schema name. */
export type Wire = components['schemas'];

/** Returns a stored value with the type of its schema. Only the rules write objects, so the type is right. */
export function valueAs<Name extends keyof Wire>(_schema: Name, stored: Stored): Wire[Name] {
  return stored.value as unknown as Wire[Name];
}

export const PAYMENT_METHODS = ['credit_card', 'debit_card', 'pix', 'boleto'] as const;
export type Method = (typeof PAYMENT_METHODS)[number];

/** A validated request. */
export interface RuleRequest {
  readonly operationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: JsonObject | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** Sentences about a request that is valid but probably a mistake. */
  readonly warnings?: readonly string[];
}

/**
 * Carries out an operation. Throws a `Refusal` for an invalid one. It calls `work.use` with each entry of the register where that entry decides;
 * `test/rules/register.test.ts` compares these entries with the register.
 */
export type OperationHandler = (work: Work, request: RuleRequest) => Reply;

/** The rules of the operations in a file, registered by name: `export const rules = { updatePlan } satisfies OperationRules`. */
export type OperationRules = { readonly [Id in OperationId]?: OperationHandler };
