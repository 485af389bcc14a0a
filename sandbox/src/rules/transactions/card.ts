import type { JsonObject } from 'payment-gateway-core/util';
import { testValues } from 'payment-gateway-core/values';
import type { IssuerDecision } from '../cards.js';
import { optionalObject, string } from '../input.js';
import type { Work } from '../work.js';
import { authentication } from './authenticate.js';
import type { Draft } from './draft.js';
import { decided } from './settle.js';
import type { Hidden, Issuer, Start } from './transaction.js';

type Decision = Pick<Hidden, 'capture' | 'issuer'>;

/** Starts a payment by card. The test card decides its outcome, after 3DS if the payment requires it. */
export function startCard(work: Work, draft: Draft, card: IssuerDecision, isRefusedByCode: boolean): Start {
  const { amount, threeDSecure } = draft;
  const debit = draft.method === 'debit_card';
  const decision = { capture: debit || draft.capture !== false, issuer: issuerOf(card, isRefusedByCode) };
  const isDebit3ds = debit && work.use('three-d-secure-flow') !== 'debit-without-authentication';
  const requires3ds = isDebit3ds || (card === 'request_authentication' && threeDSecure !== undefined);
  if (requires3ds) {
    const start = authentication(work, threeDSecure ?? {});
    return { ...start, hidden: { ...decision, ...start.hidden } };
  }
  return charge(work, amount, decision, draft.async === true);
}

/** Returns the issuer's decision on a card whose buyer needs no authentication or has completed it. */
export function issuerOf(card: IssuerDecision, isRefusedByCode: boolean): Issuer {
  const issuer = card === 'request_authentication' ? 'approved' : card;
  return issuer === 'approved' && isRefusedByCode ? 'refused' : issuer;
}

/** Starts a charge. The issuer decides now, or after the settle delay. */
export function charge(work: Work, amount: number, decision: Decision, async: boolean): Start {
  if (decision.issuer === 'processing') return { status: 'processing', hidden: decision };
  const isLater = async || work.use('status-meanings') === 'processing-first';
  if (!isLater) return { ...decided(work, amount, decision), hidden: decision };
  const due = work.now + work.settings.settleMs;
  return { status: 'processing', hidden: { ...decision, next: 'settle' }, due };
}

/** Returns whether the security code refuses a card that would otherwise be approved. A stored card may also come with a code, which is never stored. */
export function refusedByCode(work: Work, body: JsonObject): boolean {
  const code = string(optionalObject(body.card)?.card_cvv) ?? string(body.card_cvv);
  const isRefused = testValues.security_codes.some(({ begins_with }) => code?.startsWith(begins_with));
  if (isRefused) work.use('security-code-refused');
  return isRefused;
}
