import { type Operation, readContract } from 'payment-gateway-core/contract';
import { isObject, type JsonObject } from 'payment-gateway-core/util';
import { fieldName } from 'payment-gateway-core/validation';
import type { Assumed } from 'payment-gateway-core/values';
import { testValues } from 'payment-gateway-core/values';
import {
  actOn,
  asTransaction,
  heldAmount,
  nextActs,
  type OperationId,
  objectOf,
  payAmount,
  pendRefund,
  requestFields,
  rules,
} from '../rules/index.js';
import { prepare } from '../server/index.js';
import { Refusal, type Run, type Stored, type Work } from '../state/index.js';
import { readAssumed } from '../variants/index.js';
import {
  checkScenario,
  pathOf,
  type Scenario,
  ScenarioError,
  sectionSchema,
  sections,
  withReferences,
} from './file.js';
import { AFTER_PAYMENT } from './save.js';

export type Loaded = Readonly<Record<string, Readonly<Record<string, Stored>>>>;

/** The most acts to reach a state: pay, capture, refund, settle. */
const MOST_STEPS = 4;

/**
 * Creates the objects of a scenario as requests would, with events, and brings them into their states. On an error, it creates nothing.
 *
 * @param timeOf returns the time of an object by its name, in milliseconds. Default: the time of the account
 * @throws ScenarioError with the path of each problem
 */
export async function loadScenario(
  run: Run,
  account: string,
  value: unknown,
  timeOf?: (name: string) => number,
): Promise<Loaded> {
  const scenario = checkScenario(value);
  const { validator, operation: operationNamed } = prepare(readContract());

  const assumed = assumedOf(scenario.assume);

  return run(account, (work) => {
    if (assumed !== undefined) work.assume(assumed);
    const loaded: Record<string, Record<string, Stored>> = {};
    /** Runs a step for each object. Adds its path to errors. */
    const forEach = (step: (section: string, name: string, entry: JsonObject) => Stored): void => {
      for (const section of sections()) {
        const objects = loaded[section] ?? {};
        loaded[section] = objects;
        for (const [name, entry] of Object.entries(scenario[section] ?? {})) {
          if (timeOf !== undefined) work.now = timeOf(name);
          try {
            objects[name] = step(section, name, entry);
          } catch (error) {
            throw error instanceof Refusal ? located(error, [section, name]) : error;
          }
        }
      }
    };
    forEach((section, name, entry) => {
      const operation = operationNamed(String(sectionSchema(section)['x-operation']));
      if (operation === undefined) throw new Error(`the contract has no operation for ${section}`);
      return create(work, section, operation, named(entry, loaded, [section, name]), (body) =>
        validator(operation)({ params: {}, query: {}, headers: {}, body }),
      );
    });
    // A payment needs an active link, so the states follow when all objects exist. A plan's status is a field of its request.
    forEach((section, name, entry) => {
      const object = loaded[section]?.[name] as Stored; // the first loop has created it
      return section === 'plans' ? object : bring(work, object, entry);
    });
    return loaded;
  });
}

function assumedOf(given: Scenario['assume']): Assumed | undefined {
  try {
    return given === undefined ? undefined : readAssumed(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ScenarioError([{ path: ['assume'], sentence: `assume: ${error.message}` }]);
  }
}

function located({ errors }: Refusal, path: readonly string[]): ScenarioError {
  return new ScenarioError(
    errors.map((sentence) => ({
      path: [...path, ...pathOf(sentence)],
      sentence: `${fieldName(path)}: ${sentence}`,
    })),
  );
}

/** Returns the entry with ids instead of names. */
function named(entry: JsonObject, loaded: Loaded, path: readonly string[]): JsonObject {
  const replaced = withReferences(entry, (reference, section, field) => {
    if (typeof reference !== 'string') return reference;
    const objects = loaded[section] ?? {};
    if (Object.hasOwn(objects, reference)) return objects[reference]?.id;
    const names = Object.keys(objects).join(', ') || 'none';
    const at = [...path, ...field];
    const says = `no object in ${section} has this name; its names are: ${names}`;
    throw new ScenarioError([{ path: at, sentence: `${fieldName(at)}: ${says}` }]);
  });
  return replaced as JsonObject; // a copy of an object
}

function create(
  work: Work,
  section: string,
  operation: Operation,
  { card, ...entry }: JsonObject,
  violationsOf: (body: JsonObject) => readonly string[],
): Stored {
  const operationId = operation.operationId as OperationId; // an operation of the contract
  const requested = requestFields(operationId);
  const fields: JsonObject = Object.fromEntries(Object.entries(entry).filter(([field]) => requested.has(field)));
  const { status, capture_amount: captured, link_id: link } = entry;
  const isTransaction = section === 'transactions';
  const issued = typeof card === 'string' ? scenarioCard(card, fields.card_holder_name) : undefined;
  const isByCard = fields.payment_method === 'credit_card' || fields.payment_method === 'debit_card';
  const begins = isTransaction && (VOIDABLE.includes(status) || captured !== undefined);
  const body = {
    ...fields,
    ...(section === 'cards'
      ? (issued ?? scenarioCard('approved', fields.card_holder_name))
      : issued && { card: issued }),
    // With `async`, a Pix waits to be paid.
    ...(isTransaction && fields.payment_method === 'pix' && fields.async === undefined && { async: true }),
    ...(isByCard && begins && fields.capture === undefined && { capture: false }),
  };
  if (isTransaction && typeof link === 'number') return actOn(work, 'checkout', link, body);
  const violations = violationsOf(body);
  if (violations.length > 0) throw new Refusal(400, violations);
  const { body: created } = rules[operationId](work, { operationId, params: {}, query: {}, body });
  return objectOf(work, Number(isObject(created) ? created.id : undefined));
}

/** The statuses of card payments that begin with an authorization. */
const VOIDABLE: readonly unknown[] = ['authorized', 'canceled'];

/** Brings an object into a state with the acts of buyers, issuers and the back office. */
function bring(work: Work, object: Stored, entry: JsonObject): Stored {
  const { capture_amount: captured, paid_amount: left, set_status } = entry;
  const { pending_refund_amount: pending, disputed_amount: disputed } = entry;
  const status = entry.status === undefined ? undefined : String(entry.status);
  let now = object;
  if (captured !== undefined) now = captureSome(work, now, Number(captured));
  if (left !== undefined) now = refundSome(work, now, left, status);
  if (pending !== undefined || (status === PENDING && now.kind === 'transactions'))
    now = beginRefund(work, now, pending, status);
  else if (disputed !== undefined) now = disputePart(work, now, disputed, status);
  else if (status !== undefined) now = reach(work, now, status);
  return set_status === undefined ? now : actOn(work, 'setStatus', now.id, { status: set_status });
}

function reach(work: Work, object: Stored, status: string): Stored {
  let now = object;
  for (let step = 0; now.value.status !== status && step < MOST_STEPS; step++) {
    const acts = nextActs(now);
    const direct = acts.filter(({ into }) => into.includes(status));
    const next =
      direct.find(({ options }) => (options?.outcome === 'approved') === (status !== 'refused')) ??
      direct.find(({ act }) => act !== 'authenticate') ??
      // All other states follow from `paid`.
      acts.find(({ into }) => into.includes('paid'));
    if (next === undefined) break;
    now = reread(work, actOn(work, next.act, now.id, next.options), object);
  }
  if (now.value.status === status) return now;
  throw new Refusal(422, [
    `status: cannot become ${status}; it begins as ${object.value.status}. To set it anyway, write set_status: ${status}`,
  ]);
}

function captureSome(work: Work, object: Stored, amount: number): Stored {
  const { amount: whole, payment_method: method } = object.value;
  if (amount > 0 && (method === 'pix' || method === 'boleto')) return payAmount(work, asTransaction(object), amount);
  // Only a credit card is authorized first, but the act `setStatus` authorizes everything.
  const held =
    method === 'credit_card' ? reach(work, object, 'authorized') : actOn(work, 'setStatus', object.id, AUTHORIZED);
  const body = { amount: partOf('capture_amount', amount, Number(whole)) };
  return reread(work, actOn(work, 'capture', held.id, body), object);
}

const AUTHORIZED = { status: 'authorized' };

function refundSome(work: Work, object: Stored, left: unknown, status = String(object.value.status)): Stored {
  const paid = AFTER_PAYMENT.includes(status) ? reach(work, object, 'paid') : object;
  const most = Number(paid.value.paid_amount);
  const back = most - partOf('paid_amount', left, most, status, AFTER_PAYMENT);
  return back === 0 ? paid : reread(work, actOn(work, 'refund', paid.id, { amount: back }), object);
}

const PENDING = 'pending_refund';

/** Begins a refund of all that is left, or of a part, that settles later, for any payment method and assumptions. */
function beginRefund(work: Work, object: Stored, part: unknown, status = PENDING): Stored {
  const paid = asTransaction(reach(work, object, 'paid'));
  const most = heldAmount(paid.value, paid.hidden) - 1;
  const amount = part === undefined ? undefined : partOf('pending_refund_amount', part, most, status, [PENDING]);
  return pendRefund(work, paid, amount);
}

function disputePart(work: Work, object: Stored, part: unknown, status = 'paid'): Stored {
  const paid = asTransaction(reach(work, object, 'paid'));
  const most = heldAmount(paid.value, paid.hidden) - 1;
  return actOn(work, 'chargeback', paid.id, { amount: partOf('disputed_amount', part, most, status, ['paid']) });
}

/** Returns a part of a payment in centavos. Throws a `Refusal` if it is out of range, or not possible in the status. */
function partOf(
  field: string,
  part: unknown,
  most: number,
  status = '',
  allowed: readonly string[] = [status],
): number {
  const amount = Number(part);
  if (amount > 0 && amount <= most && allowed.includes(status)) return amount;
  const needed = status === '' ? '' : `, and the status must be ${allowed.join(', ')}`;
  throw new Refusal(422, [`${field}: must be from 1 to ${most}${needed}`]);
}

/** Returns the current version of an object. An act may return another object, such as the transaction of a link. */
const reread = (work: Work, changed: Stored, { kind, id }: Stored): Stored =>
  changed.id === id ? changed : (work.get(kind, id) ?? changed);

export function scenarioCard(outcome: string, holder?: unknown): JsonObject {
  return {
    card_number: testValues.cards.find((card) => card.outcome === outcome)?.card_number,
    card_holder_name: typeof holder === 'string' ? holder : 'ANA SOUZA',
    card_expiration_date: '1239',
    card_cvv: '123',
  };
}
