import type { Operation } from 'payment-gateway-core/contract';
import { isObject } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import type { Check, Intent, Seen } from './checks/index.js';
import {
  acquirerCheck,
  cardCheck,
  customerCheck,
  echoCheck,
  errorCheck,
  eventCheck,
  isDelivery,
  listCheck,
  movedStatusCheck,
  pathCheck,
  paymentCheck,
  Resources,
  refundCheck,
  removalCheck,
  resourceOf,
  sequenceCheck,
  simulationCheck,
  statusCheck,
  tokenCheck,
  topicCheck,
} from './checks/index.js';
import { type Exchange, isSuccess, MASK } from './exchange.js';
import {
  bodyReader,
  contractPath,
  type Discovery,
  type EntryVerdict,
  type Finding,
  Ledger,
  printable,
  ROOT,
  readJudgedContract,
} from './judge/index.js';

/** The verdict on one exchange. */
export interface Judged {
  /** Missing if the exchange is not with an operation of the contract. */
  readonly operationId: string | undefined;
  readonly refuted: readonly Finding[];
}

export interface Judgement {
  readonly verdicts: readonly EntryVerdict[];
  readonly findings: readonly Finding[];
  readonly discoveries: readonly Discovery[];
  /** Number of exchanges that called an operation of the contract or delivered an event. */
  readonly judged: number;
  /** Number of judged exchanges that were not outages. */
  readonly usable: number;
  /** Number of usable exchanges that succeeded with a JSON body. */
  readonly succeeded: number;
  /** Number of exchanges that were not judged. */
  readonly ignored: number;
}

const CHECKS = [
  ...[pathCheck, statusCheck, tokenCheck, errorCheck, echoCheck, listCheck, paymentCheck, cardCheck, refundCheck],
  ...[
    simulationCheck,
    customerCheck,
    removalCheck,
    acquirerCheck,
    movedStatusCheck,
    sequenceCheck,
    eventCheck,
    topicCheck,
  ],
];

/** Creates a judge that compares exchanges with the contract. It sends nothing and does not need to know their source. */
export function createJudge() {
  const contract = readJudgedContract();
  const ledger = new Ledger(contract);
  const bodies = bodyReader();
  const { route } = contract;
  const checks: Check[] = CHECKS.map((create) => create(contract, bodies));
  const resources = new Resources();
  let [at, judged, usable, succeeded] = [0, 0, 0, 0];

  return {
    contract,
    /** Judges one exchange. Pass the exchanges in chronological order. */
    judge(exchange: Exchange, intent: Intent = {}): Judged {
      at++;
      ledger.context = { exchange, at, place: ROOT };
      attempt(() => {
        if (isDelivery(exchange)) judgeDelivery(exchange);
        else judgeCall(exchange, intent);
      });
      return { operationId: ledger.context.operationId, refuted: ledger.takeRefuted() };
    },
    verdictSoFar: (key: RegisterKey) => ledger.verdictSoFar(key),
    isRefuted: () => ledger.findings.some(({ verdict }) => verdict === 'refuted'),
    /** Returns the verdicts on all exchanges. Do not judge further exchanges afterwards. */
    finish(): Judgement {
      for (const check of checks) attempt(() => check.finish?.(ledger));
      const { findings, discoveries } = ledger;
      return { verdicts: ledger.verdicts(), findings, discoveries, judged, usable, succeeded, ignored: at - judged };
    },
  };

  /** Judges a part. Turns its failure into a finding, so that the rest and the clean-up of a run go on. */
  function attempt(judgePart: () => void): void {
    try {
      judgePart();
    } catch (error) {
      ledger.discover({
        kind: 'form',
        place: ledger.context.place.pointer,
        reason: `This exchange cannot be judged (${error instanceof Error ? error.name : 'error'}). Please report it.`,
        yaml: 'x-evidence: observed seen-on-servers',
      });
    }
  }

  function judgeDelivery(exchange: Exchange): void {
    judged++;
    usable++;
    for (const check of checks) check.delivered?.(exchange, ledger);
  }

  function judgeCall(exchange: Exchange, intent: Intent): void {
    const path = contractPath(exchange.request.url);
    const found = path === undefined ? undefined : route(exchange.request.method.toUpperCase(), path);
    if (!found || 'problem' in found) {
      // An unknown path may belong to another API. A known path with another method is a discovery.
      if (found?.status === 405 && isJsonSuccess(exchange)) discoverOperation(exchange, path ?? '');
      return;
    }
    judged++;
    const { operation, params } = found;
    const place = contract.placeOf(operation.definition);
    ledger.context = { ...ledger.context, place, operationId: operation.operationId };
    if (isOutage(exchange)) {
      const { status } = exchange.response;
      const place = contract.placeOfUse(operation, '5XX');
      if (status >= 500) ledger.confirm('server-errors', '', `A failure had the status ${status}.`, place);
      return;
    }
    usable++;
    if (isJsonSuccess(exchange)) succeeded++;
    const seen = look(exchange, operation, params, intent);
    for (const check of checks) check.judge?.(seen, ledger);
    resources.update(seen);
  }

  function look(exchange: Exchange, operation: Operation, params: Seen['params'], intent: Intent): Seen {
    const { status, body: returned } = exchange.response;
    const { url, headers, body: sent } = exchange.request;
    const { operationId } = operation;
    const [collection, id] = resourceOf(operation.path, params);
    const before = resources.latest(collection, id);
    const isNothing = operation.method === 'GET' && id !== undefined && !before && isEmpty(returned);
    const known =
      returned === undefined || returned === MASK || isNothing ? undefined : contract.responseSchema(operation, status);
    const violations = known ? bodies.violations(known, returned, operationId) : [];
    for (const { evidence, reason, place, variant } of violations)
      ledger.refuteEvidence(evidence, reason, place, variant);
    return {
      exchange,
      operation,
      operationId,
      place: contract.placeOf(operation.definition),
      params,
      query: new URLSearchParams(url.split('?')[1] ?? ''),
      hasToken: (headers.authorization ?? '') !== '',
      status,
      ok: isSuccess(status) && !isNothing,
      sent: isObject(sent) ? sent : {},
      returned,
      body: isObject(returned) ? returned : {},
      success: contract.responseSchema(operation, 200),
      records: known ? bodies.walk(returned, known, ledger, operationId) : [],
      violations,
      intent,
      ...{ collection, id, before, resources },
    };
  }

  function discoverOperation(exchange: Exchange, path: string): void {
    const method = printable(exchange.request.method.toLowerCase());
    const shown = path
      .split('/')
      .map((part, index) => (index > 2 && !/^[a-z-]+$/.test(part) ? '{id}' : part))
      .join('/');
    ledger.discover({
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
  return isSuccess(response.status) && response.body !== undefined;
}
