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
  readonly settles: readonly string[];
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
      settles: textsAt(step, 'x-settles'),
      intent: intentOf(step),
    };
  });
  return {
    workflowId,
    summary: stringAt(workflow, 'summary') ?? workflowId,
    steps,
    reaches: REACHES.filter((reach) => steps.some((step) => step.reach === reach)),
    needsReceiver: workflow['x-needs-receiver'] === true,
    cost: steps.reduce(
      (sum, { operation, body }) => sum + (costOf(operation, body, () => highestPrice(steps)) ?? 0),
      0,
    ),
  };
}

/** A subscription is to a price of its own flow. */
function highestPrice(steps: readonly Step[]): number {
  const prices = steps.filter(({ operation }) => operation.operationId === 'createPrice');
  return Math.max(0, ...prices.map(({ body }) => (isObject(body) && isAmount(body.amount) ? body.amount : 0)));
}

function intentOf(step: unknown): Intent {
  const expects = listAt(step, 'x-expects').filter((status) => typeof status === 'number');
  const leftOut = stringAt(step, 'x-left-out');
  const part = stringAt(step, 'x-part');
  return {
    ...(isObject(step) && step['x-without-token'] === true ? { withoutToken: true } : {}),
    ...(expects.length > 0 ? { expects, settles: textsAt(step, 'x-settles') } : {}),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(part === undefined ? {} : { part }),
  };
}

export function textsAt(value: unknown, key: string): string[] {
  return listAt(value, key).filter((text) => typeof text === 'string');
}

/** What is run with these permissions: every flow of which all steps are permitted, and that has the receiver it needs. */
export function selectFlows(
  flows: readonly Flow[],
  { allow, entry, hasReceiver }: { allow: ReadonlySet<Reach>; entry?: string | undefined; hasReceiver: boolean },
): Flow[] {
  return flows.filter(
    ({ reaches, steps, needsReceiver }) =>
      reaches.every((reach) => reach === 'read' || allow.has(reach)) &&
      (hasReceiver || !needsReceiver) &&
      (entry === undefined || steps.some(({ settles }) => settles.includes(entry))),
  );
}
