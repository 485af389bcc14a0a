import type { Operation } from 'payment-gateway-core/contract';
import { isObject } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { CHECKS, type Check, type Intent, isDelivery, Resources, resourceOf, type Seen } from './checks/index.js';
import { type Exchange, isSuccessStatus, MASK } from './exchange.js';
import {
  contractPath,
  EvidenceLedger,
  printableName,
  ROOT,
  readJudgedContract,
  violationsIn,
  walkBody,
} from './judge/index.js';
import { createOriginWatch } from './origin.js';

export type Judgement = ReturnType<Judge['finish']>;

/** Compares exchanges with the contract. Sends nothing, and does not need to know their source. */
export class Judge {
  readonly #contract = readJudgedContract();
  readonly #ledger = new EvidenceLedger();
  readonly #checks: readonly Check[] = CHECKS.map((create) => create(this.#ledger, this.#contract));
  readonly #resources = new Resources();
  readonly #origin = createOriginWatch();
  #at = 0;
  /** Exchanges that called an operation of the contract or delivered an event. */
  #judged = 0;
  /** Judged exchanges that were not outages. */
  #usable = 0;
  /** Usable exchanges that succeeded with a JSON body. */
  #succeeded = 0;

  /** Judges one exchange, in chronological order. Returns its operation, if it has one in the contract, and its refuted findings. */
  judge(exchange: Exchange, intent: Intent = {}) {
    this.#at++;
    this.#ledger.context = { exchange, at: this.#at, place: ROOT };
    this.#attempt(() => {
      if (isDelivery(exchange)) this.#judgeDelivery(exchange);
      else this.#judgeCall(exchange, intent);
      this.#origin.watch(exchange);
    });
    return { operationId: this.#ledger.context.operationId, refuted: this.#ledger.takeRefuted() };
  }

  verdictSoFar(key: RegisterKey) {
    return this.#ledger.verdictSoFar(key);
  }

  isRefuted(): boolean {
    return this.#ledger.findings.some(({ verdict }) => verdict === 'refuted');
  }

  /** Returns the verdicts on all exchanges. Do not judge further exchanges afterwards. */
  finish() {
    for (const check of this.#checks) this.#attempt(() => check.finish?.());
    const { findings, discoveries } = this.#ledger;
    const [judged, usable, succeeded] = [this.#judged, this.#usable, this.#succeeded];
    const verdicts = this.#ledger.verdicts();
    const { circular } = this.#origin;
    return { verdicts, findings, discoveries, circular, judged, usable, succeeded, ignored: this.#at - judged };
  }

  /** Judges a part. Turns its failure into a finding, so that the rest and the clean-up of a run go on. */
  #attempt(judgePart: () => void): void {
    try {
      judgePart();
    } catch (error) {
      this.#ledger.discover({
        kind: 'form',
        place: this.#ledger.context.place.pointer,
        reason: `This exchange cannot be judged (${error instanceof Error ? error.name : 'error'}). Please report it.`,
        yaml: 'x-evidence: observed seen-on-servers',
      });
    }
  }

  #judgeDelivery(exchange: Exchange): void {
    this.#judged++;
    this.#usable++;
    for (const check of this.#checks) check.delivered?.(exchange);
  }

  #judgeCall(exchange: Exchange, intent: Intent): void {
    const path = contractPath(exchange.request.url);
    const found = path === undefined ? undefined : this.#contract.route(exchange.request.method.toUpperCase(), path);
    if (!found || 'problem' in found) {
      // An unknown path may belong to another API. A known path with another method is a discovery.
      if (found?.status === 405 && isJsonSuccess(exchange)) this.#discoverOperation(exchange, path ?? '');
      return;
    }
    this.#judged++;
    const { operation, params } = found;
    const place = this.#contract.placeOf(operation.definition);
    this.#ledger.context = { ...this.#ledger.context, place, operationId: operation.operationId };
    if (isOutage(exchange)) {
      const { status } = exchange.response;
      if (status >= 500) this.#ledger.confirm('server-errors', '', `A failure had the status ${status}.`);
      return;
    }
    this.#usable++;
    if (isJsonSuccess(exchange)) this.#succeeded++;
    const seen = this.#look(exchange, operation, params, intent);
    for (const check of this.#checks) check.judge?.(seen);
    this.#resources.update(seen);
  }

  #look(exchange: Exchange, operation: Operation, params: Seen['params'], intent: Intent): Seen {
    const { status, body: returned } = exchange.response;
    const { url, headers, body: sent } = exchange.request;
    const { operationId } = operation;
    const [collection, id] = resourceOf(operation.path, params);
    const before = this.#resources.latest(collection, id);
    const isNothing = operation.method === 'GET' && id !== undefined && !before && isEmpty(returned);
    const known =
      returned === undefined || returned === MASK || isNothing
        ? undefined
        : this.#contract.responseSchema(operation, status);
    const violations = known ? violationsIn(returned, known, operationId) : [];
    for (const { evidence, reason, place, variant } of violations)
      this.#ledger.refuteEvidence(evidence, reason, place, variant);
    return {
      exchange,
      operation,
      operationId,
      place: this.#contract.placeOf(operation.definition),
      params,
      query: new URLSearchParams(url.split('?')[1] ?? ''),
      hasToken: (headers.authorization ?? '') !== '',
      status,
      ok: isSuccessStatus(status) && !isNothing,
      sent: isObject(sent) ? sent : {},
      returned,
      body: isObject(returned) ? returned : {},
      success: this.#contract.responseSchema(operation, 200),
      records: known ? walkBody(returned, known, this.#ledger, operationId) : [],
      violations,
      intent,
      ...{ collection, id, before, resources: this.#resources },
    };
  }

  #discoverOperation(exchange: Exchange, path: string): void {
    const method = printableName(exchange.request.method.toLowerCase());
    const shown = path
      .split('/')
      .map((part, index) => (index > 2 && !/^[a-z-]+$/.test(part) ? '{id}' : part))
      .join('/');
    this.#ledger.discover({
      kind: 'operation',
      place: '#/paths',
      reason: `${method.toUpperCase()} ${shown} succeeded, but the contract has no such operation.`,
      yaml: `${shown}:\n  ${method}:\n    x-evidence: observed seen-on-servers`,
    });
  }
}

/** Returns whether the gateway or a proxy failed, or the body is unreadable. Such exchanges are not evidence. */
function isOutage({ response: { status, headers, omitted } }: Exchange): boolean {
  const isCompressed = omitted !== undefined && /gzip|br|deflate|zstd/.test(headers['content-encoding'] ?? '');
  // 501 means that the operation does not exist.
  const isFailure = (status >= 500 && status !== 501) || status === 408 || status === 304;
  return isFailure || isCompressed || /^(broken |a part )/.test(omitted ?? '');
}

const isEmpty = (body: unknown): boolean => isObject(body) && Object.keys(body).length === 0;

function isJsonSuccess({ response }: Exchange): boolean {
  return isSuccessStatus(response.status) && response.body !== undefined;
}
