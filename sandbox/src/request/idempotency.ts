import { createHash } from 'node:crypto';
import { DAY, visibleDigits } from 'payment-gateway-contract/internal/codes';
import { isObject, type JsonObject } from 'payment-gateway-contract/internal/util';
import type { OperationHandler, Reply, RuleRequest } from '../rules/index.js';
import { type DueRule, type Kind, Refusal, type Unit, type Work } from '../state/index.js';

/** Stored responses by idempotency key. */
const KIND: Kind = 'idempotency_keys';
const LONGEST_KEY = 255;
/** The status of requests that are refused as invalid. They use up no key. */
const INVALID = 400;

/** Deletes a stored response after one day of the account's clock. */
export const forgetKeys: Readonly<Record<Kind, DueRule>> = { [KIND]: (work, kept) => work.remove(kept) };

/** Runs a task as one unit of work on the account of a request. */
export type RunForRequest = <Result>(task: (unit: Unit) => Result) => Promise<Result>;

/** Carries out a request once per key. A repeated key returns the first response, whether success or error. */
export function createIdempotency(
  header: string,
): (run: RunForRequest, key: string, request: RuleRequest, rule: OperationHandler) => Promise<Reply> {
  return async (run, key, request, rule) => {
    if (key.length > LONGEST_KEY) throw new Refusal(422, [`${header}: must be at most ${LONGEST_KEY} characters long`]);
    const name = `${request.operationId}:${digest(key)}`;
    const sent = digest(JSON.stringify([request.params, request.query, withoutSecrets(request.body)]));
    return run((unit) => kept(unit, name, sent) ?? keep(unit, name, sent, carryOut(unit, request, rule)));
  };

  /** Returns the reply of the rule, or the reply for its refusal, whose changes are undone. */
  function carryOut(unit: Unit, request: RuleRequest, rule: OperationHandler): Reply {
    const result = unit.attempt(() => rule(unit, request));
    if ('value' in result) return result.value;
    const { error } = result;
    if (!(error instanceof Refusal) || error.status === INVALID) throw error;
    return { status: error.status, body: { errors: error.errors } };
  }

  function kept(work: Work, name: string, sent: string): Reply | undefined {
    const found = work.find(KIND, name);
    if (found === undefined) return undefined;
    if (found.hidden.sent !== sent) {
      throw new Refusal(422, [`${header}: this key was used for another request; take a new key for each`]);
    }
    const { status, body } = found.value;
    // Only `keep` writes these objects.
    return { status: Number(status), body, warnings: (found.hidden.warnings ?? []) as string[] };
  }

  function keep(work: Work, name: string, sent: string, reply: Reply): Reply {
    const { status, body, warnings = [] } = reply;
    const id = work.id();
    work.createKey(KIND, {
      id,
      value: { status, ...(body !== undefined && { body }) },
      hidden: { sent, ...(warnings.length > 0 && { warnings }) },
      keys: [name],
      due: work.now + DAY,
    });
    return reply;
  }
}

/** Removes secrets before the digest. The digest of a card number could be reversed by trying the few numbers that fit. */
function withoutSecrets(body: JsonObject | undefined): unknown {
  if (body === undefined) return null;
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => {
      if (name === 'card_cvv') return undefined;
      if (name === 'card_number') return Object.values(visibleDigits(String(value)));
      if (!isObject(value)) return value;
      // The order of fields does not distinguish requests.
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  );
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
