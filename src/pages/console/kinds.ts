/** The kinds of objects: which of their fields the console shows, and how. */
import { transitions } from '../../../generated/transitions.js';
import { money } from '../shared/locale.js';
import type { Kind, Shown } from './api.js';
import { texts, words } from './texts.js';

/** A field of an object, as a column or a part of a summary. */
export interface Field {
  readonly name: keyof typeof texts.fields;
  /** The path of its value. Lists sort by it. */
  readonly path: string;
  readonly text: (object: Shown) => string;
}

export interface KindView {
  readonly fields: readonly Field[];
  readonly statuses: readonly string[];
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

const plain = (name: Field['name'], path: string = name): Field => ({
  name,
  path,
  text: (object) => textAt(object, path),
});
const reais = (name: Field['name'], path: string): Field => ({
  name,
  path,
  text: (object) => moneyAt(object, path),
});
const interval = (path: string): Field => ({
  name: 'interval',
  path,
  text: (object) => textAt(object, path) && texts.each(words(textAt(object, path))),
});
const joined = (...parts: string[]): string => parts.filter(Boolean).join(' ');
const ending = (digits: string): string => digits && `••••\u00a0${digits}`;

/** `credit card •••• 1111`, `PIX`. */
export const methodOf = (object: Shown): string =>
  joined(words(textAt(object, 'payment_method')), ending(textAt(object, 'card.card_last_digits')));

const name = plain('name');
const email = plain('email');
const customer = plain('customer', 'customer.name');
const amount = reais('amount', 'amount');

/** The kinds with a list in the menu, in its order. */
export const LISTED = {
  transactions: {
    fields: [amount, { name: 'method', path: 'payment_method', text: methodOf }, customer],
    statuses: Object.keys(transitions.TransactionStatus),
    example: { path: '/v1/transactions', body: { amount: 15990, payment_method: 'pix', async: true } },
  },
  links: {
    fields: [amount, name],
    statuses: Object.keys(transitions.PaymentLinkStatus),
    example: { path: '/v1/links', body: { amount: 15990, name: 'Livro' } },
  },
  subscriptions: {
    fields: [reais('price', 'price.amount'), interval('price.interval'), customer],
    statuses: Object.keys(transitions.SubscriptionStatus),
  },
  customers: {
    fields: [name, email],
    statuses: [],
    example: { path: '/v1/customers', body: { name: 'Ana Souza', email: 'ana@example.com' } },
  },
  receivers: {
    fields: [name, email],
    statuses: [],
    example: { path: '/v1/receivers', body: { name: 'Editora', email: 'editora@example.com' } },
  },
  webhooks: {
    fields: [
      plain('url'),
      { name: 'events', path: 'events', text: ({ events }) => (Array.isArray(events) ? events.join(', ') : '') },
    ],
    statuses: [],
    example: { path: '/v1/webhooks', body: { url: 'http://127.0.0.1:3000/hooks', events: ['transactions'] } },
  },
} as const satisfies Partial<Record<Kind, KindView>>;

export type ListedKind = keyof typeof LISTED;

export const isListed = (section: string): section is ListedKind => Object.hasOwn(LISTED, section);

const card: Field = {
  name: 'card',
  path: 'card_last_digits',
  text: (object) => joined(textAt(object, 'brand'), ending(textAt(object, 'card_last_digits'))),
};
const OTHERS: Readonly<Record<Exclude<Kind, ListedKind>, readonly Field[]>> = {
  cards: [card],
  plans: [name],
  prices: [amount, interval('interval')],
  bank_accounts: [plain('bank', 'bank_code')],
  acquirers: [name],
};

/** The fields of an object in one line. */
export function summaryOf(kind: Kind, object: Shown): string {
  const fields = isListed(kind) ? LISTED[kind].fields : OTHERS[kind];
  return fields
    .map(({ text }) => text(object))
    .filter(Boolean)
    .join(' · ');
}

/** Returns notes for a transaction that was partly captured or partly refunded. */
export function notesOf({ status, amount: total, capture_amount: captured, paid_amount: paid }: Shown): string[] {
  if (status !== 'paid' || typeof captured !== 'number') return [];
  return [
    ...(captured < Number(total) ? [texts.partlyCaptured] : []),
    ...(typeof paid === 'number' && paid < captured ? [texts.partlyRefunded] : []),
  ];
}
