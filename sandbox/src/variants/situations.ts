/**
 * Lists the situations of a test run: each act on a payment, a link or a subscription, each disturbance of events, each kind of fault, and a variant for
 * each assumption about money. The tables of acts, transitions and variants decide, so a new act is a new situation.
 */

import { type Assumed, transitions } from 'payment-gateway-core/values';
import type { components } from '../../generated/sandbox-types.js';
import { ACTS, type ActName, actSteps, rowOf } from '../acts/index.js';
import type { Fault } from '../server/index.js';
import { assumptionOf } from './entries.js';
import type { Totals } from './totals.js';

export interface Situation {
  /** For a person: `Pix: waiting_payment → canceled`. */
  readonly what: string;
  readonly code: string;
  readonly isMet: boolean;
}

interface Candidate extends Omit<Situation, 'isMet'> {
  /** Any of these facts shows that it happened. */
  readonly met: readonly string[];
  /** Any of these facts shows that the tests could have it. */
  readonly begins: readonly string[];
}

type Schemas = components['schemas'];

const MONTH = 'account.clock.advance({ months: 1 })';
const KINDS = ['transactions', 'links', 'subscriptions'] as const;
type Kind = (typeof KINDS)[number];

const STATUSES: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  transactions: transitions.TransactionStatus,
  links: transitions.PaymentLinkStatus,
  subscriptions: transitions.SubscriptionStatus,
};

const NAMES: Readonly<Record<string, string>> = {
  transactions: 'payment',
  links: 'link',
  subscriptions: 'subscription',
  pix: 'Pix',
  boleto: 'boleto',
};

/** The payment methods as facts name them, and `-` for objects without one. */
const METHODS = ['pix', 'boleto', 'card', '-'];

const EVENTS: Readonly<Record<keyof Schemas['Disturbance'], readonly [what: string, code: string]>> = {
  duplicates: ['an event that comes twice', 'account.events.disturb({ duplicates: 1 })'],
  late: ['an event that comes late', 'account.events.disturb({ late: 60_000 })'],
  out_of_order: ['events in another order', 'account.events.disturb({ outOfOrder: true })'],
  held: ['an event that comes after something else', 'account.events.disturb({ held: true })'],
  lost: ['an event that never comes', 'account.events.disturb({ lost: true })'],
};

/** The parts of a fault that are a situation. */
const FAULTS = {
  'before commit': [
    'a request that the gateway did not carry out',
    "account.failNext('createTransaction', { fault: 503 })",
  ],
  'after commit': [
    'a response that was lost',
    "account.failNext('createTransaction', { fault: 'reset', after: 'commit' })",
  ],
  'events first': ['an event before its response', "account.failNext('createTransaction', { events: 'first' })"],
} as const;

/** Returns the facts about a request that arrives with a fault, and under these assumptions. */
export function arrivalFacts(fault: Fault | undefined, assumed: Assumed): string[] {
  const isLost = fault?.after === 'commit' || fault?.kind === 'truncate';
  const isFailed = fault?.kind !== undefined || fault?.status !== undefined;
  return [
    'request',
    ...(isFailed ? [`fault ${isLost ? 'after' : 'before'} commit`] : []),
    ...(fault?.eventsFirst ? ['fault events first'] : []),
    ...Object.keys(assumed).map((entry) => `variant ${entry}`),
  ];
}

/** Returns the situations that the tests could have seen, because they reached the starting points. */
export function situationsOf({ uses, facts }: Totals): Situation[] {
  const has = (all: readonly string[]) => all.some((fact) => facts.has(fact));
  const candidates = [
    ...changes(),
    ...partsThatGoBack(),
    ...Object.entries(EVENTS).map(([name, words]) => candidate(`event ${name}`, 'event sent', words)),
    candidate('event refused', 'event sent', ['a webhook handler that fails', 'receiver.respondWith(503)']),
    // Without a receiver, no event can come first.
    ...Object.entries(FAULTS).map(([name, words]) =>
      candidate(`fault ${name}`, name === 'events first' ? 'event sent' : 'request', words),
    ),
    ...variantsOf(uses),
  ];
  return candidates
    .filter(({ begins, met }) => has(begins) || has(met))
    .map(({ what, code, met }) => ({ what, code, isMet: has(met) }));
}

/** A change of a status: from some statuses, by an act or with time, to some others. */
interface Change {
  readonly kind: Kind;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly code: string;
}

function changes(): Candidate[] {
  const byAct = KINDS.flatMap((kind) => ACTS.flatMap((act) => changesBy(act, kind)));
  const byTime = Object.entries(TIME_TO).flatMap(([to, code]): Change[] => {
    const isByAct = (from: string) => byAct.some((one) => one.from.includes(from) && one.to.includes(to));
    const all = Object.entries(STATUSES.subscriptions).filter(([from, into]) => into.includes(to) && !isByAct(from));
    return code === undefined || all.length === 0
      ? []
      : [{ kind: 'subscriptions', from: all.map(([from]) => from), to: [to], code }];
  });
  return [...byAct, ...byTime].flatMap(candidatesOf);
}

/** Returns the changes by an act: one for each status of a payment, otherwise one for all statuses with the same end. */
function changesBy(act: ActName, kind: Kind): Change[] {
  const without: readonly string[] = rowOf(act).withoutButton?.[kind] ?? [];
  return actSteps(act, kind).flatMap(({ from, to }) => {
    const starts = from.filter((one) => to.length > 0 && !without.includes(one));
    const groups = kind === 'transactions' ? starts.map((one) => [one]) : [starts];
    return groups.flatMap((from) => (from.length === 0 ? [] : { kind, from, to, code: codeOf(act) }));
  });
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Returns one candidate, or one per method while the buyer has time to pay. */
function candidatesOf({ kind, from, to, code }: Change): Candidate[] {
  const methods = from.includes('waiting_payment') ? ['pix', 'boleto'] : [undefined];
  return methods.map((method) => {
    const names = method === undefined ? METHODS : [method];
    const starts = ['new', ...Object.keys(STATUSES[kind])];
    // A payment that ends at once has no status before.
    const before = (status: string) => (STATUSES[kind][status]?.length === 0 ? [...from, 'new'] : from);
    return {
      what: `${NAMES[method ?? kind]}: ${oneOf.format(from)} → ${oneOf.format(to)}`,
      code,
      met: names.flatMap((name) => to.flatMap((end) => before(end).map((one) => `${kind} ${name} ${one} ${end}`))),
      begins: names.flatMap((name) => from.flatMap((one) => starts.map((start) => `${kind} ${name} ${start} ${one}`))),
    };
  });
}

function codeOf(act: ActName, options: object = {}): string {
  const required = Object.entries(rowOf(act).options ?? {}).flatMap(([name, need]) =>
    need === 'required' ? [`${name}: …`] : [],
  );
  const given = [...required, ...Object.entries(options).map(([name, value]) => `${name}: ${value}`)];
  return `account.${act}(id${given.length > 0 ? `, { ${given.join(', ')} }` : ''})`;
}

const REFUSED_IN_A_MONTH = `account.fail(id), then ${MONTH}`;

/** The code with which time brings a subscription into a status. `undefined`: only an act or a request does. */
const TIME_TO: Readonly<Record<keyof typeof transitions.SubscriptionStatus, string | undefined>> = {
  trialing: undefined,
  paid: MONTH,
  pending_payment: REFUSED_IN_A_MONTH,
  unpaid: REFUSED_IN_A_MONTH,
  canceled: undefined,
  ended: undefined,
};

/** Returns the acts on a part of a payment that `explore` plays later. */
function partsThatGoBack(): Candidate[] {
  return ACTS.flatMap((act) =>
    Object.entries(rowOf(act).later ?? {}).flatMap(([what, { amount }]) => {
      if (amount === undefined) return [];
      const changes = act === 'chargeback' ? ['paid disputed'] : ['paid', 'pending_refund part'];
      const met = METHODS.flatMap((name) => changes.map((change) => `transactions ${name} paid ${change}`));
      const begins = METHODS.flatMap((name) =>
        ['new', ...Object.keys(STATUSES.transactions)].map((from) => `transactions ${name} ${from} paid`),
      );
      return [{ what: `a ${what}`, code: codeOf(act, { amount }), met, begins }];
    }),
  );
}

const candidate = (met: string, begins: string, [what, code]: readonly [string, string]): Candidate => ({
  what,
  code,
  met: [met],
  begins: [begins],
});

/** Returns a gateway that differs, for each assumption about money that the tests rely on. */
function variantsOf(uses: Totals['uses']): Candidate[] {
  return uses.flatMap(({ entry }) => {
    const { decides, variants } = assumptionOf(entry, 0);
    const [variant] = Object.keys(variants);
    if (decides !== 'money' || variant === undefined) return [];
    const code = `account.assume({ '${entry}': '${variant}' })`;
    return [candidate(`variant ${entry}`, 'request', [`a variant of ${entry}`, code])];
  });
}
