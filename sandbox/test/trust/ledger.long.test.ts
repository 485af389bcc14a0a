/** After any history of racing clients, the gateway holds the captures that it accepted, less the refunds that it accepted. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { startSandbox } from '../../src/index.js';
import { APPROVED_CARD, PIX, send } from '../entrances.ts';
import { describeEachPlace } from '../places.ts';

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
