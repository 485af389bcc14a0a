/** One object with what is known about it: how it came here, what may follow, and what belongs to it. */
import type { components } from '../../../generated/sandbox-types.js';
import { isObject } from '../json.js';
import { asTransaction, groupOf, nextActs, nextStates, pageUrl } from '../rules/index.js';
import type { Stored, StoredEvent } from '../store/index.js';
import { seek, type Work } from '../work/index.js';
import { type ObjectKind, presented } from './lists.js';

type Details = components['schemas']['Details'];
type Related = Details['related'][number];

/** How many objects of a kind are shown beside another one. */
const MOST = 20;

/** @param events those about the object, newest first */
export async function detailsOf(work: Work, object: Stored, events: readonly StoredEvent[]): Promise<Details> {
  const related = await relatedTo(work, object);
  const page = pageOf(work, object);
  return {
    // Objects are looked for in these kinds alone.
    kind: object.kind as ObjectKind,
    object: presented(object),
    history: historyOf(object, events, related),
    states: [...nextStates(object)],
    // The acts and their options are those of the contract.
    next: nextActs(object).map((next) => ({ ...next, into: [...next.into] })),
    ...(object.due !== undefined && { due: new Date(object.due).toISOString() }),
    ...(page !== undefined && { page }),
    related,
  };
}

/** Transactions keep theirs; that of other objects can be told from their events, and that of a subscription from its charges. */
function historyOf(object: Stored, events: readonly StoredEvent[], related: readonly Related[]): Details['history'] {
  if (object.kind === 'transactions') {
    return asTransaction(object).hidden.history.map(([what, amount, time]) => ({ what, amount, time: iso(time) }));
  }
  if (object.kind === 'subscriptions') {
    const charges = related.find(({ kind }) => kind === 'transactions')?.data ?? [];
    return [...charges].reverse().map((charge) => {
      const { id, status, amount, created_at } = charge as typeof charge & Record<string, unknown>;
      return { what: String(status), amount: Number(amount), time: iso(Date.parse(String(created_at))), of: id };
    });
  }
  return [...events].reverse().map(({ name, payload, time }) => ({
    what: name === 'link.changed' && typeof payload.status === 'string' ? payload.status : name,
    time: iso(time),
  }));
}

const iso = (time: number): string => new Date(time).toISOString();

function pageOf(work: Work, object: Stored): string | undefined {
  if (object.kind === 'links') return String(object.value.url);
  if (object.kind !== 'transactions') return undefined;
  const { authentication, checkout } = asTransaction(object).hidden;
  if (authentication !== undefined && object.value.status === 'request_authentication') {
    return pageUrl(work, '3ds', authentication.key);
  }
  return checkout === undefined ? undefined : pageUrl(work, 'pay', checkout.key);
}

async function relatedTo(work: Work, { kind, id, value, hidden }: Stored): Promise<Related[]> {
  const found: Related[] = [];
  const group = async (of: ObjectKind, name: string): Promise<void> => {
    const { items, total } = await work.page(of, { group: name, page: 1, perPage: MOST });
    if (total > 0) found.push({ kind: of, total, data: items.map(presented) });
  };
  const one = async (of: ObjectKind, named: unknown): Promise<void> => {
    if (typeof named !== 'number') return;
    const object = await seek(work, of, named);
    if (object !== undefined) found.push({ kind: of, total: 1, data: [presented(object)] });
  };
  const idIn = (field: string, name = 'id'): unknown => (isObject(value[field]) ? value[field][name] : undefined);

  switch (kind) {
    case 'transactions':
      await one('links', hidden.link);
      await one('subscriptions', hidden.subscription);
      await one('customers', idIn('customer'));
      await one('cards', idIn('card', 'card_id'));
      break;
    case 'links':
      await group('transactions', groupOf('PaymentLink', id));
      break;
    case 'customers':
      await group('transactions', groupOf('Customer', id));
      await group('cards', groupOf('Customer', id));
      break;
    case 'subscriptions':
      await group('transactions', groupOf('Subscription', id));
      await one('customers', idIn('customer'));
      await one('cards', idIn('card', 'card_id'));
      await one('prices', idIn('price'));
      break;
    case 'receivers':
      await group('bank_accounts', groupOf('Receiver', id));
      break;
    case 'plans':
      await group('prices', groupOf('Plan', id));
      break;
    case 'prices':
      await one('plans', value.plan_id);
      break;
  }
  return found;
}
