/** The gateway holds the captures that it accepted, less the refunds that it accepted: after racing clients, and after any three acts on a payment. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { variants } from '../../../core/generated/variants.js';
import { createGatewayClient } from '../../../src/index.js';
import { runs } from '../../../test/property-runs.ts';
import { compareBooks } from '../../../verify/src/books/index.js';
import { ACTS, movesOf, optionsOf } from '../../src/acts/index.js';
import { createSandboxFetch, type SandboxControls, startSandbox } from '../../src/index.js';
import { APPROVED_CARD, PIX, send } from '../entrances.ts';
import { describeEachPlace } from '../places.ts';
import { type Act, after, GONE, keptOf, type Money } from './money-model.ts';

/** The operations of a history. `npm run check -- trust` asks for more. */
const OPERATIONS = Number(process.env.TRUST_OPERATIONS ?? 40);

type Step = readonly [what: 'card' | 'authorize' | 'pix' | 'capture' | 'refund', amount: number, pick: number];

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('card', 'authorize', 'pix', 'capture', 'refund', 'refund', 'refund'),
    fc.constantFrom(100, 300, 700, 1000),
    fc.nat({ max: 99 }),
  ),
  { minLength: OPERATIONS, maxLength: OPERATIONS },
);

/** The requests that several clients send at the same time. */
const AT_ONCE = 5;

describeEachPlace('the gateway total after a random history', (newPlace) => {
  test('is the accepted captures less the accepted refunds', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { state } = newPlace();
        const options = { port: 0, log: 'silent', ...(state !== undefined && { state }) } as const;
        const sandboxes = await Promise.all(
          Array.from({ length: state === undefined ? 1 : 2 }, () => startSandbox(options)),
        );
        try {
          const { expected, total } = await run(sandboxes, history);
          expect(total).toBe(expected);
        } finally {
          await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
        }
      }),
      { numRuns: runs(20) },
    );
  });
});

async function run(sandboxes: readonly { readonly url: string }[], history: readonly Step[]) {
  const created: number[] = [];
  let expected = 0;
  let sent = 0;
  const post = (path: string, body: object) => {
    const { url } = sandboxes[sent++ % sandboxes.length] ?? { url: '' };
    return send({ url, fetch }, 'POST', path, body);
  };
  const pay = async (body: object) => {
    const { status, body: made } = await post('/v1/transactions', body);
    expect(status).toBe(200);
    created.push(made.id);
    if (made.status === 'paid') expected += made.amount;
    return made;
  };
  const take = async ([what, amount, pick]: Step): Promise<unknown> => {
    const card = { amount, payment_method: 'credit_card', card: APPROVED_CARD };
    if (what === 'card') return pay(card);
    if (what === 'authorize') return pay({ ...card, capture: false });
    if (what === 'pix') {
      const { id } = await pay({ ...PIX, amount, async: true });
      if ((await post(`/_sandbox/transactions/${id}/pay`, {})).status === 200) expected += amount;
      return id;
    }
    const id = created[pick % Math.max(created.length, 1)];
    if (id === undefined) return undefined;
    const { status, body } = await post(`/v1/transactions/${id}/${what}`, what === 'refund' ? { amount } : {});
    // The refund of an authorization is a void: nothing was captured.
    if (status !== 200 || body.status === 'canceled') return status;
    expected += what === 'refund' ? -amount : body.amount;
    return status;
  };
  for (let first = 0; first < history.length; first += AT_ONCE)
    await Promise.all(history.slice(first, first + AT_ONCE).map(take));

  const target = { url: sandboxes[0]?.url ?? '', fetch };
  let [found, total] = [0, 0];
  for (let page = 1; found < created.length; page++) {
    const { body } = await send(target, 'GET', `/v1/transactions?per_page=100&page=${page}`);
    expect(body.total).toBe(created.length);
    expect(body.data).not.toEqual([]);
    found += body.data.length;
    for (const { paid_amount } of body.data) total += paid_amount ?? 0;
  }
  return { expected, total };
}

/** The price of the payment, a part of it, and each status that `setStatus` can set. */
const [PRICE, PART] = [3943, 178];
const UNPAID = ['authorized', 'request_authentication', 'waiting_payment'];
const SET = [...UNPAID, 'paid', 'pending_refund', 'processing', ...GONE, 'pending_review', 'analyzing', 'frozen'].map(
  (status) => ({ status }),
);

/** Each act on a payment, with the options that change money. */
const ALL: readonly Act[] = ACTS.filter((name) => movesOf(name, 'transactions') !== undefined).flatMap((name) => {
  if (name === 'setStatus') return SET.map((options): Act => [name, options]);
  if (name === 'authenticate')
    return ['approved', 'declined', 'timed_out'].map((outcome) => [name, { outcome }] as unknown as Act);
  const part = optionsOf(name).includes('amount') ? [[name, { amount: PART }] as const] : [];
  return [[name, {}], ...part];
});

const nameOf = ([name, options]: Act) => `${name}${Object.keys(options).length > 0 ? JSON.stringify(options) : ''}`;

/** Returns the shortest first, and no order that begins with an act that was refused. */
async function* ordersOfActs(isAccepted: (acts: readonly Act[]) => Promise<boolean>): AsyncGenerator<readonly Act[]> {
  let open: readonly (readonly Act[])[] = [[]];
  for (let length = 1; length <= 3; length++) {
    const next: (readonly Act[])[] = [];
    for (const before of open)
      for (const act of ALL) {
        const acts = [...before, act];
        yield acts;
        if (length < 3 && (await isAccepted(acts))) next.push(acts);
      }
    open = next;
  }
}

const SETS = process.env.PROPERTY_RUNS === 'all' ? [undefined, ...variants['refund-rules']] : [undefined];

test.each(SETS)(
  'each three acts on a paid payment keep its money: refund-rules %s',
  {
    timeout: 3_600_000,
  },
  async (variant) => {
    const sandbox = createSandboxFetch({ log: 'silent', keep: 1_000_000, assume: { 'refund-rules': variant } });
    const client = createGatewayClient({ baseUrl: 'http://gateway.example', accessToken: 'shop', fetch: sandbox });
    const keeps = variant === 'keeps-paid-amount' || variant === 'pending-keeps-paid-amount';
    const shop: { order: string; paid: number; refunded?: number }[] = [];
    const accepted = new Set<string>();
    for await (const acts of ordersOfActs(async (done) => accepted.has(done.map(nameOf).join()))) {
      const order = acts.map(nameOf).join();
      const { money, isAccepted } = await played(sandbox, acts, order, keeps);
      if (isAccepted) accepted.add(order);
      const kept = keptOf(money);
      // In these statuses, which only `setStatus` sets, the books see no payment yet.
      shop.push(UNPAID.includes(money.status) ? { order, paid: 0 } : { order, paid: kept, refunded: PRICE - kept });
    }
    // A gateway that keeps `paid_amount` looks as if a part that went back was still there.
    if (!keeps) {
      const { differences, undecided } = await compareBooks(client, shop, {
        rate: Number.MAX_SAFE_INTEGER,
        // An hour later, no payment is young.
        now: Date.now() + 3_600_000,
      });
      expect(differences).toEqual([]);
      expect(new Set(undecided.map(({ reason }) => reason))).toEqual(new Set(['its status is unknown']));
    }
    await sandbox.close();
  },
);

/** Plays the acts, and compares the object, the history and the event with the model after the last one. */
async function played(
  sandbox: SandboxControls & typeof fetch,
  acts: readonly Act[],
  order: string,
  keeps: boolean,
): Promise<{ readonly money: Money; readonly isAccepted: boolean }> {
  const target = { url: 'http://gateway.example', fetch: sandbox };
  const card = { amount: PRICE, payment_method: 'credit_card', card: APPROVED_CARD };
  const { body: created } = await send(target, 'POST', '/v1/transactions', {
    ...card,
    metadata: JSON.stringify({ order }),
  });
  const { id } = created;
  let money: Money = { status: 'paid', held: PRICE, pending: 0, disputed: 0 };
  let before = created;
  for (const [index, act] of acts.entries()) {
    const { status, body: object } = await send(target, 'POST', `/_sandbox/objects/${id}/${act[0]}`, act[1]);
    const isAccepted = status === 200;
    if (isAccepted) money = after(money, act, object.status);
    if (index === acts.length - 1) {
      const now = (await send(target, 'GET', `/v1/transactions/${id}`)).body;
      expect([status, now], order).toEqual(isAccepted ? [200, object] : [422, before]);
      expect([now.capture_amount, now.paid_amount], order).toEqual([PRICE, keeps ? PRICE : money.held]);
      const history = (await send(target, 'GET', `/v1/transactions/${id}/history?per_page=100`)).body.data;
      // The acts before the last one were accepted.
      expect([history.length, history.at(-1).status], order).toEqual([index + (isAccepted ? 2 : 1), now.status]);
      const [event] = await sandbox.events.list({ id, perPage: 1 });
      const hasEvent = isAccepted && (now.status !== before.status || act[0] === 'setStatus');
      if (hasEvent) expect(event?.payload, order).toEqual(now);
      return { money, isAccepted };
    }
    before = object;
  }
  throw new Error('no acts');
}
