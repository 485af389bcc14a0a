/** Random clients of one account, on all of its state that sandboxes share. */

import type { Random } from '../../../test/trust/random.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { faults, frozenClock, type Input, payment, receiver, register } from './models.ts';
import type { Recorder, Response } from './recorder.ts';

export const RECEIVERS = [0, 1, 2];
const CUSTOMERS = [0, 1];
/** Entries of the register that change nothing else here, with one of their variants. */
const SWITCHES = { 'split-fee': 'not-required', 'card-owner': 'refused', 'simulation-units': 'centavos' };

/** The payments of one history, with the ids that the clients know. */
export interface Made {
  readonly reference: string;
  readonly id: number;
}

export interface Clients {
  readonly made: readonly Made[];
  /** The references of all payments that were sent. */
  readonly references: readonly string[];
  /** Sends one random request to a sandbox, and records it. */
  step(random: Random, sandbox: number): Promise<void>;
  /** Reads each piece from a sandbox. */
  readAll(sandbox: number): Promise<void>;
}

/** Prepares an account: a frozen clock, customers, and receivers at an address. */
export async function prepareClients(recorder: Recorder, receiverUrl: string): Promise<Clients> {
  const made: Made[] = [];
  const references: string[] = [];
  const { body: clock } = await sure(recorder, 'PUT', '/_sandbox/clock', { frozen: true });
  recorder.add('clock', frozenClock(Date.parse(clock.now)));
  recorder.add('faults', faults);
  // Not about the state: what the clients asked of deliveries, for the checks of deliveries.
  recorder.add('holding', { initial: null, step: () => null });
  for (const entry of Object.keys(SWITCHES)) recorder.add(entry, register(null));
  const receivers: { readonly id: number; readonly url: string }[] = [];
  for (const number of RECEIVERS) {
    receivers.push((await sure(recorder, 'POST', '/_sandbox/receivers', { url: `${receiverUrl}/${number}` })).body);
    recorder.add(`receiver ${number}`, receiver);
  }
  const customers: number[] = [];
  for (const number of CUSTOMERS) {
    const { body } = await sure(recorder, 'POST', '/v1/customers', { name: 'new', external_id: `shopper-${number}` });
    customers.push(body.id);
    recorder.add(`customer ${number}`, register('new'));
  }

  const readPayment = (sandbox: number, reference: string) =>
    recorder.operate(
      sandbox,
      ['GET', `/v1/transactions?reference_key=${reference}`],
      { [`payment ${reference}`]: { does: 'read' } },
      ({ body }) => (body.total === 0 ? 'absent' : shownPayment(body.data[0])),
    );
  const readClock = (sandbox: number) =>
    recorder.operate(sandbox, ['GET', '/_sandbox/clock'], { clock: { does: 'read' } }, shownNow);
  const listFaults = (sandbox: number) =>
    recorder.operate(sandbox, ['GET', '/_sandbox/faults'], { faults: { does: 'list' } }, ({ body }) =>
      body.faults.map(({ fault }: { fault: number }) => fault),
    );
  const readSwitches = (sandbox: number) =>
    recorder.operate(sandbox, ['GET', '/_sandbox/assumptions'], each(Object.keys(SWITCHES)), ({ body }, entry) => {
      const found = body.assumptions.find((one: { entry: string }) => one.entry === entry);
      return found?.variant ?? null;
    });
  const listReceivers = (sandbox: number) =>
    recorder.operate(
      sandbox,
      ['GET', '/_sandbox/receivers'],
      each(RECEIVERS.map((number) => `receiver ${number}`)),
      ({ body }, piece) => body.receivers.some(({ url }: { url: string }) => url.endsWith(`/${piece.split(' ')[1]}`)),
    );
  const readName = (sandbox: number, number: number) =>
    recorder.operate(
      sandbox,
      ['GET', `/v1/customers/${customers[number]}`],
      { [`customer ${number}`]: { does: 'read' } },
      ({ body }) => body.name,
    );

  let last = 0;
  const steps = {
    async create({ pick, below }: Random, sandbox: number) {
      const reference = `order-${++last}`;
      const amount = pick([300, 700, 1000]);
      const capture = below(2) === 0;
      references.push(reference);
      recorder.add(`payment ${reference}`, payment);
      const expected = capture
        ? { status: 'paid', amount, paid: amount }
        : { status: 'authorized', amount, paid: null };
      const body = { amount, payment_method: 'credit_card', card: APPROVED_CARD, capture, reference_key: reference };
      const response = await recorder.operate(
        sandbox,
        ['POST', '/v1/transactions', body],
        { [`payment ${reference}`]: { does: 'create', value: expected } },
        ({ body }) => shownPayment(body),
      );
      if (response?.status === 200) made.push({ reference, id: response.body.id });
    },
    async act({ pick }: Random, sandbox: number) {
      if (made.length === 0) return;
      const { reference, id } = pick(made.slice(-8));
      const does = pick(['capture', 'refund', 'refund', 'read']);
      if (does === 'read') return void (await readPayment(sandbox, reference));
      const amount = pick([100, 300, 700, 1000]);
      await recorder.operate(
        sandbox,
        ['POST', `/v1/transactions/${id}/${does}`, does === 'refund' ? { amount } : {}],
        { [`payment ${reference}`]: does === 'refund' ? { does, value: amount } : { does } },
        ({ body }) => shownPayment(body),
      );
    },
    async name({ pick, below }: Random, sandbox: number) {
      const number = pick(CUSTOMERS);
      if (below(2) === 0) return void (await readName(sandbox, number));
      const name = `name ${++last}`;
      await recorder.operate(sandbox, ['PUT', `/v1/customers/${customers[number]}`, { name }], {
        [`customer ${number}`]: { does: 'write', value: name },
      });
    },
    async fault({ pick }: Random, sandbox: number) {
      const does = pick(['plan', 'plan', 'plan', 'take', 'take', 'take', 'take', 'list', 'list', 'clear']);
      if (does === 'list') return void (await listFaults(sandbox));
      const status = 430 + (++last % 60);
      const requests = {
        plan: ['POST', '/_sandbox/faults', { operation_id: 'listPlans', fault: status }],
        take: ['GET', '/v1/plans'],
        clear: ['DELETE', '/_sandbox/faults'],
      } as const;
      const input: Input = does === 'plan' ? { does, value: status } : { does };
      await recorder.operate(sandbox, requests[does as keyof typeof requests], { faults: input });
    },
    async clock({ below }: Random, sandbox: number) {
      if (below(2) === 0) return void (await readClock(sandbox));
      const minutes = 1 + below(10);
      // The response shows the clock a moment later, when another client may have advanced it, too.
      await recorder.operate(sandbox, ['POST', '/_sandbox/clock/advance', { by: `${minutes}m` }], {
        clock: { does: 'advance', value: minutes * 60_000 },
      });
    },
    async assume({ pick, below }: Random, sandbox: number) {
      if (below(2) === 0) return void (await readSwitches(sandbox));
      const [entry, variant] = pick(Object.entries(SWITCHES));
      const value = below(2) === 0 ? variant : null;
      await recorder.operate(sandbox, ['PUT', '/_sandbox/assumptions', { [entry]: value }], {
        [entry]: { does: 'write', value },
      });
    },
    async receive({ pick }: Random, sandbox: number) {
      const does = pick(['add', 'add', 'remove', 'list']);
      if (does === 'list') return void (await listReceivers(sandbox));
      const { id, url } = pick(receivers);
      const request =
        does === 'add'
          ? (['POST', '/_sandbox/receivers', { url }] as const)
          : (['DELETE', `/_sandbox/receivers/${id}`] as const);
      await recorder.operate(sandbox, request, { [`receiver ${url.at(-1)}`]: { does } });
    },
    async hold({ below }: Random, sandbox: number) {
      const does = below(2) === 0 ? 'hold' : 'release';
      const request =
        does === 'hold'
          ? (['PUT', '/_sandbox/deliveries', { held: true }] as const)
          : (['POST', '/_sandbox/events/release'] as const);
      await recorder.operate(sandbox, request, { holding: { does } });
    },
  };
  /** How often each is drawn, of 20. */
  const drawn = [
    ...Array<keyof typeof steps>(4).fill('create'),
    ...Array<keyof typeof steps>(6).fill('act'),
    ...(['name', 'name', 'fault', 'fault', 'fault', 'clock', 'assume', 'receive', 'receive', 'hold'] as const),
  ];

  return {
    made,
    references,
    step: (random, sandbox) => steps[random.pick(drawn)](random, sandbox),
    async readAll(sandbox) {
      for (const reference of references) await readPayment(sandbox, reference);
      for (const number of CUSTOMERS) await readName(sandbox, number);
      for (const read of [readClock, listFaults, readSwitches, listReceivers]) await read(sandbox);
    },
  };
}

/** Sends until the sandbox answers, before the history begins. */
async function sure(recorder: Recorder, method: string, path: string, body: object): Promise<Response> {
  for (;;) {
    const response = await recorder.send(0, method, path, body);
    if (response?.status === 200) return response;
    if (response !== undefined) throw new Error(`${path}: ${JSON.stringify(response)}`);
  }
}

const each = (pieces: readonly string[]): Record<string, Input> =>
  Object.fromEntries(pieces.map((piece) => [piece, { does: 'read' }]));

const shownNow = ({ body }: Response): number => Date.parse(body?.now);

const shownPayment = ({ status, amount, paid_amount }: Record<string, unknown>) => ({
  status,
  amount,
  paid: paid_amount,
});
