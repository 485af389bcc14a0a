/** The options of acts, with their names in the control API. */

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

/** Returns the text of an option for an act. */
export function optionHelp(name: ActOptionName, act: string): string {
  const { help }: ActOption = ACT_OPTIONS[name];
  return typeof help === 'string' ? help : (help[act] ?? '');
}
