import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from 'payment-gateway-core/access';
import { isObject, type JsonObject, textOf } from 'payment-gateway-core/util';
import { heldEvents } from '../events/index.js';
import type { Watched } from '../pipeline/index.js';
import { type Sentence, say } from '../sentences/index.js';
import { describeFault, type Fault, type ReceivedRequest } from '../server/index.js';
import { refuseCard } from './actors.js';
import { type Disruption, LIST, type SeenRequest } from './disruptions.js';
import type { Scene } from './scene.js';
import { deathSignal, PART_HEADER, partOfCaller } from './shop-parts.js';
import { describeResponse, englishOf } from './timeline.js';

/** Runs something while a request of a part waits. Resolves when it has ended, or waits itself. */
export type RunMeanwhile = (meanwhile: NonNullable<Disruption['meanwhile']>, part: string) => Promise<void>;

/** How long a stalled connection stays open before its reset. Milliseconds. */
const STALL = 500;

const DOWN: Fault = { status: 503 };

/** The names of places of the shop's own. The names of plans have a meaning for `:`, `+` and `#`. */
const PLACE = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,59}$/u;

/** The part that carries out late requests. */
const NETWORK = 'network';

/** The requests of a run: it fills the timeline, holds what the plan holds, and ends the process at a planned crash. */
export class Requests {
  readonly seen: SeenRequest[] = [];
  #isInPages = false;
  readonly #scene: Scene<unknown>;
  readonly #meanwhile: RunMeanwhile;
  readonly #counts = new Map<string, number>();
  readonly #onTheirWay: ReceivedRequest[] = [];
  /** How many requests of the repair job had an answer of the gateway, and how many had not. */
  readonly job = { good: 0, lost: 0 };
  readonly outages = new Set<string>();

  constructor(scene: Scene<unknown>, meanwhile: RunMeanwhile) {
    this.#scene = scene;
    this.#meanwhile = meanwhile;
    scene.parts.onBegin = (part) => this.#begin(part);
  }

  readonly observe = async (received: ReceivedRequest): Promise<Watched | undefined> => {
    const { turns, timeline, parts } = this.#scene;
    const { method, path, headers } = received;
    if (method !== 'GET') await this.#scene.tick();
    if (this.#scene.isMuted) return { fault: undefined, carriedOut: this.#date };
    const named = headers[PART_HEADER];
    turns.isNamed &&= named !== undefined;
    if (named === undefined) turns.sign();
    const part = named ?? parts.hosts.get(headers.host ?? '') ?? turns.mixed ?? turns.partInStep ?? parts.part;
    await turns.follow(part);
    const sender = part === 'second click' || part === turns.mixed ? ` (${part})` : '';
    const add = () => timeline.add(`${method} ${path}${sender}`, '', { from: 'shop', to: 'gateway' });
    if (part === NETWORK) {
      const step = add();
      const carriedOut = async (response: WireResponse): Promise<void> => {
        step.outcome = say('carried-out-late', { outcome: describeResponse(method, response) });
        step.lost = 'response';
      };
      return { fault: undefined, carriedOut };
    }
    const payment = paymentByCard(received);
    const about = {
      operationId: operationOf(received.found),
      isRead: method === 'GET',
      hasCard: payment !== undefined,
    };
    const request = await this.#see(about, part);
    const here = await this.#startHere(request);
    const step = add();
    this.#isInPages ||= here.some(({ isInPages }) => isInPages);
    if (this.#isInPages && operationOf(received.found) === LIST) Object.assign(received.query, { per_page: '1' });
    if (payment && here.some(({ isRefused }) => isRefused))
      await this.#scene.write((unit) => refuseCard(unit, payment));
    const disturbed: Partial<Disruption> = here.find(({ fault }) => fault !== undefined) ?? {};
    const { crash, fault = this.outages.has(part) ? DOWN : undefined, isLate, isOutage } = disturbed;
    if (part === 'repair job' && fault !== undefined) this.job.lost++;
    if (isOutage) this.outages.add(part);
    if (isLate) this.#onTheirWay.push(received);
    if (fault !== undefined && fault.after !== 'commit' && fault.kind !== 'truncate') {
      step.outcome = crash ? say('died-before') : say('not-carried-out', { fault: shownFault(fault) });
      step.lost = 'request';
      if (isLate) step.outcome = say('on-its-way');
      request.outcome = `${isLate ? 'on its way' : 'not carried out'}${sawOf(fault)}`;
    }
    if (crash === 'before') parts.die();
    const before = await this.#scene.lastEvent();
    let own = '';
    // The shop may plan faults itself.
    const planned = (other: Fault): void => {
      own = describeFault(other);
      step.outcome = say('planned', { fault: own });
      request.outcome = englishOf(step.outcome);
    };
    const carriedOut = async (response: WireResponse): Promise<void> => {
      await this.#date(response);
      if (!request.isRead && response.status < 400) this.#scene.writes++;
      const described = describeResponse(method, response);
      const done = own === '' ? described : say('also-planned', { outcome: described, fault: own });
      step.outcome = fault === undefined ? done : lossOf(done, disturbed, fault);
      if (fault !== undefined) step.lost = 'response';
      if (method === 'POST' && isObject(response.body) && response.status < 400) step.wrote = textOf(response.body.id);
      request.outcome = fault === undefined ? done.text : `${done.text}, lost${sawOf(fault)}`;
      if (part === 'repair job' && fault === undefined) this.job.good++;
      request.causedEvents = (await this.#scene.lastEvent()) > before;
      await this.#beforeResponse(here, request);
      if (request.isBeside) turns.answer();
      if (named === undefined) turns.sign();
    };
    return { fault: fault && { ...fault, headers: this.#dateHeader }, planned, carriedOut };
  };

  get #dateHeader() {
    return { date: new Date(this.#scene.time).toUTCString() };
  }

  /** A shop can read the time of the account in the response. */
  readonly #date = async ({ headers }: WireResponse): Promise<void> => {
    Object.assign(headers, this.#dateHeader);
  };

  /** The shop is at a place of its own. Rejects if the plan lets it fail. Never settles if the process dies there. */
  readonly visit = async (name: string): Promise<void> => {
    if (typeof name !== 'string' || !PLACE.test(name)) {
      throw new RangeError('place: must be a name of up to 60 letters, digits, spaces, dots, slashes and hyphens');
    }
    // Code of a dead process does not go on.
    if (deathSignal()?.aborted || this.#scene.parts.isOver) return new Promise(() => {});
    if (this.#scene.isMuted) return;
    const { turns, timeline, parts } = this.#scene;
    turns.sign();
    const part = partOfCaller() ?? turns.mixed ?? turns.partInStep ?? parts.part;
    await turns.follow(part);
    const step = timeline.add(
      say('place', { name: `${name}${part === 'second click' ? ` (${part})` : ''}` }),
      say('reached'),
    );
    const request = await this.#see({ operationId: name, isRead: false, hasCard: false, isOwn: true }, part);
    request.outcome = englishOf(step.outcome);
    const here = await this.#startHere(request);
    if (here.some(({ crash }) => crash)) {
      step.outcome = say('died');
      request.outcome = englishOf(step.outcome);
      parts.die();
      return new Promise(() => {});
    }
    await this.#beforeResponse(here, request);
    if (request.isBeside) turns.answer();
    if (!here.some(({ fault }) => fault)) return turns.sign();
    step.outcome = say('failed-as-planned');
    request.outcome = englishOf(step.outcome);
    throw new Error(`${name}: failed, as planned by explore`);
  };

  async #see(
    about: Pick<SeenRequest, 'operationId' | 'isRead' | 'hasCard' | 'isOwn'>,
    part: string,
  ): Promise<SeenRequest> {
    const { operationId } = about;
    const count = (this.#counts.get(`${part} ${operationId}`) ?? 0) + 1;
    this.#counts.set(`${part} ${operationId}`, count);
    const place = `${part === 'flow' ? '' : `${part}: `}${operationId} #${count}`;
    const hasEvents = await this.#scene.read((unit) => heldEvents(unit).length > 0);
    const isBeside = this.#scene.isBeside || this.#scene.turns.mixed !== undefined;
    const request = { ...about, place, part, isBeside, hasEvents, causedEvents: false, outcome: '' };
    this.seen.push(request);
    return request;
  }

  /** Returns the disruptions of this place, and runs those before the request. */
  async #startHere({ place, part, operationId, isBeside }: SeenRequest): Promise<Disruption[]> {
    if (isBeside) return [];
    const isHere = (one: Disruption) => one.place === place || (one.variant && one.meanwhile && operationId === LIST);
    const here = this.#scene.plan.filter((one) => isHere(one) && !this.#scene.happened.has(one));
    for (const one of here) {
      this.#scene.happened.add(one);
      if (one.meanwhile?.when === 'before') await this.#meanwhile(one.meanwhile, part);
    }
    return here;
  }

  async #beforeResponse(here: readonly Disruption[], { part }: SeenRequest): Promise<void> {
    if (!here.some(({ isLate }) => isLate)) await this.arriveLate();
    for (const one of here) {
      if (one.crash === 'after') this.#scene.parts.die();
      if (one.meanwhile && /during|in step/.test(one.meanwhile.when)) await this.#meanwhile(one.meanwhile, part);
      if (one.isStall) await sleep(STALL);
    }
    await this.#scene.turns.inStep(part);
  }

  /** A repair job and a handler begin again: their requests are at the same places as before. The gateway is back for them. */
  #begin(part: string): void {
    if (part !== 'flow') this.outages.delete(part);
    if (!/^(repair job|event )/.test(part)) return;
    for (const key of [...this.#counts.keys()]) if (key.startsWith(`${part} `)) this.#counts.delete(key);
  }

  async arriveLate(): Promise<void> {
    for (const { method, target, headers, body } of this.#onTheirWay.splice(0)) {
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
      const text = body && 'text' in body && body.text !== '' ? { body: body.text } : {};
      const sent = { method, headers: { ...kept, [PART_HEADER]: NETWORK }, ...text };
      await (await fetch(`${this.#scene.gateway.baseUrl}${target}`, sent)).arrayBuffer();
    }
  }
}

const operationOf = (found: ReceivedRequest['found']): string =>
  'operation' in found ? found.operation.operationId : '';

function paymentByCard({ found, body }: ReceivedRequest): JsonObject | undefined {
  const value = body && 'value' in body && operationOf(found) === 'createTransaction' ? body.value : undefined;
  return isObject(value) && (isObject(value.card) || value.card_id) ? value : undefined;
}

/** What the shop saw of a fault: a status, or no answer. */
const sawOf = (fault: Fault): string => (fault.status === undefined ? '' : `, answered ${shownFault(fault)}`);

const shownFault = ({ kind, status, body }: Fault): string =>
  kind ?? `${status}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;

const lossOf = (outcome: Sentence, { crash, isStall }: Partial<Disruption>, fault: Fault): Sentence =>
  crash ? say('then-died', { outcome }) : say('then-lost', { outcome, fault: isStall ? 'stall' : shownFault(fault) });
