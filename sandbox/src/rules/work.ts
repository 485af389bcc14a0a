/** The imports that all rules need: units of work, and the types of the contract. */

import type { JsonObject } from 'payment-gateway-contract/internal/util';
import type { OperationId, RegisterKey } from 'payment-gateway-contract/internal/values';
import { variants } from 'payment-gateway-contract/internal/values';
import type { components } from 'payment-gateway-contract/types';
import { countUse, type Stored, type Work } from '../state/index.js';

export type { OperationId } from 'payment-gateway-contract/internal/values';
export type { Cause, DueRule, Kind, Stored, Work } from '../state/index.js';
export { Refusal } from '../state/index.js';
/** The types of the contract, by schema name. */
export type Wire = components['schemas'];

/** Returns a stored value with the type of its schema. Only the rules write objects, so the type is right. */
export function valueAs<Name extends keyof Wire>(_schema: Name, stored: Stored): Wire[Name] {
  return stored.value as unknown as Wire[Name];
}

export const METHODS = ['credit_card', 'debit_card', 'pix', 'boleto'] as const;
export type Method = (typeof METHODS)[number];

/** A validated request. */
export interface RuleRequest {
  readonly operationId: string;
  /** The path parameters. */
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

/** A function that models a claim about the gateway, with the entry of the evidence register for that claim. */
export type Rule<Run> = Run & { readonly entry: RegisterKey };

/**
 * Returns the function with its register entry. `test/rules/register.test.ts` compares the entries of all rules with the register and with the
 * test names.
 */
export function rule<Run extends (...given: never) => unknown>(entry: RegisterKey, run: Run): Rule<Run> {
  // An entry with variants counts where the rule asks `work.use` for its variant.
  if (Object.hasOwn(variants, entry)) return Object.assign(run, { entry });
  const unbound = run as unknown as (...given: unknown[]) => unknown;
  const counted = (...given: unknown[]): unknown => {
    let result: unknown = true;
    try {
      result = unbound(...given);
      return result;
    } finally {
      // A rule that returns nothing has decided nothing, such as the rule for splits without a split.
      if (result !== undefined && result !== false) countUse(entry);
    }
  };
  return Object.assign(counted as unknown as Run, { entry });
}

/** Carries out an operation. Throws a `Refusal` for an invalid one. */
export type OperationHandler = (work: Work, request: RuleRequest) => Reply;

/** The rules of the operations in a file, registered by name: `export const rules = { updatePlan } satisfies OperationRules`. */
export type OperationRules = { readonly [Id in OperationId]?: Rule<OperationHandler> };
