import type { RegisterKey } from '../../../generated/register-keys.js';
import type { Operation } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import { packageFile } from '../../contract/package-files.js';
import type { Intent } from '../rules/rule.js';
import { costOf, isAmount, REACHES, type Reach, reachOf } from './reach.js';

export const FLOWS_FILE = packageFile('verify.arazzo.yaml');

/** A request of a flow. */
export interface Step {
  readonly stepId: string;
  readonly operation: Operation;
  /** The body in the flow, with its expressions. */
  readonly body: unknown;
  readonly reach: Reach;
  /** The entries of the register that the step can settle. */
  readonly settles: readonly RegisterKey[];
  readonly intent: Intent;
}

export interface Flow {
  readonly workflowId: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  /** The permissions that its steps need. */
  readonly reaches: readonly Reach[];
  /** Whether the flow registers a URL for events. */
  readonly needsReceiver: boolean;
  /** The most that the flow may charge, in centavos. */
  readonly cost: number;
}

/** Reads the flows from their parsed file. Throws if a step names an operation that the contract lacks. */
export function readFlows(document: unknown, operations: readonly Operation[]): Flow[] {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return listAt(document, 'workflows')
    .filter(isObject)
    .map((workflow) => readFlow(workflow, byId));
}

function readFlow(workflow: JsonObject, byId: ReadonlyMap<string, Operation>): Flow {
  const workflowId = stringAt(workflow, 'workflowId') ?? '';
  const steps = listAt(workflow, 'steps').map((step): Step => {
    const stepId = stringAt(step, 'stepId') ?? '';
    const operation = byId.get(stringAt(step, 'operationId') ?? '');
    if (!operation) throw new Error(`${workflowId}.${stepId}: names no operation of the contract`);
    const body = objectAt(step, 'requestBody').payload;
    return {
      stepId,
      operation,
      body,
      reach: reachOf(operation, body),
      settles: keysAt(step, 'x-settles'),
      intent: intentOf(step),
    };
  });
  return {
    workflowId,
    summary: stringAt(workflow, 'summary') ?? workflowId,
    steps,
    reaches: REACHES.filter((reach) => steps.some((step) => step.reach === reach)),
    needsReceiver: workflow['x-needs-receiver'] === true,
    cost: steps.reduce((sum, { operation, body }) => sum + (costOf(operation, body, amountsOf(steps)) ?? 0), 0),
  };
}

/** Returns the amounts that later steps depend on: the highest price and the lowest authorization. */
function amountsOf(steps: readonly Step[]) {
  const amounts = (operationId: string) =>
    steps
      .filter(({ operation }) => operation.operationId === operationId)
      .flatMap(({ body }) => (isObject(body) && isAmount(body.amount) ? [body.amount] : []));
  return {
    price: () => Math.max(0, ...amounts('createPrice')),
    authorized: () => Math.min(...amounts('createTransaction')),
  };
}

function intentOf(step: unknown): Intent {
  const expects = listAt(step, 'x-expects').filter((status) => typeof status === 'number');
  return {
    withoutToken: objectAt({ step }, 'step')['x-without-token'] === true || undefined,
    ...(expects.length > 0 ? { expects, settles: keysAt(step, 'x-settles') } : {}),
    leftOut: stringAt(step, 'x-left-out'),
    part: stringAt(step, 'x-part'),
    accepted: keysAt(step, 'x-accepted'),
  };
}

/** Returns register keys. The lint of the flows checks that they exist. */
function keysAt(value: unknown, name: string): RegisterKey[] {
  return listAt(value, name).filter((key): key is RegisterKey => typeof key === 'string');
}

/**
 * Returns the flows that the options permit: every step is permitted, and the flow has a receiver if it needs one. If a flow charges
 * a card, the PIX flow comes first to check the unit of amounts.
 */
export function selectFlows(
  flows: readonly Flow[],
  options: {
    allow: ReadonlySet<Reach>;
    entry: string | undefined;
    hasReceiver: boolean;
    isDone: (flow: Flow) => boolean;
  },
): Flow[] {
  const { allow, entry, hasReceiver, isDone } = options;
  const permitted = flows.filter(
    ({ reaches, needsReceiver }) =>
      reaches.every((reach) => reach === 'read' || allow.has(reach)) && (hasReceiver || !needsReceiver),
  );
  const concerns = ({ settles }: Step) => entry === undefined || settles.some((key) => key === entry);
  const chosen = permitted.filter((flow) => !isDone(flow) && flow.steps.some(concerns));
  if (!chosen.some(({ cost }) => cost > 0)) return chosen;
  const isUnit = ({ workflowId }: Flow) => workflowId === UNIT_FLOW;
  return [...permitted.filter(isUnit), ...chosen.filter((flow) => !isUnit(flow))];
}

/** The flow that creates a PIX. Its code states the amount in reais, which shows the unit of `amount`. */
const UNIT_FLOW = 'pix';
