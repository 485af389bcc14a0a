import { expect, test } from 'vitest';
import { readContract } from '../../../core/src/contract/document.js';
import { flow, MissingValue, needed } from '../../src/flows/flow.js';
import { verifyServer } from '../../src/index.js';
import { planFlows } from '../../src/run/plan.js';
import { startDeviatingServer } from '../deviating-server.ts';

const flows = await planFlows();
const steps = flows.flatMap((one) => one.steps);
const register = Object.entries(
  readContract()['x-evidence-register'] as Record<string, { settle: { by: string; route: string } }>,
);

test('every entry that flows settle has a flow that names it', () => {
  const settled = new Set<string>(flows.flatMap(({ settles }) => [...settles]));
  // A failure of the server comes by chance.
  const expected = register.filter(([, { settle }]) => settle.by === 'flow' && settle.route !== 'chance');
  expect(expected.length).toBeGreaterThan(50);
  const missing = expected.map(([key]) => key).filter((key) => !settled.has(key));
  expect(missing, 'entries with `settle: { by: flow }` need a flow in verify/src/flows').toEqual([]);
});

test('flows and steps have unique names, which recordings refer to', () => {
  for (const names of [flows, steps].map((list) => list.map(({ name }) => name)))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(flows.filter(({ summary, steps }) => summary === '' || steps.length === 0)).toEqual([]);
});

test('every charge of a flow comes with a refund or a void', () => {
  const takesBack = ({ operation: { resource } }: (typeof steps)[number]) =>
    resource.action === 'act' && resource.charges === 'nothing';
  const charging = flows.filter(({ cost }) => cost > 0);
  expect(charging.length).toBeGreaterThan(5);
  expect(charging.filter((one) => !one.steps.some(takesBack)).map(({ name }) => name)).toEqual([]);
});

test('a plan knows what each step may do, and the most that a flow may charge', async () => {
  const body = { amount: 100, payment_method: 'credit_card' } as const;
  const [planned] = await planFlows([
    flow('sample', 'Charge twice', async ({ send }) => {
      const { id } = await send('createTransaction', { body });
      await send('captureTransaction', { path: { id }, body: { amount: 130 } });
      const price = await send('createPrice', { body: { amount: 700 } });
      const price_id = needed(price.id, 'the id of the price');
      await send('createSubscription', { body: { price_id } });
      await send('findCustomer', { body: {}, leftOut: 'email' });
      await send('createTransaction', { body: { amount: 1, payment_method: 'pix' } });
    }),
  ]);
  expect(planned?.steps.map(({ name, reach, cost }) => [name, reach, cost])).toEqual([
    ['sample.createTransaction', 'money', 100],
    // The Pix has the lowest amount, so the capture may exceed it by 129.
    ['sample.captureTransaction', 'money', 129],
    ['sample.createPrice', 'write', 0],
    ['sample.createSubscription', 'money', 700],
    ['sample.findCustomer', 'read', 0],
    ['sample.createTransaction-2', 'charge', 0],
  ]);
  expect(planned).toMatchObject({ cost: 929, reaches: ['read', 'write', 'charge', 'money'] });
  expect(planned?.steps[4]?.intent.expects).toEqual([400, 422]);
});

test.each([undefined, null, '', {}, []])('a response with %j where a value is needed ends the flow', (value) => {
  expect(() => needed(value, 'the id of the plan')).toThrow(new MissingValue('no response had the id of the plan'));
  expect(needed(0, 'a number')).toBe(0);
});

test('the report says which value a response lacked', async () => {
  await using server = await startDeviatingServer({
    change: ({ path }, reply) => (path.startsWith('/v1/plans?') ? { ...reply, body: [null] } : undefined),
  });
  const options = { baseUrl: server.url, token: 'any', confirm: async () => true };
  const { notes } = await verifyServer({ ...options, entry: 'price-shape' });
  expect(notes).toEqual([
    'retrieve-plans.retrievePlan, retrieve-plans.retrievePlan-2, retrieve-plans.listPlanPrices: not sent: an earlier response lacks the id for /v1/plans/{id}.',
  ]);
  expect(server.received.map(({ path }) => path.split('?')[0])).toEqual(['/v1/transactions', '/v1/plans']);
});
