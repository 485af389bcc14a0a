import { refuse, type WireResponse } from 'payment-gateway-core/access';
import { entryKey, evidenceTexts, type Operation } from 'payment-gateway-core/contract';
import { isObject, memoize } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { type OperationId, type Reply, rules } from '../../rules/index.js';
import { orRefusal, Refusal, type Run } from '../../state/index.js';
import { variedAnswer } from '../../variants/index.js';
import { compose, type PipelineStep, type UnitStep } from '../compose.js';
import type { Context } from '../context.js';

interface UnitOfWorkParts {
  readonly run: Run;
  readonly publicUrlAt: (host: string | undefined) => string | undefined;
}

/** Runs the given steps as one unit of work on the account: with its clock and its assumptions, and one commit at the end. */
export function unitOfWork({ run, publicUrlAt }: UnitOfWorkParts, steps: readonly UnitStep[]): PipelineStep {
  const respond = compose(steps);
  return (context) => {
    const { account, started: at, host } = context;
    const options = { at, publicUrl: publicUrlAt(host), counted: true };
    return orRefusal(() => run(account, (unit) => respond(context.begin(unit)), options));
  };
}

/** Carries the request out by the rule of its operation. A refusal undoes what the rule changed, and keeps what earlier steps changed. */
export const rule =
  (refuseWarnings: boolean): UnitStep =>
  (context) => {
    const result = context.unit.attempt(() => carryOut(context, refuseWarnings));
    const answer = 'value' in result ? { headers: {}, ...result.value } : refusalOf(result.error);
    const response = variedAnswer(context.assumed, answer, context.operation);
    return { ...response, warnings: [...context.warnings, ...(response.warnings ?? [])] };
  };

function carryOut({ operation, params, query, value, unit }: Context, refuseWarnings: boolean): Reply {
  const { operationId } = operation;
  for (const entry of entriesOf(operation)) unit.use(entry);
  const body = isObject(value) ? value : undefined;
  // The contract belongs to the package, and the compiler ties the rules to its operations.
  const reply = rules[operationId as OperationId](unit, { operationId, params, query, body });
  if (refuseWarnings && reply.warnings?.length) throw new Refusal(400, reply.warnings);
  return reply;
}

/** Returns the response for a refusal. Throws any other error, which only a bug causes. */
function refusalOf(error: unknown): WireResponse {
  if (error instanceof Refusal) return refuse(error.status, error.errors);
  throw error;
}

/** Returns the entries that the contract names for the method and the path of an operation. */
const entriesOf = memoize((operation: Operation): readonly RegisterKey[] =>
  // Lint refuses a reference to no entry.
  evidenceTexts(operation.definition['x-evidence']).flatMap((evidence) => (entryKey(evidence) as RegisterKey) ?? []),
);
