import { resolve } from '../../contract/contract.js';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { createRouter } from '../../contract/router.js';
import { type Exchange, MASK } from '../exchange.js';
import { cardRule } from '../rules/cards.js';
import { codeRule } from '../rules/codes.js';
import { configurationRule } from '../rules/configuration.js';
import { customerRule } from '../rules/customers.js';
import { errorRule } from '../rules/errors.js';
import { createEventRule, isDelivery } from '../rules/events.js';
import { idRule } from '../rules/ids.js';
import { installmentRule } from '../rules/installments.js';
import { listRule } from '../rules/lists.js';
import { pathRule } from '../rules/paths.js';
import { paymentRule } from '../rules/payments.js';
import { refundRule } from '../rules/refunds.js';
import { removalRule } from '../rules/removals.js';
import { requestRule } from '../rules/requests.js';
import type { Intent, Rule, Seen } from '../rules/rule.js';
import { sequenceRule } from '../rules/sequences.js';
import { simulationRule } from '../rules/simulation.js';
import { splitRule } from '../rules/splits.js';
import { statusRule } from '../rules/statuses.js';
import { tokenRule } from '../rules/tokens.js';
import { createTopicRule } from '../rules/topics.js';
import { type JudgedContract, readJudgedContract } from './contract.js';
import { printable } from './discoveries.js';
import type { Discovery, Finding } from './finding.js';
import { type EntryVerdict, Ledger } from './ledger.js';
import { createShapes } from './shape.js';
import { type AjvClass, createViolations, speaksOf } from './violations.js';
import { walkBody } from './walk.js';

export interface Judgement {
  readonly verdicts: readonly EntryVerdict[];
  readonly findings: readonly Finding[];
  readonly discoveries: readonly Discovery[];
  /** How many exchanges were with an operation of the contract, or the delivery of an event. */
  readonly judged: number;
  /** How many were something else. */
  readonly ignored: number;
}

export interface Judge {
  readonly contract: JudgedContract;
  /** Looks at one exchange; in the order in which they happened. */
  judge(exchange: Exchange, intent?: Intent): void;
  /** The verdicts on all of it. Nothing more may be judged afterwards. */
  finish(): Judgement;
}

/** Says of exchanges what they show of the contract. Knows nothing of where they come from, and sends nothing. */
export function createJudge(Ajv2020: AjvClass, document?: JsonObject): Judge {
  const contract = readJudgedContract(document);
  const ledger = new Ledger(contract);
  const shapeOf = createShapes(contract);
  const violations = createViolations(Ajv2020, contract, shapeOf);
  const route = createRouter(contract.operations);
  const topics = createTopicRule(contract);
  const rules: Rule[] = [
    ...[pathRule, statusRule, tokenRule, errorRule, idRule],
    ...[paymentRule, cardRule, codeRule, refundRule, installmentRule, splitRule, simulationRule],
    ...[customerRule, removalRule, configurationRule, sequenceRule],
  ].map((create) => create(contract));
  rules.push(listRule(shapeOf), requestRule(contract, shapeOf), topics);
  const judgeEvent = createEventRule(contract, violations, (body, schema) => {
    walkBody(body, schema, { shapeOf, ledger });
  });
  let judged = 0;
  let ignored = 0;

  return {
    contract,
    judge(exchange, intent = {}) {
      const at = judged + ignored + 1;
      if (isDelivery(exchange)) {
        judged++;
        ledger.begin(exchange, at);
        judgeEvent(exchange, ledger);
        topics.delivered(exchange, ledger);
        return;
      }
      const path = contractPath(exchange.request.url);
      const found = path === undefined ? undefined : route(exchange.request.method.toUpperCase(), path);
      if (!found || 'problem' in found) {
        ignored++;
        // A path that only some other API has is no discovery: one that the contract has, with another method, is.
        if (found && 'problem' in found && found.status === 405 && isJsonSuccess(exchange))
          discoverOperation(exchange, at);
        return;
      }
      judged++;
      ledger.begin(exchange, at, found.operation.operationId);
      const seen = look(exchange, found.operation, found.params, intent);
      for (const rule of rules) rule.judge(seen, ledger);
    },
    finish() {
      for (const rule of rules) rule.finish?.(ledger);
      return {
        verdicts: ledger.verdicts(),
        findings: ledger.findings,
        discoveries: ledger.discoveries,
        judged,
        ignored,
      };
    },
  };

  function look(exchange: Exchange, operation: Seen['operation'], params: Seen['params'], intent: Intent): Seen {
    const { operationId } = operation;
    const { status, body: returned } = exchange.response;
    const schema =
      returned === undefined || returned === MASK ? undefined : responseSchema(operation.definition, status);
    const found = schema ? violations(schema, returned, operationId) : [];
    for (const { place, evidence, reason } of found) ledger.refute(place, evidence, reason);
    const isSeen =
      operationId === 'createTransaction' ? (evidence: string) => speaksOf(evidence, operationId) : undefined;
    const records = schema ? walkBody(returned, schema, { shapeOf, ledger, isSeen }) : [];
    const hasToken = (exchange.request.headers.authorization ?? '') !== '';
    return {
      exchange,
      operation,
      params,
      hasToken,
      status,
      sent: exchange.request.body,
      returned,
      records,
      violations: found,
      intent,
    };
  }

  /** The schema for a status. A body under one that is not listed is held against that of its kind: success or error. */
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

  function discoverOperation(exchange: Exchange, at: number): void {
    ledger.begin(exchange, at);
    const method = printable(exchange.request.method.toLowerCase());
    const segments = (contractPath(exchange.request.url) ?? '')
      .split('/')
      .map((part, index) => (index > 2 && !/^[a-z-]+$/.test(part) ? '{id}' : part));
    ledger.discover({
      kind: 'operation',
      place: '#/paths',
      reason: `${method.toUpperCase()} ${segments.join('/')} succeeded, and the contract has no such operation.`,
      yaml: `${segments.join('/')}:\n  ${method}:\n    x-evidence: observed seen-on-servers`,
    });
  }
}

function isJsonSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300 && response.body !== undefined;
}

/** The part of an address that the contract names: real base addresses have a prefix before `/v1`. */
export function contractPath(url: string): string | undefined {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  const start = path.indexOf('/v1/');
  return start < 0 ? undefined : path.slice(start).replace(/\/+$/, '');
}
