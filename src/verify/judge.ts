import { resolve } from '../contract/contract.js';
import { isObject, type JsonObject, objectAt } from '../contract/json.js';
import { createRouter } from '../contract/router.js';
import { type Exchange, MASK } from './exchange.js';
import { type AjvClass, createBodyReader } from './judge/body.js';
import { contractPath, evidenceOf, type JudgedContract, readJudgedContract } from './judge/contract.js';
import { printable } from './judge/discoveries.js';
import type { Discovery, Finding } from './judge/finding.js';
import { type EntryVerdict, Ledger } from './judge/ledger.js';
import { cardRule } from './rules/cards.js';
import { codeRule } from './rules/codes.js';
import { configurationRule } from './rules/configuration.js';
import { customerRule } from './rules/customers.js';
import { echoRule } from './rules/echoes.js';
import { errorRule } from './rules/errors.js';
import { eventRule, isDelivery } from './rules/events.js';
import { idRule } from './rules/ids.js';
import { installmentRule } from './rules/installments.js';
import { listRule } from './rules/lists.js';
import { pathRule } from './rules/paths.js';
import { paymentRule } from './rules/payments.js';
import { refundRule } from './rules/refunds.js';
import { removalRule } from './rules/removals.js';
import { requestRule } from './rules/requests.js';
import { type Intent, isSuccess, type Rule, type Seen } from './rules/rule.js';
import { sequenceRule } from './rules/sequences.js';
import { simulationRule } from './rules/simulation.js';
import { splitRule } from './rules/splits.js';
import { statusRule } from './rules/statuses.js';
import { tokenRule } from './rules/tokens.js';
import { topicRule } from './rules/topics.js';

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

export interface Judge {
  readonly contract: JudgedContract;
  /** Judges one exchange. Pass the exchanges in chronological order. */
  judge(exchange: Exchange, intent?: Intent): void;
  /** Returns whether the exchanges so far confirm or refute an entry. */
  verdictSoFar: Ledger['verdictSoFar'];
  isRefuted(): boolean;
  /** Returns the verdicts on all exchanges. Do not judge further exchanges afterwards. */
  finish(): Judgement;
}

const RULES = [
  ...[pathRule, statusRule, tokenRule, errorRule, idRule, echoRule, requestRule, listRule, paymentRule, cardRule],
  ...[codeRule, refundRule, splitRule, installmentRule, simulationRule, customerRule, removalRule, configurationRule],
  ...[sequenceRule, eventRule, topicRule],
];

/** Creates a judge that compares exchanges with the contract. It sends nothing and does not need to know their source. */
export function createJudge(Ajv2020: AjvClass, document?: JsonObject): Judge {
  const contract = readJudgedContract(document);
  const ledger = new Ledger(contract);
  const bodies = createBodyReader(Ajv2020, contract);
  const route = createRouter(contract.operations);
  const rules: Rule[] = RULES.map((create) => create(contract, bodies));
  let [at, judged, usable, succeeded] = [0, 0, 0, 0];

  return {
    contract,
    judge(exchange, intent = {}) {
      at++;
      if (isDelivery(exchange)) {
        judged++;
        usable++;
        ledger.begin(exchange, at);
        for (const rule of rules) rule.delivered?.(exchange, ledger);
        return;
      }
      const path = contractPath(exchange.request.url);
      const found = path === undefined ? undefined : route(exchange.request.method.toUpperCase(), path);
      if (!found || 'problem' in found) {
        // An unknown path may belong to another API. A known path with another method is a discovery.
        if (found && 'problem' in found && found.status === 405 && isJsonSuccess(exchange))
          discoverOperation(exchange, path ?? '');
        return;
      }
      judged++;
      const { operation, params } = found;
      const place = {
        pointer: contract.placeOfUse(operation, '').pointer.replace(/\/responses\/$/, ''),
        evidence: evidenceOf(operation.definition['x-evidence']),
      };
      ledger.begin(exchange, at, place, operation.operationId);
      if (isOutage(exchange)) {
        const { status } = exchange.response;
        if (status >= 500)
          ledger.confirm('server-errors', '', `A failure came with ${status}.`, contract.placeOfUse(operation, '5XX'));
        return;
      }
      usable++;
      if (isJsonSuccess(exchange)) succeeded++;
      const seen = look(exchange, operation, params, place, intent);
      for (const rule of rules) rule.judge(seen, ledger);
    },
    verdictSoFar: (key) => ledger.verdictSoFar(key),
    isRefuted: () => ledger.findings.some(({ verdict }) => verdict === 'refuted'),
    finish() {
      for (const rule of rules) rule.finish?.(ledger);
      const { findings, discoveries } = ledger;
      return { verdicts: ledger.verdicts(), findings, discoveries, judged, usable, succeeded, ignored: at - judged };
    },
  };

  function look(
    exchange: Exchange,
    operation: Seen['operation'],
    params: Seen['params'],
    place: Seen['place'],
    intent: Intent,
  ): Seen {
    const { status, body: returned } = exchange.response;
    const { operationId, definition } = operation;
    const schema = returned === undefined || returned === MASK ? undefined : responseSchema(definition, status);
    const violations = schema ? bodies.violations(schema, returned, operationId) : [];
    for (const violation of violations) ledger.refuteEvidence(violation.evidence, violation.reason, violation.place);
    return {
      exchange,
      operation,
      place,
      params,
      query: new URLSearchParams(exchange.request.url.split('?')[1] ?? ''),
      hasToken: (exchange.request.headers.authorization ?? '') !== '',
      status,
      sent: exchange.request.body,
      returned,
      success: responseSchema(definition, 200),
      records: schema ? bodies.walk(returned, schema, ledger, operationId) : [],
      violations,
      intent,
    };
  }

  /** Returns the schema for a status code. An unlisted code uses the schema of a listed success or error. */
  function responseSchema(definition: JsonObject, status: number): JsonObject | undefined {
    const responses = objectAt(definition, 'responses');
    const fallback = status < 300 ? '200' : status >= 400 ? '400' : undefined;
    const key = [String(status), `${Math.floor(status / 100)}XX`, fallback].find(
      (name) => name !== undefined && name in responses,
    );
    if (key === undefined) return undefined;
    const { schema } = objectAt(objectAt(resolve(contract.document, responses[key]), 'content'), 'application/json');
    return isObject(schema) ? schema : undefined;
  }

  function discoverOperation(exchange: Exchange, path: string): void {
    ledger.begin(exchange, at);
    const method = printable(exchange.request.method.toLowerCase());
    const shown = path
      .split('/')
      .map((part, index) => (index > 2 && !/^[a-z-]+$/.test(part) ? '{id}' : part))
      .join('/');
    ledger.discover({
      kind: 'operation',
      place: '#/paths',
      reason: `${method.toUpperCase()} ${shown} succeeded, and the contract has no such operation.`,
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

function isJsonSuccess({ response }: Exchange): boolean {
  return isSuccess(response.status) && response.body !== undefined;
}
