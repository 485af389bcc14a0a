import { randomUUID } from 'node:crypto';
import { DAY } from '../../codes/days.js';
import { readContract, readOperations } from '../../contract/contract.js';
import { type Exchange, OversizedBody } from '../exchange.js';
import { createJudge, type Judge } from '../judge/judge.js';
import { createOriginWatch } from '../origin.js';
import { loadAjv } from '../peers.js';
import { createReport, type Report } from '../report/report.js';
import { checkAddress, RunError } from './address.js';
import { removeCreated } from './clean-up.js';
import { beginCreated } from './created.js';
import { type Engine, loadEngine } from './engine.js';
import { FLOWS_FILE, type Flow, readFlows, type Step, selectFlows } from './flows.js';
import { createGuard, type Guard, RefusedRequest } from './guard.js';
import { type Permission, REACHES, type Reach } from './reach.js';
import { type Receiver, startReceiver } from './receiver.js';

/** A card of the merchant's own, or a test card of the server. */
export interface RunCard {
  readonly card_number: string;
  readonly card_holder_name: string;
  /** `MMYY` */
  readonly card_expiration_date: string;
  readonly card_cvv: string;
}

export interface RunOptions {
  /** Without a trailing slash. https, or http to this machine. */
  readonly baseUrl: string;
  readonly token: string;
  /** What may be done beside reading. Nothing by default. */
  readonly allow?: readonly Permission[];
  /** The most that the whole run may charge to the card, in centavos. Needed with `money`. */
  readonly maxAmount?: number;
  readonly card?: RunCard;
  /** Only flows that say something of this entry. */
  readonly entry?: string;
  /** The address under which the server reaches this machine's port, for events. */
  readonly receiver?: { readonly url: string; readonly port: number };
  /** Where what was created is noted. */
  readonly createdFile?: string;
  /** Asked before a run that writes; nothing is sent when it resolves to false. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds to wait for a response (30,000), between two requests (100), and for events (15,000). */
  readonly timeoutMs?: number;
  readonly pauseMs?: number;
  readonly eventsMs?: number;
}

/** What a run would do. */
export interface Plan {
  readonly flows: readonly {
    readonly workflowId: string;
    readonly summary: string;
    readonly reaches: readonly Reach[];
    readonly requests: number;
  }[];
  /** Requests by how far they reach. */
  readonly requests: Readonly<Record<Reach, number>>;
  /** The most that it charges to the card, in centavos. */
  readonly highestAmount: number;
  readonly createdFile: string | undefined;
}

/** Placeholders, so that the engine never sees a secret: they are replaced when a request is sent. */
const TOKEN = 'token-of-the-run';
const CARD: RunCard = {
  card_number: '0000000000000000',
  card_holder_name: 'card-holder-of-the-run',
  card_expiration_date: 'expiry-of-the-run',
  card_cvv: 'code-of-the-run',
};

/**
 * Sends the flows that are permitted to a server, and says what they show. Reads only, unless more is allowed. Needs the optional peers
 * `@redocly/respect-core`, `@redocly/openapi-core` and `ajv`. Throws `RunError` before anything is sent when it may not run.
 */
export async function verifyServer(options: RunOptions): Promise<Report> {
  const allow: ReadonlySet<Reach> = new Set<Reach>(options.allow);
  checkOptions(options, allow);
  const document = readContract();
  const operations = readOperations(document);
  const Ajv2020 = await loadAjv();
  using engine = await loadEngine(FLOWS_FILE, document);
  const flows = selectFlows(readFlows(engine.flows, operations), {
    allow,
    entry: options.entry,
    hasReceiver: options.receiver !== undefined,
  });
  if (flows.length === 0)
    throw new RunError(`no flow says anything of ${options.entry ?? 'the register'} with these permissions`);
  const writes = flows.some(({ reaches }) => reaches.some((reach) => reach !== 'read'));
  const run = randomUUID().slice(0, 8);
  const file = writes ? (options.createdFile ?? `payment-gateway-verify-${run}.created.jsonl`) : undefined;
  const plan = planOf(flows, file);
  if (plan.highestAmount > (options.maxAmount ?? 0)) {
    throw new RunError(
      `the run may charge ${plan.highestAmount} centavos, which is more than the ${options.maxAmount ?? 0} of --max-amount`,
    );
  }
  if (writes && !(await options.confirm(plan))) throw new RunError('not confirmed; nothing was sent');

  const created = file === undefined ? undefined : beginCreated(file, options.baseUrl);
  const receiver = options.receiver ? await startReceiver(options.receiver.port) : undefined;
  const judge = createJudge(Ajv2020, document);
  const origin = createOriginWatch(document);
  const notes: string[] = [];
  const guard = createGuard({
    fetch: options.fetch ?? globalThis.fetch,
    baseUrl: options.baseUrl,
    operations,
    allow,
    maxAmount: options.maxAmount ?? 0,
    created,
    secrets: secretsOf(options),
    timeoutMs: options.timeoutMs ?? 30_000,
    pauseMs: options.pauseMs ?? 100,
  });
  try {
    await runFlows({ flows, engine, guard, judge, origin, notes, inputs: inputsOf(run, allow, options), options });
    if (receiver) await receiver.settled((options.eventsMs ?? 15_000) / 3, options.eventsMs ?? 15_000);
    if (created) await removeCreated(created, options.baseUrl, TOKEN, guard);
    judgeDeliveries(receiver, judge);
    const left = created?.left() ?? [];
    if (file !== undefined && left.length > 0)
      notes.push(`What was left behind is listed in ${file}; --clean-up ${file} tries again.`);
    return createReport(judge.finish(), judge.contract, {
      mode: 'run',
      circular: origin.circular,
      notes,
      leftBehind: left,
      secrets: [...secretsOf(options).values()],
      ...(options.entry === undefined ? {} : { entries: [options.entry] }),
    });
  } finally {
    created?.close();
    await receiver?.close();
  }
}

interface FlowsRun {
  readonly flows: readonly Flow[];
  readonly engine: Engine;
  readonly guard: Guard;
  readonly judge: Judge;
  readonly origin: { watch(exchange: Exchange): void };
  readonly notes: string[];
  readonly inputs: object;
  readonly options: RunOptions;
}

async function runFlows({ flows, engine, guard, judge, origin, notes, inputs, options }: FlowsRun): Promise<void> {
  const steps = new Map<string, Step>(
    flows.flatMap((flow) => flow.steps.map((step) => [`${flow.workflowId}.${step.stepId}`, step] as const)),
  );
  const reached = new Set<string>();
  const fetch = async (name: string, url: string, init: RequestInit): Promise<Response> => {
    const step = steps.get(name);
    try {
      if (!step) throw new RefusedRequest('no flow has such a step');
      if (reached.has(name)) throw new RefusedRequest('it was sent before');
      reached.add(name);
      const headers = Object.fromEntries(new Headers(init.headers));
      if (init.method !== step.operation.method) throw new RefusedRequest('the request is not that of the step');
      if (step.intent.withoutToken) delete headers.authorization;
      const body = typeof init.body === 'string' ? init.body : undefined;
      const exchange = await guard(step.operation.method, url, headers, body);
      judge.judge(exchange, step.intent);
      origin.watch(exchange);
      const { status, body: returned } = exchange.response;
      // The engine reads bodies of a status that may have none, too.
      return new Response(status === 204 || status === 304 ? null : JSON.stringify(returned ?? {}), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    } catch (error) {
      const why =
        error instanceof RefusedRequest
          ? `was not sent: ${error.message}`
          : error instanceof OversizedBody
            ? `was not judged: ${error.message}`
            : `got no response (${error instanceof Error ? error.name : 'error'})`;
      notes.push(`${name} ${why}.`);
      throw error;
    }
  };
  const workflowIds = flows.map(({ workflowId }) => workflowId);
  await engine.run({ workflowIds, baseUrl: options.baseUrl, inputs, timeoutMs: options.timeoutMs ?? 30_000, fetch });
  for (const [name] of steps) {
    if (!reached.has(name)) notes.push(`${name} was not sent: an earlier response did not hold what it needs.`);
  }
}

function judgeDeliveries(receiver: Receiver | undefined, judge: Judge): void {
  for (const delivery of receiver?.deliveries ?? []) judge.judge(delivery);
}

function checkOptions({ baseUrl, token, maxAmount, card, receiver }: RunOptions, allow: ReadonlySet<Reach>): void {
  checkAddress(baseUrl, token);
  if (allow.has('money') && !(Number.isSafeInteger(maxAmount) && (maxAmount ?? 0) > 0))
    throw new RunError('--allow money needs --max-amount, in centavos');
  if (allow.has('money') && !card)
    throw new RunError('--allow money needs a card: GATEWAY_CARD, or the second line of standard input');
  if (receiver && !/^https?:\/\//.test(receiver.url))
    throw new RunError('the receiver must be an address that begins with http:// or https://');
}

function planOf(flows: readonly Flow[], createdFile: string | undefined): Plan {
  const steps = flows.flatMap((flow) => flow.steps);
  const requests = Object.fromEntries(
    REACHES.map((reach) => [reach, steps.filter((step) => step.reach === reach).length]),
  );
  return {
    flows: flows.map(({ workflowId, summary, reaches, steps: { length } }) => ({
      workflowId,
      summary,
      reaches,
      requests: length,
    })),
    requests: requests as Record<Reach, number>,
    highestAmount: flows.reduce((sum, { cost }) => sum + cost, 0),
    createdFile,
  };
}

/** What the flows ask for. A flow that writes cannot be made without `permit`, which nobody else gives it. */
function inputsOf(run: string, allow: ReadonlySet<Reach>, { receiver }: RunOptions): object {
  const date = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const address = (receiver?.url ?? `https://verification.example/${run}`).replace(/\/+$/, '');
  const permit = {
    run,
    reference_key: `verify-${run}-reference-key`,
    expiration: date(1).slice(0, 19).replace('T', ' '),
    due: date(3).slice(0, 10),
    last_payment: date(5).slice(0, 10),
    receiver: address,
    receiver_of_links: `${address}/links`,
    receiver_of_customers: `${address}/customers`,
    ...CARD,
  };
  const permits = REACHES.filter((reach) => allow.has(reach)).map((reach) => [reach, permit]);
  return { token: TOKEN, permit: Object.fromEntries(permits) };
}

function secretsOf({ token, card }: RunOptions): Map<string, string> {
  const secrets = new Map([[TOKEN, token]]);
  if (!card) return secrets;
  const fields = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
  for (const field of fields) secrets.set(CARD[field], card[field]);
  return secrets;
}
