/** What one copy would do with each piece of state that sandboxes share. */
import type { Model, Operation } from './linearizable.ts';

/** The status of a response, and the value that it shows. */
export interface Output {
  readonly status: number;
  readonly shown?: unknown;
}

export interface Input {
  readonly does: string;
  readonly value?: unknown;
}

export type PieceModel = Model<unknown, Input, Output>;
export type PieceOperation = Operation<Input, Output>;

/** An output is known and differs: this copy did not give it. */
const differs = (output: Output | undefined, status: number, shown?: unknown): boolean =>
  output !== undefined && (output.status !== status || JSON.stringify(output.shown) !== JSON.stringify(shown));

/** A value that is written and read. */
export const register = (initial: unknown): PieceModel => ({
  initial,
  step(value, { does, value: written }, output) {
    if (does === 'write') return differs(output, 200) ? undefined : written;
    return differs(output, 200, value) ? undefined : value;
  },
});

interface Payment {
  readonly status: string;
  readonly amount: number;
  readonly paid: number | null;
}

const PAYMENT_ABSENT = 'absent';

/** Returns what the gateway does with a payment: its next state, or `undefined` if it refuses. */
function nextPayment({ status, amount, paid }: Payment, { does, value }: Input): Payment | undefined {
  if (does === 'capture') return status === 'authorized' ? { status: 'paid', amount, paid: amount } : undefined;
  if (status === 'authorized') return value === amount ? { status: 'canceled', amount, paid } : undefined;
  const left = (paid ?? 0) - Number(value);
  if (status !== 'paid' || left < 0) return undefined;
  return { status: left === 0 ? 'refunded' : 'paid', amount, paid: left };
}

/** A card payment: created, captured, refunded in parts. */
export const payment: PieceModel = {
  initial: PAYMENT_ABSENT,
  step(state, input, output) {
    if (input.does === 'create') return differs(output, 200, input.value) ? undefined : input.value;
    if (input.does === 'read') return differs(output, 200, state) ? undefined : state;
    if (state === PAYMENT_ABSENT) return undefined;
    const next = nextPayment(state as Payment, input);
    if (next === undefined) return differs(output, 422) ? undefined : state;
    return differs(output, 200, next) ? undefined : next;
  },
};

/** Planned faults of one operation: each request takes the oldest. */
export const faults: PieceModel = {
  initial: [],
  step(state, { does, value }, output) {
    const planned = state as readonly number[];
    if (does === 'plan') return differs(output, 200) ? undefined : [...planned, value];
    if (does === 'clear') return differs(output, 204) ? undefined : [];
    if (does === 'list') return differs(output, 200, planned) ? undefined : planned;
    return differs(output, planned[0] ?? 200) ? undefined : planned.slice(1);
  },
};

/** A stopped clock that you advance by milliseconds. */
export const frozenClock = (initial: number): PieceModel => ({
  initial,
  step(now, { does, value }, output) {
    if (does === 'advance') return differs(output, 200) ? undefined : Number(now) + Number(value);
    return differs(output, 200, now) ? undefined : now;
  },
});

/** Whether the account has a receiver. */
export const receiver: PieceModel = {
  initial: true,
  step(isThere, { does }, output) {
    if (does === 'add') return differs(output, 200) ? undefined : true;
    if (does === 'remove') return differs(output, isThere ? 204 : 404) ? undefined : false;
    return differs(output, 200, isThere) ? undefined : isThere;
  },
};
