/** The kinds of objects that have lists of their own, and what is told of each in one line. */
import { transitions } from '../../../generated/transitions.js';
import { money } from '../shared/locale.js';
import type { Kind, Shown } from './api.js';

export interface KindView {
  readonly kind: Kind;
  readonly title: string;
  /** What one of them is called. */
  readonly one: string;
  readonly statuses: readonly string[];
  /** Beside id, state and time. */
  readonly summary: (object: Shown) => string;
  /** A request that makes the first one, for an empty list. */
  readonly example?: { readonly path: string; readonly body: unknown };
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const field = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined;
const reais = (value: unknown): string => (typeof value === 'number' ? money(value) : '');
const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ');

/** `credit card •••• 1111`, `pix`. */
export function methodOf(object: Shown): string {
  const digits = text(field(object.card, 'card_last_digits'));
  return joined(text(object.payment_method).replaceAll('_', ' '), digits && `•••• ${digits}`);
}

export const KINDS: readonly KindView[] = [
  {
    kind: 'transactions',
    title: 'Transactions',
    one: 'Transaction',
    statuses: Object.keys(transitions.TransactionStatus),
    summary: (object) => joined(reais(object.amount), methodOf(object), text(field(object.customer, 'name'))),
    example: { path: '/v1/transactions', body: { amount: 15990, payment_method: 'pix', async: true } },
  },
  {
    kind: 'links',
    title: 'Payment links',
    one: 'Payment link',
    statuses: Object.keys(transitions.PaymentLinkStatus),
    summary: (object) => joined(reais(object.amount), text(object.name)),
    example: { path: '/v1/links', body: { amount: 15990, name: 'Livro' } },
  },
  {
    kind: 'subscriptions',
    title: 'Subscriptions',
    one: 'Subscription',
    statuses: Object.keys(transitions.SubscriptionStatus),
    summary: (object) =>
      joined(
        reais(field(object.price, 'amount')),
        text(field(object.price, 'interval')) && `each ${text(field(object.price, 'interval'))}`,
        text(field(object.customer, 'name')),
      ),
  },
  {
    kind: 'customers',
    title: 'Customers',
    one: 'Customer',
    statuses: [],
    summary: (object) => joined(text(object.name), text(object.email)),
    example: { path: '/v1/customers', body: { name: 'Ana Souza', email: 'ana@example.com' } },
  },
  {
    kind: 'receivers',
    title: 'Receivers',
    one: 'Receiver',
    statuses: [],
    summary: (object) => joined(text(object.name), text(object.email)),
    example: { path: '/v1/receivers', body: { name: 'Editora', email: 'editora@example.com' } },
  },
  {
    kind: 'webhooks',
    title: 'Webhooks',
    one: 'Webhook',
    statuses: [],
    summary: (object) => joined(text(object.url), Array.isArray(object.events) ? object.events.join(', ') : ''),
    example: { path: '/v1/webhooks', body: { url: 'http://127.0.0.1:3000/hooks', events: ['transactions'] } },
  },
];

/** Those that are only shown beside others. */
const OTHERS: Readonly<Record<string, string>> = {
  cards: 'Card',
  plans: 'Plan',
  prices: 'Price',
  bank_accounts: 'Bank account',
  acquirers: 'Acquirer',
};

export const viewOf = (kind: string): KindView | undefined => KINDS.find((one) => one.kind === kind);

export const nameOf = (kind: string): string => viewOf(kind)?.one ?? OTHERS[kind] ?? kind;

export function summaryOf(kind: string, object: Shown): string {
  const view = viewOf(kind);
  if (view !== undefined) return view.summary(object);
  if (kind === 'cards')
    return joined(text(object.brand), text(object.card_last_digits) && `•••• ${text(object.card_last_digits)}`);
  return joined(reais(object.amount), text(object.name), text(object.interval), text(object.bank_code));
}
