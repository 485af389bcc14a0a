import { expect, onTestFinished, test } from 'vitest';
import { parameters } from '../../../core/generated/parameters.js';
import { countUse } from '../../src/state/index.ts';
import { engines } from '../engines.ts';
import { APPROVED_CARD, inProcess, PIX, send } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { describeSharedPlaces } from '../places.ts';
import { REFUSED } from '../rules/requests.ts';

/** Days for which an authorization can be captured. */
const { days } = parameters['authorization-expiry'];

const CARD = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };
const CLOCK = '2026-11-20T12:00:00Z';

const receiverThat = receivers();

/** Opens a sandbox. `uses` resolves with the uses since its last call. */
async function open(options = {}) {
  const entered = await inProcess({ clock: CLOCK, ...options });
  onTestFinished(() => entered[Symbol.asyncDispose]());
  const { sandbox } = entered;
  let before: Readonly<Record<string, number>> = {};
  const uses = async (): Promise<Record<string, number>> => {
    const now = Object.fromEntries((await sandbox.assumptions()).map(({ entry, uses }) => [entry, uses]));
    const fresh = Object.entries(now).map(([entry, uses]) => [entry, uses - (before[entry] ?? 0)] as const);
    before = now;
    return Object.fromEntries(fresh.filter(([, uses]) => uses > 0));
  };
  const call = (method: string, path: string, body?: object) => send(entered, method, path, body);
  const post = (path: string, body: object) => call('POST', path, body);
  return { sandbox, uses, call, post, pay: (body: object) => post('/v1/transactions', body) };
}

test('counts each entry once per request that it decides, but not for controls', async () => {
  const { sandbox, uses, pay } = await open();
  expect(await uses()).toEqual({});
  await pay(PIX);
  const first = await uses();
  expect(first).toMatchObject({ 'pix-flow': 1 });
  expect(first).not.toHaveProperty('reference-key');
  expect(first).not.toHaveProperty('unknown-id');
  const withKey = { ...PIX, reference_key: 'order-1001-attempt-1' };
  await pay(withKey);
  expect((await pay(withKey)).status).toBe(422);
  expect(await uses()).toMatchObject({ 'pix-flow': 1, 'reference-key': 1, 'error-body': 1 });
  await sandbox.pay(1001);
  await sandbox.populate({ transactions: 3 });
  expect(await uses()).not.toHaveProperty('pix-flow');
  await sandbox.reset();
  expect(await sandbox.assumptions()).toEqual([]);
});

test('an entry of a path and of its rule counts once per request', async () => {
  const { uses, call } = await open();
  await call('POST', '/v1/customers/find', { email: 'nobody@example.com' });
  expect(await uses()).toEqual({ 'customer-lookup': 1 });
  // The path of a call that succeeds counts, too.
  await call('GET', '/v1/receivers');
  expect(await uses()).toEqual({ 'resource-paths': 1, 'list-envelope': 1 });
  await call('PUT', '/v1/anti-fraud', { enabled: true });
  expect(await uses()).toMatchObject({ 'single-configuration': 1 });
});

test('a declined card counts where it is declined', async () => {
  const { uses, pay } = await open();
  await pay(CARD);
  expect(await uses()).not.toHaveProperty('refused-response');
  await pay({ ...CARD, card: { ...APPROVED_CARD, card_number: REFUSED } });
  expect(await uses()).toMatchObject({ 'refused-response': 1 });
});

test('renewals count one by one, however many fall into one unit of work', async () => {
  const { sandbox, uses, post } = await open();
  const { id: plan_id } = (await post('/v1/plans', { name: 'Club' })).body;
  const price = { plan_id, amount: 4990, interval: 'month', trial_days: 3 };
  const { id: price_id } = (await post('/v1/prices', price)).body;
  const customer = { name: 'Ana Souza', email: 'ana@example.com' };
  const body = { price_id, payment_method: 'credit_card', card: APPROVED_CARD, customer };
  const { id } = (await post('/v1/subscriptions', body)).body;
  expect(await uses()).not.toHaveProperty('subscription-charges');
  await sandbox.clock.advance({ days: 3 });
  expect(await uses()).toMatchObject({ 'subscription-charges': 1, 'subscription-cycle': 1 });
  await sandbox.clock.advance({ months: 12 });
  expect(await uses()).toMatchObject({ 'subscription-charges': 12, 'subscription-cycle': 12 });
  await sandbox.fail(id);
  await sandbox.clock.advance({ months: 1 });
  const retries = parameters['subscription-cycle'].retry_days;
  await sandbox.clock.advance({ days: Math.max(...retries) + 5 });
  // The renewal and its retries.
  const charges = 1 + retries.length;
  expect(await uses()).toMatchObject({ 'subscription-charges': charges, 'subscription-cycle': charges });
});

test.each([
  ['pix-flow', { ...PIX, expiration_date: '2026-11-21 12:00:00' }],
  ['boleto-flow', { amount: 1000, payment_method: 'boleto', customer: { name: 'Ana', email: 'ana@example.com' } }],
])('%s counts again when the time to pay runs out', async (entry, body) => {
  const { sandbox, uses, pay } = await open();
  await pay(body);
  expect(await uses()).toMatchObject({ [entry]: 1 });
  await sandbox.clock.advance({ days: 31 });
  expect(await uses()).toEqual({ [entry]: 1 });
});

test.each([
  ['stays', {}, 'authorized'],
  ['is canceled', { 'authorization-expiry': 'cancels-itself' } as const, 'canceled'],
])('an authorization that expires and %s counts then, and not before', async (_, assume, status) => {
  const { sandbox, uses, post, pay } = await open();
  const { id } = (await pay({ ...CARD, capture: false })).body;
  // Also for an authorization from before the switch.
  await sandbox.assume(assume);
  expect(await uses()).not.toHaveProperty('authorization-expiry');
  await sandbox.clock.advance({ days: days + 1 });
  expect(await uses()).toEqual({ 'authorization-expiry': 1 });
  expect(await sandbox.retrieve(id)).toMatchObject({ status });
  await post(`/v1/transactions/${id}/capture`, {});
  if (status === 'authorized') expect(await uses()).toMatchObject({ 'authorization-expiry': 1, 'error-body': 1 });
});

test('an authorization that is captured in time does not rely on its expiry', async () => {
  const { sandbox, uses, post, pay } = await open();
  const { id } = (await pay({ ...CARD, capture: false })).body;
  await post(`/v1/transactions/${id}/capture`, {});
  await sandbox.clock.advance({ days: 31 });
  expect(await uses()).not.toHaveProperty('authorization-expiry');
});

/** The uses of one delivery that its receiver confirms. */
const delivered = { 'webhook-events': 1, 'webhook-envelope': 1, 'event-payload-fields': 1, 'response-ids': 1 };

test('deliveries count the entries about events, also after an act of the buyer', async () => {
  let status = 500;
  const { url: webhook } = await receiverThat((response) => response.writeHead(status).end());
  const { sandbox, uses, pay } = await open({ webhook });
  const { id } = (await pay(PIX)).body;
  await expect.poll(async () => (await sandbox.events.list()).at(-1)?.deliveries[0]?.attempts.length).toBe(1);
  expect(await uses()).toMatchObject({ ...delivered, 'webhook-response': 1, 'response-ids': 2 });
  status = 204;
  await sandbox.clock.advance('1s');
  await sandbox.events.settled();
  // A 2xx confirms the retry under each variant, so its response assumes nothing.
  expect(await uses()).toEqual(delivered);
  await sandbox.pay(id, { delivered: true });
  expect(await uses()).toEqual(delivered);
});

test('an event that a variant leaves out counts, and one without a receiver does not', async () => {
  const { sandbox, uses, pay } = await open();
  await pay(PIX);
  expect(await uses()).not.toHaveProperty('webhook-events');
  await sandbox.assume({ 'webhook-events': 'none-for-creation' });
  await pay(PIX);
  expect(await uses()).toMatchObject({ 'webhook-events': 1 });
});

describeSharedPlaces('a unit that runs again after a conflict', (newPlace) => {
  const engineOn = engines();

  test('counts once, when it has committed', async () => {
    const place = newPlace();
    const [one, other] = [await engineOn(place), await engineOn(place)];
    let runs = 0;
    const write = () =>
      other.run(
        'a',
        (work) => {
          runs++;
          countUse('pix-flow');
          work.setDocument('seen', { runs });
        },
        { counted: true },
      );
    await write();
    await one.run('a', (work) => work.setDocument('seen', { by: 'one' }));
    runs = 0;
    await write();
    expect(runs).toBe(2);
    expect(other.uses('a')).toEqual([{ entry: 'pix-flow', uses: 2 }]);
    expect(one.uses('a')).toEqual([]);
  });
});
