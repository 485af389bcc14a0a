import { useState } from 'preact/hooks';
import type { components } from '../../../generated/sandbox-types.js';
import { splitAmount } from '../../codes/installments.js';
import { ask, errorText } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { begun } from './payment.js';
import { texts } from './texts.js';

type View = components['schemas']['Checkout'];
type Method = 'pix' | 'card' | 'boleto';

const METHODS: readonly Method[] = ['pix', 'card', 'boleto'];
const PARTS = [1, 2, 3, 4, 6, 12];
const MOODS = { approved: 'good', refused: 'bad', request_authentication: 'wait', processing: 'wait' } as const;

/** Lets the buyer choose how to pay a link. */
export function Choose({ pageKey, view }: { pageKey: string; view: View }) {
  const [method, setMethod] = useState<Method>('pix');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const pay = async (body: components['schemas']['NewCheckout']): Promise<void> => {
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
      <h1 id="how-to-pay">{texts.howToPay}</h1>
      <fieldset class="tabs" aria-labelledby="how-to-pay">
        {METHODS.map((one) => (
          <label key={one}>
            <input type="radio" name="method" value={one} checked={method === one} onChange={() => setMethod(one)} />
            <span>{texts[one]}</span>
          </label>
        ))}
      </fieldset>
      {method !== 'card' && (
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
      {method === 'card' && <Cards view={view} isBusy={isBusy} pay={pay} />}
      {problem !== '' && (
        <p class="notice bad" role="alert">
          {texts.failed}: {problem}
        </p>
      )}
    </section>
  );
}

function installmentText(amount: number, count: number): string {
  const [first = amount, other = first] = splitAmount(amount, count);
  return texts.installment(count, money(first), money(other));
}

function Cards({
  view: { cards = [], amount },
  isBusy,
  pay,
}: {
  view: View;
  isBusy: boolean;
  pay(body: components['schemas']['NewCheckout']): void;
}) {
  const [method, setMethod] = useState<'credit_card' | 'debit_card'>('credit_card');
  const [installments, setInstallments] = useState(1);
  return (
    <>
      <p class="muted">{texts.cardHint}</p>
      <div class="row">
        <fieldset class="tabs small" aria-label={texts.card}>
          {(['credit_card', 'debit_card'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="kind" checked={method === one} onChange={() => setMethod(one)} />
              <span>{one === 'credit_card' ? texts.credit : texts.debit}</span>
            </label>
          ))}
        </fieldset>
        {method === 'credit_card' && (
          <label class="parts">
            <span class="hidden">{texts.installments}</span>
            <select value={installments} onChange={({ currentTarget }) => setInstallments(Number(currentTarget.value))}>
              {PARTS.map((count) => (
                <option key={count} value={count}>
                  {installmentText(amount, count)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <ul class="cards">
        {cards.map(({ id = '', brand, last_digits, outcome: onCredit = 'approved' }) => {
          // Every debit card asks for authentication first.
          const outcome = method === 'debit_card' && onCredit !== 'refused' ? 'request_authentication' : onCredit;
          return (
            <li key={id}>
              <button
                type="button"
                disabled={isBusy}
                onClick={() =>
                  pay({ payment_method: method, card: id, installments: method === 'credit_card' ? installments : 1 })
                }
              >
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
