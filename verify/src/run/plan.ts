import { contractOf, entryKey, evidenceTexts, type Operation, readContract } from 'payment-gateway-core/contract';
import { isObject } from 'payment-gateway-core/util';
import type { Intent } from '../checks/index.js';
import { FLOWS, type Flow, NO_CARD, type SendStep, type StepRequest } from '../flows/index.js';
import { costOf, isAmount, REACHES, type Reach, reachOf } from './reach.js';

/** A request that a flow would send. */
export interface PlannedStep {
  /** The flow and the operation, with a number if the flow repeats the operation: `card.refundTransaction-2`. */
  readonly name: string;
  readonly operation: Operation;
  readonly body: unknown;
  readonly reach: Reach;
  /** The most that the request may charge, in centavos. */
  readonly cost: number;
  readonly intent: Intent;
}

/** A flow with everything that it would send. */
export interface PlannedFlow extends Flow {
  readonly steps: readonly PlannedStep[];
  /** The entries that its responses can confirm or refute. */
  readonly settles: ReadonlySet<string>;
  readonly reaches: readonly Reach[];
  /** The most that the flow may charge, in centavos. */
  readonly cost: number;
}

/** The requests and charges that a run would make. */
export interface Plan {
  readonly flows: readonly (Pick<PlannedFlow, 'name' | 'summary' | 'reaches'> & { readonly requests: number })[];
  readonly requests: Readonly<Record<Reach, number>>;
  /** The most that the run charges to the card, in centavos. */
  readonly highestAmount: number;
  readonly createdFile: string | undefined;
}

/** Runs flows without a server, and returns them with the requests that they would send. */
export function planFlows(flows: readonly Flow[] = FLOWS): Promise<PlannedFlow[]> {
  return Promise.all(flows.map(planFlow));
}

async function planFlow(flow: Flow): Promise<PlannedFlow> {
  const sent: Omit<PlannedStep, 'cost'>[] = [];
  const settles = new Set<string>();
  const settle = (...keys: readonly (string | undefined)[]) => {
    for (const key of keys) if (key !== undefined) settles.add(key);
  };
  const record = async (operationId: string, request: StepRequest): Promise<never> => {
    const operation = contractOf(readContract()).operation(operationId);
    if (!operation) throw new Error(`${flow.name}: the contract has no operation ${operationId}`);
    const { path: _, query: __, body, ...given } = request;
    const intent = intentOf(given);
    const { definition, uses } = operation;
    const evidence = [definition['x-evidence'], intent.withoutToken && uses.security].flatMap(evidenceTexts);
    settle(intent.entry, ...(intent.accepted ?? []), ...evidence.map(entryKey));
    const repeated = sent.filter((step) => step.operation === operation).length;
    const name = `${flow.name}.${operationId}${repeated > 0 ? `-${repeated + 1}` : ''}`;
    sent.push({ name, operation, body, reach: reachOf(operation, body), intent });
    return PLACEHOLDER;
  };
  const address = () => 'https://receiver.invalid';
  await flow.send({ send: record as SendStep, settles: settle, card: NO_CARD, now: Date.now, mark: '', address });
  const amounts = amountsOf(sent);
  const steps = sent.map((step) => ({ ...step, cost: costOf(step.operation, step.body, amounts) ?? 0 }));
  return {
    ...flow,
    ...{ steps, settles },
    reaches: REACHES.filter((reach) => steps.some((step) => step.reach === reach)),
    cost: steps.reduce((sum, { cost }) => sum + cost, 0),
  };
}

/** Stands for a response in a dry run: it has every field, and each field is such a value. */
const PLACEHOLDER = new Proxy(() => {}, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => 1 : PLACEHOLDER),
}) as never;

/** Returns the purpose of a request. One that omits a required field is about `requiredness`, unless the flow says otherwise. */
function intentOf(given: Intent): Intent {
  return given.leftOut === undefined ? given : { entry: 'requiredness', expects: [400, 422], ...given };
}

/** Returns the amounts that later steps depend on: the highest price and the lowest authorization. */
function amountsOf(steps: readonly Pick<PlannedStep, 'operation' | 'body'>[]) {
  const amounts = (operationId: string) =>
    steps
      .filter(({ operation }) => operation.operationId === operationId)
      .flatMap(({ body }) => (isObject(body) && isAmount(body.amount) ? [body.amount] : []));
  return {
    price: () => Math.max(0, ...amounts('createPrice')),
    authorized: () => Math.min(...amounts('createTransaction')),
  };
}

/**
 * Returns the flows that the options permit: every step is permitted, and the flow has a receiver if it needs one. If a flow charges
 * a card, the Pix flow is among them, to check the unit of amounts. `done` has the names of flows that an earlier run finished.
 */
export function selectFlows(
  flows: readonly PlannedFlow[],
  allow: ReadonlySet<Reach>,
  { entry, receiver }: { readonly entry?: string | undefined; readonly receiver?: object | undefined },
  done: readonly string[],
): PlannedFlow[] {
  const permitted = flows.filter(
    ({ reaches, needsReceiver }) =>
      reaches.every((reach) => reach === 'read' || allow.has(reach)) && (receiver !== undefined || !needsReceiver),
  );
  const chosen = permitted.filter(
    ({ name, settles }) => !done.includes(name) && (entry === undefined || settles.has(entry)),
  );
  const charges = chosen.some(({ cost }) => cost > 0);
  return permitted.filter((flow) => chosen.includes(flow) || (charges && flow.name === UNIT_FLOW));
}

/** The flow that creates a Pix, before all flows that charge. Its code states the amount in reais, which shows the unit. */
const UNIT_FLOW = 'pix';

export function planOf(flows: readonly PlannedFlow[], createdFile: string | undefined): Plan {
  const steps = flows.flatMap((flow) => flow.steps);
  const requests = REACHES.map((reach) => [reach, steps.filter((step) => step.reach === reach).length]);
  return {
    flows: flows.map(({ name, summary, reaches, steps }) => ({ name, summary, reaches, requests: steps.length })),
    requests: Object.fromEntries(requests) as Record<Reach, number>, // has a key for each of REACHES
    highestAmount: flows.reduce((sum, { cost }) => sum + cost, 0),
    createdFile,
  };
}
