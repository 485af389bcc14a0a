import type { JsonObject } from 'payment-gateway-core/util';
import { transitions } from 'payment-gateway-core/values';
import { amountOf, stringFields } from './input.js';
import { SCHEMA_KINDS, statusesAfter } from './kinds.js';
import { wrongState } from './refusals.js';
import { changeFields, createWith, existing, ok, pageKey, pageUrl, textsOf } from './resource.js';
import type { OperationHandler, OperationRules, Stored, Wire, Work } from './work.js';

const KIND = SCHEMA_KINDS.PaymentLink;

const createPaymentLink: OperationHandler = (work, { body = {} }) => {
  work.use('link-shape');
  const amount = amountOf(body.amount, 'amount');
  const key = work.settings.randomKey();
  const value: Partial<Wire['PaymentLink']> = {
    url: pageUrl(work, 'pay', key),
    status: 'active',
    amount,
    type: 'payment',
    ...textsOf('createPaymentLink', body),
    expires_at: null,
  };
  const link = createWith(work, KIND, value, { keys: [pageKey(key)] });
  work.emit('link.created', link);
  return ok(link.value);
};

const updatePaymentLink: OperationHandler = (work, { params, body = {} }) => {
  work.use('link-transitions');
  const link = existing(work, KIND, params.id);
  return ok(changeLink(work, link, body).value);
};

/** Changes the given fields. Fails with 422 if the link cannot have the new status. */
export function changeLink(work: Work, link: Stored, body: JsonObject): Stored {
  work.use('link-transitions');
  const from = String(link.value.status);
  const { status = from } = stringFields(body, ['status']);
  if (status !== from && !statusesAfter(KIND, from).includes(status)) {
    const states = Object.keys(transitions.PaymentLinkStatus);
    const legal = states.filter((one) => statusesAfter(KIND, one).includes(status));
    throw wrongState(link, `become ${status}`, legal);
  }
  const changed = changeFields(work, link, {
    ...textsOf('updatePaymentLink', body),
    ...(body.amount !== undefined && { amount: amountOf(body.amount, 'amount') }),
    status,
  });
  work.emit('link.changed', changed);
  return changed;
}

/** Emits the event for a payment of the link. The status does not change, because a link can be paid again. */
export function linkPaid(work: Work, id: number): void {
  const link = work.seek(KIND, id);
  if (link !== undefined) work.emit('link.paid', link);
}

export const linkRules = { createPaymentLink, updatePaymentLink } satisfies OperationRules;
