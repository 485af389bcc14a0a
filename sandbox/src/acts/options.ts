/** The options of acts, with their names in the control API. */

/** The results of 3DS on the page of the issuer. */
export const AUTHENTICATION_OUTCOMES = ['approved', 'declined', 'timed_out'] as const;
export type AuthenticationOutcome = (typeof AUTHENTICATION_OUTCOMES)[number];

/** The longest status that a control call can set, in characters. */
export const LONGEST_STATUS = 60;

export type ActOption =
  | { readonly type: 'centavos'; readonly help: string }
  | { readonly type: 'text'; readonly most: number; readonly help: string }
  /** With `isOpen`, the control API accepts other values as well, and the rules refuse them. */
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly isOpen?: true; readonly help: string };

export const ACT_OPTIONS = {
  amount: {
    type: 'centavos',
    help: 'a part to capture or to refund, or what the buyer of a Pix or a boleto pays; all of it if omitted',
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
