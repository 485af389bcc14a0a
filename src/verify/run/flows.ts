import type { RegisterKey } from '../../../generated/register-keys.js';
import type { Operation } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import { packageFile } from '../../contract/package-files.js';
import type { Intent } from '../rules/rule.js';
import { costOf, isAmount, REACHES, type Reach, reachOf } from './reach.js';

export const FLOWS_FILE = packageFile('verify.arazzo.yaml');

/** One request of a flow. */
export interface Step {
  readonly stepId: string;
  readonly operation: Operation;
  /** The body as the flow writes it, with expressions in it. */
  readonly body: unknown;
  readonly reach: Reach;
  /** The entries of the register that it says something of. */
  readonly settles: readonly RegisterKey[];
  readonly intent: Intent;
}

export interface Flow {
  readonly workflowId: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  /** Everything that its steps need to be permitted. */
  readonly reaches: readonly Reach[];
  /** Whether it registers an address to which events are sent. */
  readonly needsReceiver: boolean;
  /** The most that it may cost, in centavos. */
  readonly cost: number;
}

/** Reads the flows from their parsed file. Throws when a step names no operation of the contract. */
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
    if (!operation) throw new Error(`${workflowId}.${stepId} of the flows names no operation of the contract`);
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

/** The amounts on which later steps of a flow depend: the highest price, and the lowest authorization. */
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
  const leftOut = stringAt(step, 'x-left-out');
  const part = stringAt(step, 'x-part');
  const accepted = keysAt(step, 'x-accepted');
  return {
    ...(isObject(step) && step['x-without-token'] === true ? { withoutToken: true } : {}),
    ...(expects.length > 0 ? { expects, settles: keysAt(step, 'x-settles') } : {}),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(part === undefined ? {} : { part }),
    ...(accepted.length > 0 ? { accepted } : {}),
  };
}

/** The lint of the flows checks that these are entries of the register. */
function keysAt(value: unknown, name: string): RegisterKey[] {
  return listAt(value, name).filter((key): key is RegisterKey => typeof key === 'string');
}

/**
 * Returns the flows that the permissions allow: all of their steps are permitted, and they have the receiver that they need. A flow that
 * charges a card comes with the PIX that shows the unit of amounts first.
 */
export function selectFlows(
  flows: readonly Flow[],
  {
    allow,
    entry,
    hasReceiver,
    isDone = () => false,
  }: {
    allow: ReadonlySet<Reach>;
    entry?: string | undefined;
    hasReceiver: boolean;
    isDone?: (flow: Flow) => boolean;
  },
): Flow[] {
  const permitted = flows.filter(
    ({ reaches, needsReceiver }) =>
      reaches.every((reach) => reach === 'read' || allow.has(reach)) && (hasReceiver || !needsReceiver),
  );
  const chosen = permitted.filter(
    (flow) =>
      !isDone(flow) && (entry === undefined || flow.steps.some(({ settles }) => settles.some((key) => key === entry))),
  );
  const unit = permitted.filter(({ workflowId }) => workflowId === UNIT_FLOW);
  if (!chosen.some(({ cost }) => cost > 0)) return chosen;
  return [...unit, ...chosen.filter(({ workflowId }) => workflowId !== UNIT_FLOW)];
}

/** The PIX whose code carries the amount in reais. */
const UNIT_FLOW = 'pix';
