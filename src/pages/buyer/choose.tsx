import { useState } from 'preact/hooks';
import { splitAmount } from '../../codes/installments.js';
import { ask, errorText, type Schemas } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { begun } from './payment.js';
import { texts } from './texts.js';

type View = Schemas['Checkout'];
type Payment = Schemas['NewCheckout'];

const METHODS = ['pix', 'card', 'boleto'] as const;
const CARD_METHODS = ['credit_card', 'debit_card'] as const;
const PARTS = [1, 2, 3, 4, 6, 12];
const MOODS = { approved: 'good', refused: 'bad', request_authentication: 'wait', processing: 'wait' } as const;

/** Lets the buyer choose how to pay a link. */
export function Choose({ pageKey, view }: { pageKey: string; view: View }) {
  const [method, setMethod] = useState<(typeof METHODS)[number]>('pix');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const pay = async (body: Payment): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const { key } = await ask<{ key: string }>(pageKey, { method: 'POST', body });
      begun.add(key);
      const { payment } = await ask<View>(`${key}/state`);
      location.assign(payment?.authenticate === undefined ? key : `../3ds/${payment.authenticate}`);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };

  return (
    <section class="stack" aria-busy={isBusy}>
      <h1>{texts.howToPay}</h1>
      <Tabs label={texts.howToPay} options={METHODS} value={method} choose={setMethod} />
      {method === 'card' ? (
        <Cards view={view} isBusy={isBusy} pay={pay} />
      ) : (
        <>
          <p class="muted">{method === 'pix' ? texts.pixHint : texts.boletoHint}</p>
          <button
            type="button"
            class="primary wide"
            disabled={isBusy}
            onClick={() => pay({ payment_method: method, installments: 1 })}
          >
            {method === 'pix' ? texts.payByPix : texts.payByBoleto}
          </button>
        </>
      )}
      {problem !== '' && (
        <p class="notice bad" role="alert">
          {texts.failed}: {problem}
        </p>
      )}
    </section>
  );
}

interface TabsProps<Value> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly value: Value;
  choose(value: NoInfer<Value>): void;
}

/** Radio buttons that look like tabs. */
function Tabs<Value extends keyof typeof texts.methods>({ label, options, value, choose }: TabsProps<Value>) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={label} checked={value === option} onChange={() => choose(option)} />
          <span>{texts.methods[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function installmentText(amount: number, count: number): string {
  const [first = amount, other = first] = splitAmount(amount, count);
  return texts.installment(count, money(first), money(other));
}

interface CardsProps {
  readonly view: View;
  readonly isBusy: boolean;
  pay(body: Payment): void;
}

function Cards({ view: { cards = [], amount }, isBusy, pay }: CardsProps) {
  const [method, setMethod] = useState<(typeof CARD_METHODS)[number]>('credit_card');
  const [count, setCount] = useState(1);
  const isCredit = method === 'credit_card';
  return (
    <>
      <p class="muted">{texts.cardHint}</p>
      <div class="row">
        <Tabs label={texts.methods.card} options={CARD_METHODS} value={method} choose={setMethod} />
        {isCredit && (
          <select
            aria-label={texts.installments}
            value={count}
            onChange={({ currentTarget }) => setCount(Number(currentTarget.value))}
          >
            {PARTS.map((parts) => (
              <option key={parts} value={parts}>
                {installmentText(amount, parts)}
              </option>
            ))}
          </select>
        )}
      </div>
      <ul class="cards">
        {cards.map(({ id = '', brand, last_digits, outcome: onCredit = 'approved' }) => {
          // Every debit card asks for authentication first.
          const outcome = isCredit || onCredit === 'refused' ? onCredit : 'request_authentication';
          const payment = { payment_method: method, card: id, installments: isCredit ? count : 1 };
          return (
            <li key={id}>
              <button type="button" disabled={isBusy} onClick={() => pay(payment)}>
                <span class="brand">{brand}</span>
                <span class="digits">•••• {last_digits}</span>
                <span class={`badge ${MOODS[outcome]}`}>{texts.outcomes[outcome]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
