import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { variants } from '../../../core/generated/variants.js';
import { some } from '../../../test/property-runs.ts';
import { startSandbox } from '../../src/index.ts';
import { APPROVED_CARD, type Entered, entrances, inProcess, send } from '../entrances.ts';
import { describeEachPlace } from '../places.ts';

const CARD = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };

/** Two sets of assumptions: by each rule that answers, the form of the response shows which set it saw. */
const NONE = { 'refund-rules': undefined, 'error-body': undefined, 'response-ids': undefined } as const;
const ALL = { 'refund-rules': 'refuses-partial', 'error-body': 'message-only', 'response-ids': 'strings' } as const;

describeEachPlace('a response and its rule assume the same, whenever an assumption is switched', (newPlace) => {
  test('with requests, planned faults and switches at the same time', async () => {
    const { state } = newPlace();
    const options = { log: 'silent', ...(state && { state }) } as const;
    await using first = await inProcess(options);
    await using second = state === undefined ? first : await inProcess(options);
    const { id } = (await send(first, 'POST', '/v1/transactions', CARD)).body;
    const switches = async () => {
      for (let turn = 0; turn < 20; turn++) {
        await (turn % 2 ? first : second).sandbox.assume(turn % 4 < 2 ? ALL : NONE);
        await sleep(turn % 3);
      }
    };
    const refunds = async (entered: Entered, latency: number) => {
      const seen: unknown[] = [];
      for (let turn = 0; turn < 12; turn++) {
        if (turn % 3 === 0) await entered.sandbox.failNext('refundTransaction', { latency });
        const { status, body } = await send(entered, 'POST', `/v1/transactions/${id}/refund`, { amount: 1 });
        seen.push([status, status === 200 ? typeof body.id : Object.keys(body).join()]);
      }
      return seen;
    };

    const [, ...seen] = await Promise.all([switches(), refunds(first, 1), refunds(first, 3), refunds(second, 5)]);

    for (const one of seen.flat())
      expect([
        [200, 'number'],
        [422, 'message'],
      ]).toContainEqual(one);
  });
});

describe.each(some(entrances))('switching an assumption, $name', ({ open }) => {
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

  test('during the delay of a request changes neither its rule nor its response', async () => {
    await using entered = await open();
    const { sandbox } = entered;
    // On a busy machine, the request may end before the switch. Then it waits longer.
    for (const latency of [200, 2_000, 20_000]) {
      await sandbox.assume({ 'refund-void': undefined, 'response-ids': undefined });
      const { id } = (await send(entered, 'POST', '/v1/transactions', { ...CARD, capture: false })).body;
      await sandbox.failNext('refundTransaction', { latency });
      const sent = performance.now();
      const arrived = send(entered, 'POST', `/v1/transactions/${id}/refund`, {});
      await expect.poll(() => sandbox.faults()).toEqual([]);
      await sandbox.assume({ 'refund-void': 'refused', 'response-ids': 'strings' });
      const isInTime = performance.now() - sent < latency;
      const { status, body } = await arrived;
      if (!isInTime) continue;
      expect([status, body.id, body.status]).toEqual([200, id, 'canceled']);
      return;
    }
    throw new Error('the machine is too busy to switch within 20 seconds');
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
      `refund-rules has no variant refuse-partial; known are ${variants['refund-rules'].join(', ')}; did you mean refuses-partial?`,
    );
    await expect(assume({ ['x'.repeat(100_000)]: 'y' })).rejects.toThrow(/^x{60} has no variants; known are/);
    await expect(assume(null)).rejects.toThrow(/must be an object/);
  });
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
