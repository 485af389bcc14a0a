/** Lines of the log for the controls of a sandbox: acts, moves of the clock, faults. */
import { asObject, type JsonObject, textOf as text } from 'payment-gateway-core/util';
import type { Activity } from '../server/index.js';
import type { ControlOperation } from './call.js';

interface Called {
  readonly params: JsonObject;
  readonly body: JsonObject;
  readonly result: JsonObject;
}

/** The act and its result, by operation. The others only read. */
const ACTIVITIES: Readonly<Partial<Record<ControlOperation, (called: Called) => Omit<Activity, 'what'>>>> = {
  actOnObject: ({ params, result }) => ({
    about: `${text(params.act)} ${text(params.id)}`,
    result: text(result.status),
  }),
  beginCheckout: ({ body }) => ({ about: `buyer's page: pay by ${text(body.payment_method)}` }),
  simulateCheckout: ({ body }) => ({ about: `buyer's page: ${text(body.act)}` }),
  endAuthentication: ({ body }) => ({ about: `buyer's page: 3DS ${text(body.outcome)}` }),
  populateAccount: () => ({ about: 'populate' }),
  loadScenario: () => ({ about: 'load a scenario' }),
  resetAccount: () => ({ about: 'reset' }),
  restoreSnapshot: () => ({ about: 'restore a snapshot' }),
  planFault: ({ body }) => ({ about: `fault ${text(body.operation_id)} ${text(body.fault)}`.trim() }),
  clearFaults: () => ({ about: 'remove the faults' }),
  changeAssumptions: ({ body }) => ({
    about: `assume ${Object.entries(body).map(([entry, variant]) => `${entry}=${text(variant) || 'as usual'}`)}`,
  }),
  changeClock: ({ result }) => ({ about: result.frozen ? 'freeze' : 'let it run', result: text(result.now) }),
  advanceClock: ({ body, result }) => ({
    about: `advance ${text(body.by) || text(body.to) || JSON.stringify(body)}`,
    result: text(result.now),
  }),
  redeliverEvent: ({ params }) => ({ about: `redeliver event ${text(params.id)}` }),
};

/** Returns the line of the log for an operation that succeeded, or `undefined` if it only read. */
export function activityOf(
  id: ControlOperation,
  { params, body, result }: Record<keyof Called, unknown>,
): Activity | undefined {
  const called = { params: asObject(params), body: asObject(body), result: asObject(result) };
  const activity = ACTIVITIES[id]?.(called);
  const what = id === 'changeClock' || id === 'advanceClock' ? 'clock' : 'act';
  return activity && { what, ...activity };
}
