import type { Operation, Router } from 'payment-gateway-core/contract';
import { asObject, isObject, jsonOf, objectAt, stringAt, textOf } from 'payment-gateway-core/util';
import { clearRefusals, leavesOutcomeOpen } from 'payment-gateway-core/values';
import type { Exchange } from '../exchange.js';
import { isLocalUrl } from '../origin.js';
import { type CreatedFile, HOLDS_NOTHING, idsOf, ownerOf, PENDING, stateOf } from './created.js';
import type { PlannedStep } from './plan.js';
import { costOf, isAmount, movesMoney, type Reach, reachOf } from './reach.js';
import { NotSent, type Outgoing, type Send } from './send.js';

/** Whether a Pix of this run showed that amounts are in centavos. */
type Unit = 'unknown' | 'confirmed' | 'refuted';

export interface GuardOptions {
  readonly send: Send;
  readonly baseUrl: string;
  readonly route: Router;
  readonly allow: ReadonlySet<Reach>;
  /** The most that the whole run may charge, in centavos. */
  readonly maxAmount: number;
  readonly created: CreatedFile | undefined;
  readonly unit: () => Unit;
  /** Returns why flows must stop sending, or undefined while the run continues. */
  readonly stopped: () => string | undefined;
  /** Refunds every charge of the run. The guard calls it before a charge if an earlier flow or a failed refund left money. */
  readonly refundAll: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** The flow that sends the request. Undefined for the clean-up, which continues after the run stopped. */
  readonly flow?: string;
  /** The planned request. The guard refuses anything else, apart from refunds. */
  readonly planned?: Pick<PlannedStep, 'operation' | 'reach' | 'cost'>;
  readonly onRetry?: Outgoing['onRetry'];
}

/** Sends a permitted request and returns the exchange. Throws `NotSent` if the request is not permitted. */
export type SpendingGuard = (request: GuardedRequest) => Promise<Exchange>;

interface Checked {
  readonly request: GuardedRequest;
  readonly operation: Operation;
  readonly name: string;
  readonly path: string;
  readonly owner: string;
  readonly isWrite: boolean;
  /** Whether the request creates a resource that the clean-up has to remove. */
  readonly creates: boolean;
  /** The most that the request may charge, in centavos. */
  readonly cost: number;
}

const MOST_REQUESTS = 500;
/** Collections that accept new resources, according to the source document or the contract. */
const CREATES = /^\/v1\/[a-z-]+(?:\/[^/]+\/bank-accounts)?$/;
/** The operation that changes a setting which exists once. A run cannot create it and needs `--allow configure`. */
const SETTING = 'configureAntiFraud';
const REFUND = 'refundTransaction';

export function createSpendingGuard(options: GuardOptions): SpendingGuard {
  const guard = new RequestGuard(options);
  return (request) => guard.send(request);
}

class RequestGuard {
  readonly #options: GuardOptions;
  readonly #unknownOutcomes = new Set<string>();
  /** Maps the path of a price or an authorized transaction to its amount in centavos. */
  readonly #amounts = new Map<string, number>();
  #spent = 0;
  #sent = 0;
  #chargedBy: string | undefined;
  #isRefundDue = false;
  #stopsCharging = '';

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  async send(request: GuardedRequest): Promise<Exchange> {
    const checked = this.#check(request);
    const { flow, method, url, headers, body, onRetry } = request;
    const { name, isWrite, creates, path, cost } = checked;
    if (flow !== undefined) await this.#checkRun(checked, flow);
    this.#announce(checked);
    try {
      const signal = flow === undefined ? undefined : this.#options.signal;
      const exchange = await this.#options.send({ method, url, headers, body, signal, isWrite, onRetry });
      this.#noteResponse(checked, exchange);
      if (name === 'createTransaction' && cost > 0) await this.#checkId(checked, exchange);
      return exchange;
    } catch (error) {
      if (error instanceof NotSent) {
        if (creates) this.#options.created?.removed(path);
      } else if (isWrite) this.#unknownOutcomes.add(name);
      throw error;
    }
  }

  /** Checks the address, the operation, its permission and its price. */
  #check(request: GuardedRequest): Checked {
    const { method, url, headers, body, planned } = request;
    const { baseUrl, allow, created, maxAmount } = this.#options;
    if (!url.startsWith(`${baseUrl}/v1/`)) refuse('its address is not below the base address');
    if (!url.startsWith('https://') && !isLocalUrl(url)) refuse('it would go over http to another machine');
    const path = new URL(url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length);
    if (path.includes('//') || path.endsWith('/')) refuse('an id in its path is not known');
    const found = this.#options.route(method, path);
    if ('problem' in found) return refuse('the contract has no such operation');
    const { operation } = found;
    const { operationId: name } = operation;
    const reach = reachOf(operation, body);
    const isWrite = reach !== 'read';
    const owner = ownerOf(path);
    if (isWrite && !allow.has(reach)) refuse(`${name} needs --allow ${reach}`);
    if (isWrite && !(headers.authorization ?? '').startsWith('Bearer ')) refuse(`${name} writes, and has no token`);
    if (isWrite && changesExisting(operation) && !created?.has(owner) && name !== SETTING)
      refuse(`${name} concerns an object that this run did not create`);
    const creates = isWrite && method === 'POST' && CREATES.test(path);
    if (creates && !created) refuse(`${name} creates an object, but the run has no file to note it in`);
    const price = (id: unknown) => this.#amounts.get(`/v1/prices/${id}`);
    const known = { price, authorized: () => this.#amounts.get(owner) };
    const cost = costOf(operation, body, known) ?? refuse(`${name} has no amount that the run can count`);
    if (this.#spent + cost > maxAmount) refuse(`${name} would exceed the ${maxAmount} centavos of the run`);
    const isPlanned = planned?.operation.operationId === name && planned.reach === reach && cost <= planned.cost;
    if (planned && !isPlanned && name !== REFUND) refuse(`${name} is more than the plan of the run`);
    return { request, operation, name, path, owner, isWrite, creates, cost };
  }

  /** Checks that the run may still send, and may charge. */
  async #checkRun({ name, cost }: Checked, flow: string): Promise<void> {
    const checkStopped = () => {
      const stopped = this.#options.stopped();
      if (stopped !== undefined) refuse(stopped);
      if (this.#sent >= MOST_REQUESTS) refuse(`a run sends at most ${MOST_REQUESTS}`);
    };
    checkStopped();
    if (this.#unknownOutcomes.has(name)) refuse(`${name} was sent before, and its outcome is unknown`);
    if (cost === 0) return;
    await this.#checkCharge(flow);
    checkStopped();
  }

  /** Lets only one flow hold money at a time. Refuses charges after a failed refund and before the unit of amounts is known. */
  async #checkCharge(flow: string): Promise<void> {
    const { created, unit, refundAll } = this.#options;
    if (unit() === 'refuted') refuse('amounts are not in centavos on this server, so no card is charged');
    if (unit() === 'unknown') refuse('no Pix of this run has shown that amounts are in centavos');
    if (this.#stopsCharging) refuse(this.#stopsCharging);
    const isCharged = () => created?.left().some(({ charges }) => charges > 0) ?? false;
    if (isCharged() && (this.#isRefundDue || this.#chargedBy !== flow)) {
      await refundAll();
      if (isCharged())
        this.#stopsCharging = 'the card is still charged by an earlier request that could not be refunded';
      if (this.#stopsCharging) refuse(this.#stopsCharging);
    }
    this.#isRefundDue = false;
    this.#chargedBy = flow;
  }

  #chargesOf(path: string): number {
    return this.#options.created?.left().find((one) => one.path === path)?.charges ?? 0;
  }

  /** Notes what the request can create or charge, before it is sent. */
  #announce({ creates, path, owner, cost, name, request }: Checked): void {
    const { created } = this.#options;
    this.#spent += cost;
    this.#sent++;
    const charges = cost + this.#chargesOf(owner);
    const { amount: part } = asObject(request.body);
    if (creates) created?.willCreate(path, cost);
    else if (cost > 0) created?.charged(owner, charges);
    if (name === REFUND && isAmount(part) && part < charges) created?.willRefund(owner, part);
  }

  #noteResponse(checked: Checked, { response }: Exchange): void {
    const { name, isWrite, creates, path, request } = checked;
    const { created } = this.#options;
    const { status } = response;
    if (isWrite && request.method === 'POST' && leavesOutcomeOpen(status)) this.#unknownOutcomes.add(name);
    if (creates) this.#noteCreation(checked, response);
    else if (isWrite) this.#noteChange(checked, response);
    if (name === 'createTransaction' && status < 300) this.#noteCustomer(request.body, response.body);
    if (request.method === 'DELETE' && (status < 300 || status === 404)) created?.removed(path);
  }

  #noteCreation({ path, cost, request }: Checked, { status, body }: Exchange['response']): void {
    const { created } = this.#options;
    const ids = idsOf(body, path.split('/').at(-1) ?? '');
    const amount = path === '/v1/prices' ? objectAt(request, 'body').amount : cost;
    const holdsMoney = cost > 0 && !HOLDS_NOTHING.has(stateOf(body));
    if (status < 300 && cost === 0 && showsAnother(request.body, body, created?.run)) created?.removed(path);
    else if (status < 300 && ids.length > 0) {
      for (const id of ids) {
        const own = `${path}/${encodeURIComponent(id)}`;
        created?.created(own, holdsMoney ? cost : 0);
        if (isAmount(amount)) this.#amounts.set(own, amount);
      }
    }
    // The gateway refused the request, so it created nothing.
    else if (clearRefusals.includes(status)) created?.refused(path);
  }

  /**
   * Looks at a new charge once. If the id in its response belongs to a payment with another amount, the run must not refund that payment,
   * and the outcome of the run's payment is unknown: the clean-up searches the list for it.
   */
  async #checkId({ path, cost, request }: Checked, { response }: Exchange): Promise<void> {
    const { created, baseUrl, send } = this.#options;
    const [id] = idsOf(response.body, '');
    const own = `${path}/${encodeURIComponent(id ?? '')}`;
    if (!created?.has(own)) return;
    const { headers } = request;
    const seen = await send({ method: 'GET', url: `${baseUrl}${own}`, headers }).catch(() => undefined);
    const { amount } = asObject(seen?.response.body);
    const { amount: returned } = asObject(response.body);
    const expected = isAmount(returned) ? returned : cost;
    const isOwn =
      amount === expected || (created.run !== undefined && jsonOf(seen?.response.body).includes(created.run));
    if (!isAmount(amount) || isOwn) return;
    created.willCreate(path, cost);
    created.removed(own);
  }

  /** Records the amount that a capture, a refund or another act leaves on the card. */
  #noteChange({ owner, name, request }: Checked, response: Exchange['response']): void {
    const { created } = this.#options;
    const before = this.#chargesOf(owner);
    const isRefund = name === REFUND;
    if (before === 0 || !movesMoney(name)) return;
    const { paid_amount: paid } = objectAt(response, 'body');
    const state = stateOf(response.body);
    const { amount } = objectAt(request, 'body');
    const ok = response.status < 300;
    if (ok && HOLDS_NOTHING.has(state)) created?.charged(owner, 0);
    else if (ok && state === 'paid' && isAmount(paid) && paid < before) created?.charged(owner, paid);
    else if (ok && isRefund && state !== PENDING && isAmount(amount) && amount < before)
      created?.charged(owner, before - amount);
    // Gateways refuse partial refunds of an authorization, so only a refused full refund is a failure.
    else if (isRefund && (!isAmount(amount) || amount === before)) this.#isRefundDue = true;
  }

  /** Lists the customer of a transaction. The run never removes it, because it may have existed before. */
  #noteCustomer(sent: unknown, returned: unknown): void {
    const { created } = this.#options;
    const [id] = isObject(sent) && isObject(sent.customer) ? idsOf(objectAt(returned, 'customer'), '') : [];
    const path = `/v1/customers/${encodeURIComponent(id ?? '')}`;
    if (id !== undefined && !created?.has(path)) created?.found(`${path}${OF_A_TRANSACTION}`, 0);
  }
}

/**
 * Returns whether the gateway answered a creation with an older object: texts that carried the mark of the run come back without it. The
 * run must neither change nor remove such an object.
 */
function showsAnother(sent: unknown, returned: unknown, mark: string | undefined): boolean {
  if (mark === undefined || jsonOf(returned).includes(mark)) return false;
  const marked = Object.entries(asObject(sent)).filter(([, value]) => textOf(value).includes(mark));
  return marked.some(([name]) => (stringAt(returned, name) ?? '') !== '');
}

function refuse(why: string): never {
  throw new NotSent(why);
}

/** Marks a customer that a transaction created or found. */
const OF_A_TRANSACTION = ' (of a transaction)';

/** Returns whether the operation changes an existing resource: PUT, DELETE, and POST below an id. */
function changesExisting({ method, path }: Operation): boolean {
  return method === 'PUT' || method === 'DELETE' || path.includes('{');
}
