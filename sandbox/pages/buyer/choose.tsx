import { useState } from 'preact/hooks';
import { ask, errorText, type Schemas } from '../shared/ask.js';
import { CardForm } from './card-form.js';
import { Explained } from './facts.js';
import { Field, Form, Tabs } from './form.js';
import { begun } from './payment.js';
import { texts } from './texts.js';

type View = Schemas['Checkout'];

const METHODS = ['pix', 'card', 'boleto'] as const;

/** Lets the buyer choose how to pay a link. */
export function Choose({ pageKey, view }: { pageKey: string; view: View }) {
  const [method, setMethod] = useState<(typeof METHODS)[number]>('pix');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const pay = async (body: Schemas['NewCheckout']): Promise<void> => {
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

  const choose = (next: typeof method): void => {
    setMethod(next);
    setProblem('');
  };
  const shared = {
    isBusy,
    problem: problem === '' ? undefined : <Explained raw={problem} />,
  };
  return (
    <section class="stack" aria-busy={isBusy}>
      <h1>{texts.howToPay}</h1>
      <Tabs label={texts.howToPay} options={METHODS} value={method} choose={choose} />
      {method !== 'card' && <p class="muted">{method === 'pix' ? texts.pixHint : texts.boletoHint}</p>}
      {method === 'card' && <CardForm amount={view.amount} {...shared} pay={pay} />}
      {method === 'pix' && (
        <Form label={texts.payByPix} {...shared} send={() => pay({ payment_method: 'pix', installments: 1 })} />
      )}
      {method === 'boleto' && (
        <Form
          label={texts.payByBoleto}
          {...shared}
          send={({ name = '', email = '' }) =>
            pay({ payment_method: 'boleto', installments: 1, customer: { name, email } })
          }
        >
          <Field label={texts.payerName} name="name" pattern=".*\S.*" maxLength={200} />
          <Field label={texts.payerEmail} name="email" type="email" maxLength={200} />
        </Form>
      )}
    </section>
  );
}
