import { isCnpj, isCpf, withoutPunctuation } from 'payment-gateway-core/codes';
import { useState } from 'preact/hooks';
import { ask, errorText, type Schemas } from '../shared/ask.js';
import { CardForm } from './card-form.js';
import { Explained } from './facts.js';
import { Field, Form, Tabs } from './form.js';
import { begun } from './payment.js';
import { texts } from './texts.js';

type View = Schemas['Checkout'];

const METHODS = ['pix', 'card', 'boleto'] as const;

function isDocument(typed: string): boolean {
  const number = withoutPunctuation(typed);
  return isCpf(number) || isCnpj(number);
}

export function Choose({ pageKey, view }: { pageKey: string; view: View }) {
  const [method, setMethod] = useState<(typeof METHODS)[number]>('pix');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [refusal, setRefusal] = useState<string>();

  const pay = async (body: Schemas['NewCheckout']): Promise<void> => {
    setBusy(true);
    setProblem('');
    setRefusal(undefined);
    try {
      const { key } = await ask<{ key: string }>(pageKey, { method: 'POST', body });
      begun.add(key);
      const { payment, again } = await ask<View>(`${key}/state`);
      // The link still takes a payment, so the buyer keeps the form.
      if (payment?.status === 'refused' && again !== undefined) {
        begun.remove(key);
        setRefusal(payment.reason ?? '');
        setBusy(false);
        return;
      }
      location.assign(payment?.authenticate === undefined ? key : `../3ds/${payment.authenticate}`);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };

  const choose = (next: typeof method): void => {
    setMethod(next);
    setProblem('');
    setRefusal(undefined);
  };
  const shared = { isBusy, problem };
  return (
    <section class="stack" aria-busy={isBusy}>
      <h1>{texts.howToPay}</h1>
      {refusal !== undefined && (
        <p class="notice bad" role="alert">
          <strong>{texts.refused}.</strong> <Explained raw={refusal} /> {texts.payOtherwise}
        </p>
      )}
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
          checks={{ document: (number) => (isDocument(number) ? undefined : texts.wrong.document) }}
          send={({ name = '', email = '', document = '' }) =>
            pay({
              payment_method: 'boleto',
              installments: 1,
              customer: { name, email, document: withoutPunctuation(document) },
            })
          }
        >
          <Field label={texts.payerName} name="name" pattern=".*\S.*" maxLength={200} />
          <Field label={texts.payerDocument} name="document" maxLength={20} />
          <Field label={texts.payerEmail} name="email" type="email" maxLength={200} />
        </Form>
      )}
    </section>
  );
}
