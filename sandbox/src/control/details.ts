/** Details of one object: the next acts, and its related objects. */
import { isoTime } from 'payment-gateway-core/codes';
import { isObject } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import { asTransaction, groupOf, nextActs, pageUrl, statusesAfter } from '../rules/index.js';
import type { Cause, Stored, Work } from '../state/index.js';
import { type ObjectKind, presented } from './console-lists.js';

type Details = components['schemas']['Details'];
type Related = Details['related'][number];

/** The most related objects per kind. */
const MOST = 20;

export function detailsOf(work: Work, object: Stored): Details {
  const page = pageOf(work, object);
  return {
    // Searches by id return only these kinds.
    kind: object.kind as ObjectKind,
    object: presented(object),
    states: [...statusesAfter(object.kind, object.value.status)],
    // The contract has the same acts and options.
    next: nextActs(object).map((next) => ({ ...next, into: [...next.into] })),
    ...(page !== undefined && { page }),
    related: relatedTo(work, object),
  };
}

/** A state, and its cause if it is known. */
type State = readonly [state: { what: string; amount: number; time: string; of?: number }, cause?: Cause | undefined];

/** Returns the states of a transaction. Those of a subscription or a link are its payments; other objects have none. */
export function statesOf(work: Work, object: Stored): State[] {
  if (object.kind === 'transactions') {
    const { history } = asTransaction(object).hidden;
    return history.map(([what, amount, time, cause]) => [{ what, amount, time: isoTime(time) }, cause]);
  }
  if (object.kind !== 'subscriptions' && object.kind !== 'links') return [];
  const charges = relatedTo(work, object).find(({ kind }) => kind === 'transactions')?.data ?? [];
  return [...charges].reverse().map((charge) => {
    const { id, status, amount, created_at } = charge as typeof charge & Record<string, unknown>;
    return [{ what: String(status), amount: Number(amount), time: isoTime(Date.parse(String(created_at))), of: id }];
  });
}

function pageOf(work: Work, object: Stored): string | undefined {
  if (object.kind === 'links') return String(object.value.url);
  if (object.kind !== 'transactions') return undefined;
  const { authentication, checkout } = asTransaction(object).hidden;
  if (authentication !== undefined && object.value.status === 'request_authentication') {
    return pageUrl(work, '3ds', authentication.key);
  }
  return checkout === undefined ? undefined : pageUrl(work, 'pay', checkout.key);
}

/** The resource of a group, and the kinds of its objects, by the kind of the owner. */
const GROUPS: Readonly<Record<string, readonly [Parameters<typeof groupOf>[0], ...ObjectKind[]]>> = {
  links: ['PaymentLink', 'transactions'],
  customers: ['Customer', 'transactions', 'cards'],
  subscriptions: ['Subscription', 'transactions'],
  receivers: ['Receiver', 'bank_accounts'],
  plans: ['Plan', 'prices'],
};

/** Returns the objects that belong to an object, and those that it names. */
function relatedTo(work: Work, { kind, id, value, hidden }: Stored): Related[] {
  const [owner, ...kinds] = GROUPS[kind] ?? [];
  const owned = kinds.map((of) => {
    const group = owner && groupOf(owner, id);
    const { items, total } = work.page(of, { group, page: 1, perPage: MOST });
    return { kind: of, total, data: items.map(presented) };
  });
  const idIn = (field: string, name = 'id'): unknown => (isObject(value[field]) ? value[field][name] : undefined);
  const named: [ObjectKind, unknown][] = [
    ['links', hidden.link],
    ['subscriptions', hidden.subscription],
    ['customers', idIn('customer')],
    ['cards', idIn('card', 'card_id')],
    ['prices', idIn('price')],
    ['plans', value.plan_id],
  ];
  for (const rule of Array.isArray(value.split) ? value.split : []) named.push(['receivers', rule.receiver_id]);
  const found = named.flatMap(([of, one]) => {
    const object = typeof one === 'number' ? work.seek(of, one) : undefined;
    return object === undefined ? [] : [{ kind: of, total: 1, data: [presented(object)] }];
  });
  return [...owned.filter(({ total }) => total > 0), ...found];
}
