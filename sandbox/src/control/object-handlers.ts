/** The operations of objects: lists, details, the timeline, and acts of buyer and issuer. */
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { type JsonObject, suggestion } from 'payment-gateway-core/util';
import { type ActName, optionsOf, rowOf } from '../acts/index.js';
import { actOn, objectOf } from '../rules/index.js';
import { prepare } from '../server/index.js';
import { Refusal, type Stored, type Unit } from '../state/index.js';
import type { ControlOptions, Handlers, Success } from './call.js';
import { listObjects, type ObjectKind, requestsAbout } from './console-lists.js';
import { detailsOf } from './details.js';
import { timelineOf } from './timeline.js';

export function createObjectHandlers({ engine: { run, events }, journal }: ControlOptions) {
  return {
    // The contract requires `kind`, and lists its values.
    listObjects: ({ account, query }) => listObjects(run, account(), query.kind as ObjectKind, query),
    retrieveDetails: ({ account, run, params }) =>
      run(account(), (unit) => detailsOf(unit, objectOf(unit, Number(params.id)))),
    async retrieveTimeline({ account, params }) {
      const id = Number(params.id);
      const requests = await requestsAbout(journal, account(), id);
      return { items: await run(account(), (unit) => timelineOf(unit, objectOf(unit, id), requests)) };
    },
    retrieveObject: ({ account, params }) => run(account(), (work) => shown(objectOf(work, Number(params.id)))),
    async actOnObject({ account, run, params, body: { delivered = false, ...body } }) {
      // The contract lists the acts.
      const act = params.act as ActName;
      const isPayment = rowOf(act).takesPayment === true;
      const ownOptions = isPayment ? paymentFields() : optionsOf(act);
      const accepted = [...ownOptions, 'delivered'];
      const unknown = Object.keys(body).find((name) => !accepted.includes(name));
      if (unknown !== undefined) {
        throw new RangeError(
          `${unknown.slice(0, 40)}: is not known here${suggestion(unknown, accepted) || ';'} ${act} takes ${accepted.join(', ')}`,
        );
      }
      if (isPayment) checkPayment(body);
      const id = Number(params.id);
      const task = (work: Unit): Stored => actOn(work, act, id, body);
      return shown(await (delivered ? events.untilDelivered(account(), id, task, run) : run(account(), task)));
    },
  } satisfies Partial<Handlers>;
}

/** Returns the fields of a new payment: `pay` and `checkout` take them for a link. */
function paymentFields(): string[] {
  const { operation, shapeOf } = contractOf(readContract());
  return [...shapeOf(operation('createTransaction')?.request?.schema ?? {}).fields.keys()];
}

/** Throws a 400 `Refusal` unless the fields of a new payment match the contract. The link decides the amount. */
function checkPayment(fields: JsonObject): void {
  const { operation: operationNamed, validator } = prepare(readContract());
  const operation = operationNamed('createTransaction');
  const body = { amount: 1, payment_method: 'pix', ...fields };
  const errors = operation ? validator(operation)({ params: {}, query: {}, headers: {}, body }) : [];
  if (errors.length > 0) throw new Refusal(400, errors);
}

export function shown({ id, value }: Stored): Success<'retrieveObject'> {
  return { ...value, id };
}
