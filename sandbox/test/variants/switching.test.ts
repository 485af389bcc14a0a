import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { APPROVED_CARD, entrances, send } from '../entrances.ts';

const CARD = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };

describe.each(entrances)('switching an assumption, $name', ({ open }) => {
  test('takes effect with the next request, also during a payment', async () => {
    await using entered = await open();
    const { sandbox } = entered;
    const { id } = (await send(entered, 'POST', '/v1/transactions', CARD)).body;
    const refund = async (amount: number) =>
      (await send(entered, 'POST', `/v1/transactions/${id}/refund`, { amount })).body.paid_amount;
    expect(await refund(100)).toBe(900);
    await sandbox.assume({ 'refund-rules': 'keeps-paid-amount' });
    expect(await refund(100)).toBe(900);
    await sandbox.assume({ 'refund-rules': undefined });
    expect(await refund(100)).toBe(700);
    expect((await send(entered, 'POST', `/v1/transactions/${id}/refund`, {})).body.status).toBe('refunded');
  });

  test('does not split a request that has arrived into a rule of one and a response of the other', async () => {
    await using entered = await open();
    const { sandbox } = entered;
    const refund = async () => {
      const { id } = (await send(entered, 'POST', '/v1/transactions', { ...CARD, capture: false })).body;
      return () => send(entered, 'POST', `/v1/transactions/${id}/refund`, {});
    };
    const [one, other] = [await refund(), await refund()];
    await sandbox.failNext('refundTransaction', { latency: 300 });
    const arrived = one();
    await expect.poll(() => sandbox.faults()).toEqual([]);
    await sandbox.assume({ 'refund-void': 'refused', 'error-body': 'message-only' });
    expect((await arrived).body.status).toBe('canceled');
    const { status, body } = await other();
    expect([status, Object.keys(body)]).toEqual([422, ['message']]);
  });

  test('survives a snapshot, which carries everything that the account assumes', async () => {
    await using switched = await open({ assume: ['refund-rules=keeps-paid-amount,list-order=oldest-first'] });
    await switched.sandbox.assume({ 'list-order': undefined });
    const snapshot = await switched.sandbox.snapshot();
    await using other = await open({ assume: { 'unknown-id': 'bad-request' } });
    await other.sandbox.restore(snapshot);
    expect((await other.sandbox.assumptions()).map(({ entry, variant }) => [entry, variant])).toEqual([
      ['refund-rules', 'keeps-paid-amount'],
    ]);
    await other.sandbox.reset();
    expect((await other.sandbox.assumptions()).map(({ entry }) => entry)).toEqual(['unknown-id']);
  });

  test('is part of a scenario', async () => {
    await using entered = await open();
    const { sandbox } = entered;
    await sandbox.load({ assume: { 'unknown-id': 'bad-request' }, customers: { ana: { name: 'Ana' } } });
    expect((await send(entered, 'GET', '/v1/customers/9')).status).toBe(400);
    expect((await sandbox.export()).assume).toEqual({ 'unknown-id': 'bad-request' });
    await expect(sandbox.load({ assume: { 'unknown-id': 'bad' } as never })).rejects.toThrow(
      'assume: unknown-id has no variant bad; known are bad-request, empty-object',
    );
  });

  test('refuses an unknown entry or variant in one sentence', async () => {
    await using entered = await open();
    const assume = (assumed: unknown) => entered.sandbox.assume(assumed as never);
    await expect(assume({ 'refund-rule': 'x' })).rejects.toThrow(
      /^refund-rule has no variants; known are .*; did you mean refund-rules\?$/,
    );
    await expect(assume({ 'refund-rules': 'refuse-partial' })).rejects.toThrow(
      'refund-rules has no variant refuse-partial; known are keeps-paid-amount, refuses-partial, pending-for-cards, partial-sends-event, partial-is-pending; did you mean refuses-partial?',
    );
    await expect(assume({ ['x'.repeat(100_000)]: 'y' })).rejects.toThrow(/^x{60} has no variants; known are/);
    await expect(assume(null)).rejects.toThrow(/must be an object/);
  });
});

test('two accounts do not influence each other', async () => {
  await using sandbox = await startSandbox({ port: 0, accounts: 'per-token' });
  await sandbox.account('one').assume({ 'unknown-id': 'bad-request' });
  const statusOf = async (token: string) =>
    (await fetch(`${sandbox.url}/v1/customers/9`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await statusOf('one'), await statusOf('two')]).toEqual([400, 404]);
});

test.each(['refund-rules', 'refund-rules=', '=x', 'a=b=c', '', 'refund-rules=refuses-partial,,', 7, [7]])(
  'the option assume refuses %j',
  async (assume) => {
    await expect(startSandbox({ port: 0, assume: assume as never })).rejects.toThrow(/^assume: /);
  },
);

test('a state with names of another version still loads', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  await sandbox.assume({ 'unknown-id': 'bad-request' });
  const { rows, ...snapshot } = await sandbox.snapshot();
  const { createHash } = await import('node:crypto');
  const changed: Record<string, string> = {
    ...rows,
    assumed: JSON.stringify({ 'unknown-id': 'gone', 'an-old-entry': 'x', 'list-order': 'oldest-first' }),
  };
  const hash = createHash('sha256');
  for (const key of Object.keys(changed).sort()) hash.update(JSON.stringify([key, changed[key]]));
  await sandbox.restore({ ...snapshot, rows: changed, digest: hash.digest('hex') });
  expect((await sandbox.assumptions()).map(({ entry }) => entry)).toEqual(['list-order']);
});
