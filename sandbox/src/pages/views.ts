/** Data for the buyer pages. They show only the object with the key in the address. */
import { redact } from 'payment-gateway-contract';
import { isoTime, MERCHANT, readDateTime } from 'payment-gateway-core/codes';
import { isObject, type JsonObject, memoize } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import type { Engine } from '../engine/index.js';
import { asTransaction, pageKey, redirectAfter, type Transaction } from '../rules/index.js';
import { EVERYBODY } from '../server/index.js';
import type { Stored, Unit, Work } from '../state/index.js';

type Schemas = components['schemas'];
export type PageName = 'pay' | '3ds';

const KEY = /^[\w-]{10,100}$/;
/** Accounts by page key, so that a request does not search all accounts. */
const accountsOf = memoize((_: Engine) => new Map<string, string>());
const MOST_KEYS = 10_000;

/** Returns the account with a page for the key; undefined for an unknown key. */
export async function findPage(engine: Engine, page: PageName, key: string): Promise<string | undefined> {
  if (!KEY.test(key)) return undefined;
  const known = accountsOf(engine);
  const last = known.get(key);
  const others = last === undefined ? await engine.accounts() : [last];
  for (const account of others) {
    if ((await engine.run(account, (work) => pageObject(work, page, key))) === undefined) continue;
    if (known.size >= MOST_KEYS) known.clear();
    known.set(key, account);
    return account;
  }
  return undefined;
}

/** Returns the link or the transaction whose page has the key. */
export function pageObject(work: Work, page: PageName, key: string): Stored | undefined {
  if (page === 'pay') {
    const link = work.find('links', pageKey(key));
    if (link !== undefined) return link;
  }
  const found = work.find('transactions', pageKey(key));
  if (found === undefined) return undefined;
  const { authentication, checkout } = asTransaction(found).hidden;
  return (page === 'pay' ? checkout : authentication)?.key === key ? found : undefined;
}

/** Returns the view of a link, or of one of its payments. */
export function checkoutView(work: Unit, object: Stored): Schemas['Checkout'] {
  const payment = object.kind === 'transactions' ? asTransaction(object) : undefined;
  const link = payment === undefined ? object : linkOf(work, payment);
  const value = link?.value ?? {};
  const status = String(value.status ?? 'expired');
  const again =
    status === 'active' && payment !== undefined ? link?.keys.find((key) => key.startsWith(PAGE)) : undefined;
  const redirect = payment !== undefined && isDone(payment) ? redirectOf(value.redirect_link) : undefined;
  return {
    shop: MERCHANT,
    ...brief('name', value.name, 200),
    ...brief('description', value.description, 1000),
    amount: Number(payment?.value.amount ?? value.amount),
    status,
    ...(payment !== undefined && { payment: paymentView(payment) }),
    ...(again !== undefined && { again: again.slice(PAGE.length) }),
    ...(redirect !== undefined && { redirect }),
    ...(work.account !== EVERYBODY && { account: work.account }),
  };
}

const PAGE = pageKey('');

/** Returns the view of a payment that waits for 3DS or has completed it. */
export function authenticationView(transaction: Transaction): Schemas['Authentication'] {
  const { value } = transaction;
  const redirect = redirectOf(redirectAfter(transaction));
  return {
    shop: MERCHANT,
    amount: value.amount,
    ...cardView(value.card),
    used: value.status !== 'request_authentication',
    status: value.status,
    ...(redirect !== undefined && { redirect }),
  };
}

function paymentView(transaction: Transaction): Schemas['ShownPayment'] {
  const { id, value, hidden, due } = transaction;
  const waits = value.status === 'waiting_payment';
  const { pix_qr_code, pix_expiration_date, boleto, refused_reason } = value;
  const line = isObject(boleto) ? boleto.barcode_line : undefined;
  const expires = pix_expiration_date
    ? readDateTime(pix_expiration_date)
    : waits && line !== undefined
      ? due
      : undefined;
  const reason = isObject(refused_reason) ? refused_reason.reason : undefined;
  const paid = isDone(transaction) ? hidden.history.find(([status]) => status === value.status) : undefined;
  return {
    id,
    method: String(value.payment_method),
    status: value.status,
    ...(typeof value.installments === 'number' && { installments: value.installments }),
    ...(waits && pix_qr_code && { pix_code: pix_qr_code }),
    ...(waits && typeof line === 'string' && { boleto_line: line }),
    ...(expires !== undefined && { expires_at: isoTime(expires) }),
    ...(paid !== undefined && { paid_at: isoTime(paid[2]) }),
    ...brief('reason', reason, 200),
    ...(value.status === 'canceled' && hidden.history.some(([status]) => status === 'authorized') && { voided: true }),
    ...cardView(value.card),
    ...(value.status === 'request_authentication' &&
      hidden.authentication !== undefined && { authenticate: hidden.authentication.key }),
  };
}

function cardView(card: unknown): { card?: Schemas['ShownCard'] } {
  if (!isObject(card)) return {};
  const { brand, card_last_digits } = card;
  return { card: { ...brief('brand', brand, 40), ...brief('last_digits', card_last_digits, 4) } };
}

function linkOf(work: Work, { hidden }: Transaction): Stored | undefined {
  return hidden.link === undefined ? undefined : work.seek('links', hidden.link);
}

function isDone({ value }: Transaction): boolean {
  return value.status === 'paid' || value.status === 'authorized';
}

function redirectOf(address: unknown): Schemas['Redirect'] | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  const allowed = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return { url: allowed ? new URL(address).href : shortened(address, 500), allowed };
}

/** Returns a free-text field, shortened and without card numbers. */
function brief<Name extends string>(name: Name, value: unknown, most: number): { [Key in Name]?: string } {
  if (typeof value !== 'string' || value.trim() === '') return {};
  const shown: JsonObject = { [name]: shortened(String(redact(value)), most) };
  return shown as { [Key in Name]?: string };
}

/** Shortens a text without splitting a character at its end. */
function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Surrogate}$/u, '')}…` : text;
}
