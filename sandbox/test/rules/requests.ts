/** Requests for the tests of the rules: the contract's examples with changes. */
import type { JsonObject } from '../../../core/src/util/json.js';
import { example, type Gateway, type Json } from './gateway.ts';

export const card = (card_number = '4111111111111111', card_cvv = '123') => ({
  card_number,
  card_holder_name: 'MARIA SOUZA',
  card_expiration_date: '1230',
  card_cvv,
});

export const APPROVED = '4111111111111111';
export const ASKS_3DS = '4539620659922097';
export const STAYS_PROCESSING = '5240082975622454';
export const REFUSED = '4929291898380766';

/** Returns the example without its reference key, because only one transaction can use it. */
function request(name: string, changes: JsonObject): JsonObject {
  const { reference_key: _one, ...shown } = example('createTransaction', name);
  return { ...shown, ...changes };
}

export const byCard = (changes: JsonObject = {}) => request('credit_card', { installments: 1, ...changes });
export const by3ds = (changes: JsonObject = {}) => request('credit_card_3ds', changes);
export const byDebit = (changes: JsonObject = {}) => request('debit_card', changes);
/** Dates that the clock of the tests reaches; those of the examples are far away. */
const SOON = { expiration_date: '2026-11-20 14:05:41' };
export const DUE = { expiration: '2026-12-10', max_payment_date: '2026-12-15' };
export const byPix = (changes: JsonObject = {}) => request('pix', { ...SOON, ...changes });
export const byBoleto = (changes: JsonObject = {}) => request('boleto', { boleto: DUE, ...changes });

/** Subscribes to a new price of a new plan. */
export async function subscribe(gateway: Gateway, body: JsonObject, price: JsonObject = {}): Promise<Json> {
  const { id: plan_id } = await gateway.call('createPlan', { body: { name: 'Clube do café' } });
  const { id: price_id } = await gateway.call('createPrice', { body: { plan_id, amount: 4990, ...price } });
  return gateway.call('createSubscription', { body: { price_id, ...body } });
}
