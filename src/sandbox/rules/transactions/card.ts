import { testValues } from '../../../../generated/test-values.js';
import type { JsonObject } from '../../../contract/json.js';
import type { CardOutcome } from '../cards.js';
import { objectOf, present, string } from '../input.js';
import { pageKey, pageUrl } from '../resource.js';
import { rule, type Wire, type Work } from '../work.js';
import type { Draft } from './draft.js';
import type { Start } from './open.js';
import { decided } from './settle.js';

/** Starts a payment by card. The test card decides its outcome, after 3DS if the payment requires it. */
export function startCard(work: Work, draft: Draft, card: CardOutcome, isRefusedByCode: boolean): Start {
  const { threeDSecure } = draft;
  const debit = draft.method === 'debit_card';
  const hidden = { capture: debit || draft.capture !== false, issuer: issuerOf(card, isRefusedByCode) };
  if (debit || (card === 'request_authentication' && threeDSecure !== undefined)) {
    return authentication(work, hidden, threeDSecure ?? {});
  }
  return charge(work, draft.amount, hidden, draft.async === true);
}

/** Returns the issuer's decision on a card whose buyer needs no authentication or has completed it. */
export function issuerOf(card: CardOutcome, isRefusedByCode: boolean): Exclude<CardOutcome, 'request_authentication'> {
  const issuer = card === 'request_authentication' ? 'approved' : card;
  return issuer === 'approved' && isRefusedByCode ? 'refused' : issuer;
}

/** Starts a charge. The issuer decides now, or after the settle delay. */
export function charge(
  work: Work,
  amount: number,
  hidden: { capture: boolean; issuer: ReturnType<typeof issuerOf> },
  async: boolean,
): Start {
  const undecided = { status: 'processing', fields: () => ({}) } as const;
  if (hidden.issuer === 'processing') return { ...undecided, hidden };
  if (async) return { ...undecided, hidden: { ...hidden, next: 'settle' }, due: work.now + work.settings.settleMs };
  const { status, value } = decided(amount, hidden);
  return { status, hidden, fields: () => value };
}

function authentication(work: Work, hidden: Start['hidden'], { urlSuccess, urlFail, onFailure }: JsonObject): Start {
  const key = work.settings.randomKey();
  const addresses = present({ urlSuccess: string(urlSuccess), urlFail: string(urlFail), onFailure: string(onFailure) });
  return {
    status: 'request_authentication',
    hidden: { ...hidden, authentication: { key, ...addresses } },
    keys: [pageKey(key)],
    fields: (): Partial<Wire['Transaction']> => ({ threeDSecure: { url: pageUrl(work, '3ds', key) } }),
  };
}

/** Returns whether the security code refuses a card that would otherwise be approved. A stored card may also come with a code, which is never stored. */
export const refusedByCode = rule('security-code-refused', (body: JsonObject): boolean => {
  const code = string(objectOf(body.card)?.card_cvv) ?? string(body.card_cvv);
  return testValues.security_codes.some(({ begins_with }) => code?.startsWith(begins_with));
});
