import { isLuhn } from 'payment-gateway-core/util';
import { testCards } from 'payment-gateway-core/values';
import { useState } from 'preact/hooks';
import type { Schemas } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { Field, Form, Tabs } from './form.js';
import { installmentText, texts } from './texts.js';

const METHODS = ['credit_card', 'debit_card'] as const;
const PARTS = [1, 2, 3, 4, 6, 12];
interface Props {
  readonly amount: number;
  readonly isBusy: boolean;
  readonly problem: string;
  pay(body: Schemas['NewCheckout']): void;
}

/** Takes a card that the buyer types, or fills the form with a test card. */
export function CardForm({ amount, isBusy, problem, pay }: Props) {
  const [method, setMethod] = useState<(typeof METHODS)[number]>('credit_card');
  const [count, setCount] = useState(1);
  const isCredit = method === 'credit_card';
  const checks = {
    number: (number: string) => (isLuhn(number.replace(/\D/g, '')) ? undefined : texts.explained['check its digits']),
  };
  const send = ({ number = '', holder = '', expiry = '', code = '' }: Record<string, string>): void => {
    pay({
      payment_method: method,
      installments: isCredit ? count : 1,
      card: {
        card_number: number.replace(/\D/g, ''),
        card_holder_name: holder,
        card_expiration_date: expiry.replace(/\D/g, ''),
        card_cvv: code,
      },
    });
  };
  return (
    <Form
      label={texts.payByCard(money(amount))}
      isBusy={isBusy}
      problem={problem}
      checks={checks}
      send={send}
      after={<TestCards isCredit={isCredit} />}
    >
      <Tabs label={texts.methods.card} options={METHODS} value={method} choose={setMethod} />
      <Field
        label={texts.card.number}
        name="number"
        inputMode="numeric"
        pattern="(\d[ \-]?){12,19}"
        placeholder="0000 0000 0000 0000"
      />
      <Field
        label={texts.card.holder}
        name="holder"
        pattern=".*\S.*"
        maxLength={200}
        placeholder={texts.card.holderExample}
      />
      <div class="row">
        <Field
          label={texts.card.expiry}
          name="expiry"
          inputMode="numeric"
          pattern="(0[1-9]|1[0-2]) ?\/? ?\d\d"
          placeholder={texts.card.expiryExample}
        />
        <Field label={texts.card.code} name="code" inputMode="numeric" pattern="\d{3,4}" placeholder="123" />
      </div>
      {isCredit && (
        <label class="field">
          {texts.installments}
          <select value={count} onChange={({ currentTarget }) => setCount(Number(currentTarget.value))}>
            {PARTS.map((parts) => (
              <option key={parts} value={parts}>
                {installmentText(amount, parts)}
              </option>
            ))}
          </select>
        </label>
      )}
    </Form>
  );
}

/** The test cards by outcome. A chip fills the form. */
function TestCards({ isCredit }: { isCredit: boolean }) {
  // The keys of `testCards` are the outcomes.
  const outcomes = Object.entries(testCards) as [keyof typeof testCards, Readonly<Record<string, string>>][];
  return (
    <aside class="simulation stack" aria-label={texts.testCards}>
      <p>{texts.testCardsHint}</p>
      {outcomes.map(([outcome, numbers]) => (
        <div key={outcome} class="row">
          {/* Every debit card asks for authentication first. */}
          <span>{texts.outcomes[isCredit || outcome === 'refused' ? outcome : 'request_authentication']}</span>
          {Object.entries(numbers).map(([brand, number]) => (
            <button
              key={number}
              type="button"
              class="chip"
              onClick={({ currentTarget: { form } }) => fill(form, number)}
            >
              <span class={`mark ${brand}`}>{brand}</span> {number.slice(-4)}
            </button>
          ))}
        </div>
      ))}
    </aside>
  );
}

function fill(form: HTMLFormElement | null, number: string): void {
  const values = { number, holder: 'COMPRADOR DE TESTE', expiry: '12/39', code: '123' };
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = value;
  }
}
