/** The columns, statuses and examples of each kind of object. */
import { transitions } from 'payment-gateway-core/values';
import { money } from '../shared/locale.js';
import type { Shown, ShownKind } from './api.js';
import type { Column } from './paged-list.js';
import { Badge, Status, StatusCode, Time } from './pieces.js';
import { texts, words } from './texts.js';

interface KindView {
  /** The columns between the id and the status. */
  readonly fields: readonly Column<Shown>[];
  readonly statuses?: readonly string[];
  /** A request that creates the first object, for an empty list. */
  readonly example?: { readonly path: string; readonly body: unknown };
}

function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], object);
}

/** The text at a path, or nothing. */
export function textAt(object: Shown, path: string): string {
  const value = valueAt(object, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The centavos at a path as money, or nothing. */
export function moneyAt(object: Shown, path: string): string {
  const value = valueAt(object, path);
  return typeof value === 'number' ? money(value) : '';
}

/** The column of a field. Lists sort by its path. */
function field(name: Column<Shown>['name'], path: string = name, show = textAt, look?: string): Column<Shown> {
  return {
    name,
    sort: path,
    class: look,
    cell: (object) => show(object, path) && <span class="clamp">{show(object, path)}</span>,
  };
}

const timeField = (name: Column<Shown>['name'], path: string): Column<Shown> => {
  return { name, sort: path, class: 'minor', cell: (object) => <Time time={object[path]} /> };
};

const cardAt = (object: Shown, brand: string, path: string): string =>
  [words(textAt(object, brand)), textAt(object, path) && `••••\u00a0${textAt(object, path)}`].filter(Boolean).join(' ');
const intervalAt = (object: Shown, path: string): string =>
  textAt(object, path) && texts.each(words(textAt(object, path)));

/** `credit card •••• 1111`, `Pix`. */
export const methodOf = (object: Shown): string => cardAt(object, 'payment_method', 'card.card_last_digits');

/** `visa •••• 1111`. */
export const cardOf = (object: Shown): string => cardAt(object, 'brand', 'card_last_digits');

const name = field('name');
const email = field('email');
const customer = field('customer', 'customer.name', textAt, 'minor');
const amount = field('amount', 'amount', moneyAt, 'number');

export const OBJECT_KINDS: Readonly<Record<ShownKind, KindView>> = {
  transactions: {
    fields: [
      amount,
      field('method', 'payment_method', methodOf),
      customer,
      field('referenceKey', 'reference_key', textAt, 'minor'),
    ],
    statuses: Object.keys(transitions.TransactionStatus),
    example: { path: '/v1/transactions', body: { amount: 15990, payment_method: 'pix', async: true } },
  },
  links: {
    fields: [amount, name],
    statuses: Object.keys(transitions.PaymentLinkStatus),
    example: { path: '/v1/links', body: { amount: 15990, name: 'Livro' } },
  },
  subscriptions: {
    fields: [
      field('amount', 'price.amount', moneyAt, 'number'),
      field('interval', 'price.interval', intervalAt),
      timeField('nextCharge', 'next_charge_at'),
      customer,
    ],
    statuses: Object.keys(transitions.SubscriptionStatus),
  },
  customers: {
    fields: [name, email],
    example: { path: '/v1/customers', body: { name: 'Ana Souza', email: 'ana@example.com' } },
  },
  receivers: {
    fields: [name, email],
    example: { path: '/v1/receivers', body: { name: 'Editora', email: 'editora@example.com' } },
  },
  webhooks: {
    fields: [
      field('url'),
      field('events', 'events', ({ events }) => (Array.isArray(events) ? events.join(', ') : ''), 'minor'),
      {
        name: 'delivery',
        cell: ({ deliveries }) => deliveries !== undefined && <Results of={deliveries} />,
      },
    ],
    example: { path: '/v1/webhooks', body: { url: 'http://127.0.0.1:3000/hooks', events: ['transactions'] } },
  },
  cards: { fields: [field('card', 'card_last_digits', (object, path) => cardAt(object, 'brand', path))] },
  plans: { fields: [name] },
  prices: { fields: [amount, field('interval', 'interval', intervalAt)] },
  bank_accounts: { fields: [field('bank', 'bank_code')] },
  acquirers: { fields: [name] },
};

/** The kinds with a list in the menu, in its order. */
export const LISTED = ['transactions', 'links', 'subscriptions', 'customers', 'receivers', 'webhooks'] as const;

export type ListedKind = (typeof LISTED)[number];

export const isListed = (section: string): section is ListedKind => LISTED.some((kind) => kind === section);

/** What a webhook got. */
function Results({ of }: { of: NonNullable<Shown['deliveries']> }) {
  const { total, delivered, status, error, failing_since: since } = of;
  return (
    <>
      {error !== undefined ? <Badge mood="bad">{error}</Badge> : status !== undefined && <StatusCode status={status} />}
      {texts.deliveredOf(delivered, total)}
      {since !== undefined && (
        <span class="muted small under">
          {texts.failingSince} <Time time={since} /> ({texts.clocks.real})
        </span>
      )}
    </>
  );
}

/** The columns of a table with objects of a kind. */
export function columnsOf(kind: ShownKind): readonly Column<Shown>[] {
  const { fields, statuses } = OBJECT_KINDS[kind];
  const status = field('status');
  return [
    field('id'),
    ...fields,
    ...(statuses ? [{ ...status, cell: (object: Shown) => <Status object={object} /> }] : []),
    // A subscription does not say when it was created.
    ...(kind === 'subscriptions' ? [] : [timeField('time', 'created_at')]),
  ];
}
