import { createHash } from 'node:crypto';
import { brandOf, dayInSaoPaulo, hasCardExpired, timestamp, visibleDigits } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { type TestCard, testValues } from 'payment-gateway-core/values';
import { idOf, optionalObject, present, string } from './input.js';
import { groupOf, SCHEMA_KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { ok, requireReferenced } from './resource.js';
import type { OperationHandler, OperationRules, Stored, Wire, Work } from './work.js';

const KIND = SCHEMA_KINDS.Card;

/** The issuer's decision on payments with a card. */
export type IssuerDecision = TestCard['outcome'] | 'expired';

const createCard: OperationHandler = (work, { body = {} }) => {
  work.use('card-shape');
  return ok(store(work, describe(body)).value);
};

const retrieveCardBrand: OperationHandler = (work, { body = {} }) => {
  work.use('card-brands');
  const number = string(body.card_number) ?? '';
  const brand = testCard(number)?.brand ?? brandOf(number);
  if (brand === undefined)
    throw unprocessable('card_number: belongs to no brand that the sandbox knows; use a test card');
  return ok({ brand } satisfies Wire['CardBrandResponse']);
};

/** Returns the card of `card_id`, or stores the card in the request for the customer. Fails with 422 without either. */
export function cardOfPayment(work: Work, body: JsonObject, customer: number | undefined): Stored {
  work.use('card-kept');
  if (body.card_id !== undefined && body.card_id !== null) {
    const card = requireReferenced(work, KIND, body.card_id, 'card_id');
    if (customer === undefined) return card;
    if (card.groups.length === 0) return work.change(card, { groups: [groupOf('Customer', customer)] });
    if (isOf(card, customer) || work.use('card-owner') !== 'refused') return card;
    throw unprocessable(`card_id: card ${card.id} belongs to another customer than customer ${customer}`);
  }
  const sent = optionalObject(body.card);
  if (sent === undefined || string(sent.card_number) === undefined)
    throw unprocessable('card: a payment by card takes card, or card_id of a stored one');
  const described = describe(sent);
  const known = customer === undefined ? undefined : work.find(KIND, keyOf(customer, described.value.fingerprint));
  return known ?? store(work, described, customer);
}

const isOf = ({ groups }: Stored, customer: number): boolean => groups.includes(groupOf('Customer', customer));

/** Returns a warning about a payment with the card of another customer. */
export function foreignCard(work: Work, { card_id }: JsonObject, customer: unknown): string[] {
  const card = work.seek(KIND, idOf(card_id) ?? 0);
  const owner = idOf(customer);
  if (card === undefined || owner === undefined || card.groups.length === 0 || isOf(card, owner)) return [];
  return [
    `card_id: card ${card.id} belongs to another customer than customer ${owner}; check that the buyer may use it`,
  ];
}

/** Returns a warning about a credit card payment that asks for 3DS with a card whose issuer does not. A debit card always needs 3DS. */
export function without3ds({ payment_method, threeDSecure }: JsonObject, status: unknown): string[] {
  if (payment_method !== 'credit_card' || optionalObject(threeDSecure) === undefined) return [];
  if (status === 'request_authentication') return [];
  const numbers = testValues.cards.filter(({ outcome }) => outcome === 'request_authentication');
  const list = numbers.map(({ card_number }) => card_number).join(' or ');
  return [`threeDSecure: this card asks for no authentication; use the test card ${list} for 3DS`];
}

/** Returns the issuer's decision, which changes when the card expires. Only the rules write cards, so the outcome is known. */
export function cardOutcome(work: Work, { hidden }: Stored): IssuerDecision {
  return hasExpired(work, hidden.expires) ? 'expired' : (hidden.outcome as IssuerDecision);
}

/** The group of the cards that the issuer refuses since an act. */
export const FAILED_CARDS = 'failed';

/** Returns whether the issuer refuses the card whenever it is used. */
export const isFailed = ({ hidden }: Stored): boolean => hidden.outcome === 'refused';

/** Makes the issuer refuse all further payments with the card. */
export function failCard(work: Work, card: Stored): Stored {
  if (card.groups.includes(FAILED_CARDS)) return card;
  const { outcome } = card.hidden;
  return work.change(card, {
    hidden: { ...card.hidden, outcome: 'refused', outcomeBefore: outcome },
    groups: [...card.groups, FAILED_CARDS],
  });
}

/** Makes the issuer decide about a card as it did before `failCard`. */
export function acceptCard(work: Work, card: Stored): Stored {
  const { outcomeBefore, ...hidden } = card.hidden;
  if (outcomeBefore === undefined) return card;
  const groups = card.groups.filter((group) => group !== FAILED_CARDS);
  return work.change(card, { hidden: { ...hidden, outcome: outcomeBefore }, groups });
}

/** Returns a stored card as a response has it: no longer valid after its month. */
export function shownCard(work: Work, { value, hidden }: Stored): JsonObject {
  return hasExpired(work, hidden.expires) ? { ...value, valid: false } : value;
}

/** Returns the parts of a card that may be stored, without its number and security code. */
function describe(sent: JsonObject) {
  const number = string(sent.card_number) ?? '';
  const known = testCard(number);
  const { first, last } = visibleDigits(number);
  const holder = string(sent.card_holder_name);
  const outcome: IssuerDecision = known?.outcome ?? 'approved';
  const expires = string(sent.card_expiration_date);
  const value = present({
    card_holder_name: holder,
    card_first_digits: first,
    card_last_digits: last,
    brand: known?.brand ?? brandOf(number),
    // A digest of the whole number could be reversed by trying the few numbers that fit.
    fingerprint: digest([first, last, outcome, holder?.toUpperCase(), expires]),
    valid: true,
  });
  return { value, hidden: present({ outcome, expires }) };
}

/** Returns whether the month of a card has ended in São Paulo. */
function hasExpired(work: Work, sent: unknown): boolean {
  const expired = hasCardExpired(string(sent) ?? '', dayInSaoPaulo(work.now));
  if (expired) work.use('card-expired');
  return expired;
}

function store(work: Work, { value, hidden }: ReturnType<typeof describe>, customer?: number): Stored {
  const id = work.id();
  const now = timestamp(work.now);
  const wire: Wire['Card'] = { id, card_id: id, ...value, created_at: now, updated_at: now };
  return work.create(KIND, {
    id,
    value: wire,
    hidden,
    ...(customer !== undefined && {
      groups: [groupOf('Customer', customer)],
      keys: [keyOf(customer, value.fingerprint)],
    }),
  });
}

const keyOf = (customer: number, fingerprint: string): string => `fingerprint:${customer}:${fingerprint}`;

function testCard(number: string): TestCard | undefined {
  return testValues.cards.find(({ card_number }) => card_number === number);
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

export const cardRules = { createCard, retrieveCardBrand } satisfies OperationRules;
