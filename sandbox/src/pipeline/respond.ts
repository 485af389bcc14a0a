import type { WireResponse } from 'payment-gateway-core/access';
import type { Operation } from 'payment-gateway-core/contract';
import { entryKey, evidenceTexts } from 'payment-gateway-core/contract';
import { isObject, memoize } from 'payment-gateway-core/util';
import type { Assumed, RegisterKey } from 'payment-gateway-core/values';
import { type OperationHandler, type OperationId, type RuleRequest, rules } from '../rules/index.js';
import type { MatchedRequest } from '../server/index.js';
import { orRefusal, Refusal, type Run, type Unit } from '../state/index.js';

export interface RespondOptions {
  readonly run: Run;
  accountOf(headers: Record<string, string>): string;
  /** Returns where browsers reach the pages of the sandbox, by the host of a request. */
  publicUrlAt(host: string | undefined): string | undefined;
  /** Refuses a request whose rule warns about it, with 400 and before anything is committed. */
  readonly refuseWarnings: boolean;
  /** Returns the example that a `Prefer` header asks for, independent of the state. */
  preferred(matched: MatchedRequest): WireResponse;
}

/** Returns responses from the state. Each request is one unit of work with the rule of its operation. */
export function createRespond({ run, accountOf, publicUrlAt, refuseWarnings, preferred }: RespondOptions) {
  /** @param onAssumed called with the assumptions of the account in the unit that carries the request out */
  return async (matched: MatchedRequest, onAssumed?: (assumed: Assumed) => void): Promise<WireResponse> => {
    if (matched.preference !== undefined) return preferred(matched);
    const { operation, params, query, headers, host, body, started } = matched;
    // The contract belongs to the package, and the compiler ties the rules to its operations.
    const rule: OperationHandler = (work, request) => {
      for (const entry of entriesOf(operation)) work.use(entry);
      const reply = rules[operation.operationId as OperationId](work, request);
      if (refuseWarnings && reply.warnings?.length) throw new Refusal(400, reply.warnings);
      return reply;
    };
    const request: RuleRequest = {
      operationId: operation.operationId,
      params,
      query,
      body: isObject(body) ? body : undefined,
    };
    const account = accountOf(headers);
    const answer = (unit: Unit): WireResponse => {
      onAssumed?.(unit.assumed);
      return { headers: {}, ...rule(unit, request) };
    };
    // The rule sees the time that the body was checked with.
    const given = { at: started, publicUrl: publicUrlAt(host), counted: true };
    return orRefusal(() => run(account, answer, given));
  };
}

/** Returns the entries that the contract names for the method and the path of an operation. */
const entriesOf = memoize((operation: Operation): readonly RegisterKey[] =>
  // Lint refuses a reference to no entry.
  evidenceTexts(operation.definition['x-evidence']).flatMap((evidence) => (entryKey(evidence) as RegisterKey) ?? []),
);
