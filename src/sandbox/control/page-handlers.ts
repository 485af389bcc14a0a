/** Handles the requests from the scripts of the pages. */
import type { components } from '../../../generated/sandbox-types.js';
import type { JsonObject } from '../../contract/json.js';
import type { Engine } from '../engine.js';
import { authenticationView, checkoutView, findPage, objectOf, type PageName, testCards } from '../pages/views.js';
import { acts, asTransaction, checkout } from '../rules/index.js';
import { cardOf } from '../scenario/index.js';
import { Refusal, type Stored, type Work } from '../state/index.js';
import type { ControlCall, Handlers } from './call.js';
import { createEventStream, type EventStream, eventOf } from './event-stream.js';

type PageOperation =
  | 'beginCheckout'
  | 'retrieveCheckout'
  | 'watchCheckout'
  | 'simulateCheckout'
  | 'retrieveAuthentication'
  | 'watchAuthentication'
  | 'endAuthentication';

export function createPageHandlers(engine: Engine): Pick<Handlers, PageOperation> {
  /** Runs a task on the object with the key of the call, in its account. */
  async function onPage<Result>(
    page: PageName,
    { params }: { readonly params: { readonly key: string } },
    task: (work: Work, object: Stored) => Result,
  ): Promise<Result> {
    const { key } = params;
    const account = await findPage(engine, page, key);
    if (account === undefined) throw noPage();
    return engine.run(account, (work) => {
      const object = objectOf(work, page, key);
      if (object === undefined) throw noPage();
      return task(work, object);
    });
  }

  async function watch(page: PageName, call: ControlCall<'watchCheckout'>, view: View): Promise<EventStream> {
    const account = await findPage(engine, page, call.params.key);
    if (account === undefined) throw noPage();
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
      const { payment_method, card, installments } = call.body;
      const transaction = await onPage('pay', call, (work, link) => {
        if (link.kind !== 'links')
          throw new Refusal(422, ['key: a payment was begun here; begin another on the page of its link']);
        const options = { payment_method: String(payment_method), ...cardFields(payment_method, card, installments) };
        return checkout(work, link, options, { inBrowser: true });
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
  };
}

type View = (work: Work, object: Stored) => components['schemas']['Checkout'] | components['schemas']['Authentication'];

const viewAuthentication = (work: Work, object: Stored) => authenticationView(work, asTransaction(object));

const noPage = (): Refusal => new Refusal(404, ['key: there is no such page, or no more']);

/** Returns the additional fields of a card payment. */
function cardFields(method: unknown, id: unknown, installments: unknown): JsonObject {
  if (method !== 'credit_card' && method !== 'debit_card') return {};
  const card = testCards.find(({ shown }) => shown.id === id);
  if (card === undefined) {
    throw new Refusal(422, [`card: must be one of ${testCards.map(({ shown }) => shown.id).join(', ')}`]);
  }
  return {
    card: { ...cardOf('approved', 'COMPRADOR DE TESTE'), card_number: card.card_number },
    ...(method === 'credit_card' && { installments: installments ?? 1 }),
  };
}
