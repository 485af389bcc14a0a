import type { transitions } from 'payment-gateway-core/values';

export interface ActWords {
  readonly en: string;
  readonly pt: string;
}

type Statuses = {
  readonly transactions: keyof typeof transitions.TransactionStatus;
  readonly links: keyof typeof transitions.PaymentLinkStatus;
  readonly subscriptions: keyof typeof transitions.SubscriptionStatus;
};

/** The statuses that allow an act, each with the statuses that may follow. An empty list: the status stays. */
type Moves<Status extends string> = { readonly [From in Status]?: readonly Status[] };

/** By the kind of object: the statuses, or `any` if the status does not matter. */
type On = { readonly [Kind in keyof Statuses]?: Moves<Statuses[Kind]> | 'any' } & { readonly cards?: 'any' };
export type ActKind = keyof On;

export const ACT_GROUPS = ['Buyer', 'Merchant', 'Issuer'] as const;

export interface ActRow {
  /** Who acts. The help of the command line has these groups. */
  readonly group: (typeof ACT_GROUPS)[number];
  readonly on: On;
  /** Statuses for which the console has no button, because another act does the same. */
  readonly withoutButton?: { readonly [Kind in keyof Statuses]?: readonly Statuses[Kind][] };
  readonly options?: { readonly [Name in ActOptionName]?: 'optional' | 'required' };
  /** Also takes the fields of a new payment, for a link. */
  readonly takesPayment?: true;
  /** The console has a button for each of these options. */
  readonly choices?: { readonly [Kind in ActKind]?: readonly Readonly<Partial<Record<ActOptionName, string>>>[] };
  /** The field with the largest accepted `amount`. `left`: what refunds have left. */
  readonly most?: 'amount' | 'left';
  /** The act that brings the former status back. */
  readonly undo?: string;
  /** Completes the error for a wrong status: `to pay it, it must be …`. */
  readonly wish: string;
  readonly label: ActWords;
  /** Other labels: by outcome, by the kind of object, by `pix`, or by the status that follows. */
  readonly labels?: Readonly<Record<string, ActWords>>;
  readonly tone?: 'danger' | 'plain';
  /** One line for the help and for the guides, without a full stop. */
  readonly summary: ActWords;
  /** Sentences for the documentation of code. They begin with a verb in the third person. */
  readonly help: string;
  /** The guide that explains it, and words that a search for it uses. */
  readonly guide: string;
  readonly search?: string;
  /** `explore` does the act after the repair job, to a paid payment (`pay`: to an open one): alone, and with the acts that follow, each by its name in a plan. */
  readonly later?: Readonly<Record<string, { readonly amount?: number; readonly followedBy?: readonly string[] }>>;
  /** What `explore` counts as an act of the buyer. */
  readonly isOfBuyer?: true;
}

/** The results of 3DS on the page of the issuer. */
export const AUTHENTICATION_OUTCOMES = ['approved', 'declined', 'timed_out'] as const;
export type AuthenticationOutcome = (typeof AUTHENTICATION_OUTCOMES)[number];

/** The longest status that a control call can set, in characters. */
export const LONGEST_STATUS = 60;

export type ActOption = {
  /** A text for all acts, or one for each act. */
  readonly help: string | Readonly<Record<string, string>>;
} & (
  | { readonly type: 'centavos' }
  | { readonly type: 'text'; readonly most: number }
  /** With `isOpen`, the control API accepts other values as well, and the rules refuse them. */
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly isOpen?: true }
);

export const ACT_OPTIONS = {
  amount: {
    type: 'centavos',
    help: {
      pay: 'what the buyer of a Pix or a boleto pays; the amount of the transaction if omitted',
      capture: 'the part to capture; the whole amount if omitted',
      refund: 'the part to refund; all that is left if omitted',
      chargeback: 'the part in dispute; all that is left if omitted',
    },
  },
  outcome: { type: 'choice', values: AUTHENTICATION_OUTCOMES, help: 'how 3DS ends' },
  payment_method: {
    type: 'choice',
    values: ['pix', 'credit_card', 'debit_card', 'boleto'],
    isOpen: true,
    help: 'how the buyer of a link pays',
  },
  status: { type: 'text', most: LONGEST_STATUS, help: 'any status, also an unknown one' },
} as const satisfies Readonly<Record<string, ActOption>>;

export type ActOptionName = keyof typeof ACT_OPTIONS;

export function optionHelp(name: ActOptionName, act: string): string {
  const { help }: ActOption = ACT_OPTIONS[name];
  return typeof help === 'string' ? help : (help[act] ?? '');
}
