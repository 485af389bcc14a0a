import { timestamp } from '../../codes/days.js';
import type { JsonObject } from '../../contract/json.js';
import { flag, present, stringFields } from './input.js';
import { KINDS } from './kinds.js';
import { existing, ok } from './resource.js';
import { type OperationHandler, rule, type Wire } from './work.js';

const KIND = KINDS.Receiver;

export const createReceiver = rule<OperationHandler>('receiver-shape', (work, { body = {} }) => {
  const id = work.id();
  const now = timestamp(work.now);
  const value: Wire['Receiver'] = { id, ...fieldsOf(body), status: 'active', created_at: now, updated_at: now };
  return ok(work.create(KIND, { id, value }).value);
});

export const updateReceiver = rule<OperationHandler>('update-request-fields', (work, { params, body = {} }) => {
  const receiver = existing(work, KIND, params.id);
  return ok(
    work.change(receiver, { value: { ...receiver.value, ...fieldsOf(body), updated_at: timestamp(work.now) } }).value,
  );
});

function fieldsOf(body: JsonObject) {
  const { transfer_day } = body;
  return present({
    ...stringFields(body, ['name', 'email', 'document', 'type', 'transfer_interval']),
    transfer_enabled: flag(body.transfer_enabled),
    transfer_day: typeof transfer_day === 'number' ? transfer_day : undefined,
  });
}
