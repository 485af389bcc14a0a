/** Handles the requests from the scripts of the pages. */
import { hasCardNumber } from 'payment-gateway-contract';
import { isCnpj, isCpf } from 'payment-gateway-core/codes';
import { isLuhn } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import { authenticationView, checkoutView, findPage, type PageName, pageObject } from '../pages/index.js';
import { acts, asTransaction, checkout } from '../rules/index.js';
import { realCards } from '../server/index.js';
import { Refusal, type Run, type Stored, type Unit } from '../state/index.js';
import type { ControlBody, ControlCall, ControlOptions, Handlers } from './call.js';
import { createEventStream, type EventStream, eventOf } from './event-stream.js';

export function createPageHandlers({ engine, allowAnyCard }: ControlOptions) {
  async function accountOf(page: PageName, key: string): Promise<string> {
    const account = await findPage(engine, page, key);
    if (account === undefined) throw noPage();
    return account;
  }

  /** Runs a task on the object with the key of the call, in its account. */
  async function onPage<Result>(
    page: PageName,
    { params, run }: { readonly params: { readonly key: string }; readonly run: Run },
    task: (unit: Unit, object: Stored) => Result,
  ): Promise<Result> {
    return run(await accountOf(page, params.key), (unit) => {
      const object = pageObject(unit, page, params.key);
      if (object === undefined) throw noPage();
      return task(unit, object);
    });
  }

  async function watch(page: PageName, call: ControlCall<'watchCheckout'>, view: View): Promise<EventStream> {
    const account = await accountOf(page, call.params.key);
    // Sends an event only if the view has changed, because other changes do not concern the buyer. Each reader has a separate last event.
    return (ended) => {
      let last = '';
      const look = async (): Promise<string | undefined> => {
        const event = eventOf('state', await onPage(page, call, view));
        const isNew = event !== last;
        last = event;
        return isNew ? event : undefined;
      };
      return createEventStream(engine, account, look)(ended);
    };
  }

  return {
    async beginCheckout(call) {
      const fields = paymentFields(call.body, allowAnyCard);
      const transaction = await onPage('pay', call, (unit, link) => {
        if (link.kind !== 'links')
          throw new Refusal(422, ['key: a payment was begun here; begin another on the page of its link']);
        return checkout(unit, link, fields, { inBrowser: true });
      });
      const { key = '' } = transaction.hidden.checkout ?? {};
      return { key };
    },
    retrieveCheckout: (call) => onPage('pay', call, checkoutView),
    watchCheckout: (call) => watch('pay', call, checkoutView),
    simulateCheckout: (call) =>
      onPage('pay', call, (work, object) => {
        const act = call.body.act === 'expire' ? acts.expire : acts.pay;
        if (object.kind !== 'transactions') throw new Refusal(422, ['key: no payment was begun here']);
        return checkoutView(work, act(work, object.kind, object.id));
      }),
    retrieveAuthentication: (call) => onPage('3ds', call, viewAuthentication),
    watchAuthentication: (call) => watch('3ds', call, viewAuthentication),
    endAuthentication: (call) =>
      onPage('3ds', call, (work, { kind, id }) =>
        viewAuthentication(work, acts.authenticate(work, kind, id, call.body)),
      ),
  } satisfies Partial<Handlers>;
}

type View = (unit: Unit, object: Stored) => components['schemas']['Checkout'] | components['schemas']['Authentication'];

const viewAuthentication = (_unit: Unit, object: Stored) => authenticationView(asTransaction(object));

const noPage = (): Refusal => new Refusal(404, ['key: there is no such page, or no more']);

/** Returns the payer as a transaction takes it. Throws a `Refusal` if neither CPF nor CNPJ is valid. */
function payerOf({ document, ...customer }: NonNullable<ControlBody<'beginCheckout'>['customer']>) {
  if (document === undefined) return customer;
  const type = isCpf(document) ? 'cpf' : isCnpj(document) ? 'cnpj' : undefined;
  if (type === undefined) throw new Refusal(422, ['customer.document: is neither a valid CPF nor a valid CNPJ']);
  return { ...customer, documents: [{ type, number: document }] };
}

/** Returns the fields of the payment for its method. Throws a `Refusal` for a card that the API refuses, and for a mistyped one. */
function paymentFields(
  { payment_method, card, customer, installments }: ControlBody<'beginCheckout'>,
  allowAnyCard: boolean,
) {
  const real = allowAnyCard ? [] : realCards({ card });
  if (real.length > 0) throw new Refusal(400, real);
  for (const [field, text] of Object.entries({ ...customer, card_holder_name: card?.card_holder_name ?? '' })) {
    if (hasCardNumber(text)) throw new Refusal(422, [`${field}: contains a card number; send it in card_number only`]);
  }
  if (payment_method === 'pix' || payment_method === 'boleto') {
    return { payment_method, ...(customer !== undefined && { customer: payerOf(customer) }) };
  }
  if (card === undefined) throw new Refusal(422, ['card: a payment by card requires the card of the buyer']);
  if (!isLuhn(card.card_number))
    throw new Refusal(422, ['card.card_number: is not a valid card number; check its digits']);
  return { payment_method, card, ...(payment_method === 'credit_card' && { installments: installments ?? 1 }) };
}
