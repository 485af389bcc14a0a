import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../generated/sandbox-types.js';
import { printedLine } from '../../codes/boleto.js';
import { ask } from '../shared/ask.js';
import { Barcode, QrCode } from '../shared/codes.js';
import { CopyButton } from '../shared/copy-button.js';
import { dateTime, lastDay } from '../shared/locale.js';
import { type Mood, Outcome } from './frame.js';
import { Redirect } from './redirect.js';
import { texts } from './texts.js';

type View = components['schemas']['Checkout'];
type Shown = components['schemas']['ShownPayment'];

/** The payments that this tab began. It returns to the shop after each one, once. */
export const begun = {
  add: (key: string): void => sessionStorage.setItem(`begun ${key}`, '1'),
  has: (key: string): boolean => sessionStorage.getItem(`begun ${key}`) !== null,
  remove: (key: string): void => sessionStorage.removeItem(`begun ${key}`),
};

/** The states after which a buyer may want to pay in another way. */
const OPEN_AGAIN = ['refused', 'canceled', 'request_authentication'];

interface Props {
  readonly pageKey: string;
  readonly view: View;
  readonly payment: Shown;
  readonly hasChanged: boolean;
  set(view: View): void;
}

/** Shows the state of a payment, and what its buyer can do. */
export function Payment({ pageKey, view, payment, hasChanged, set }: Props) {
  const isDone = payment.status === 'paid' || payment.status === 'authorized';
  // Read once: the effect below removes the mark, and this visit still needs it.
  const [isOwn] = useState(() => begun.has(pageKey));
  useEffect(() => {
    if (isDone) begun.remove(pageKey);
  }, [isDone, pageKey]);

  if (payment.pix_code !== undefined) return <Waiting pageKey={pageKey} payment={payment} set={set} />;
  if (payment.boleto_line !== undefined) return <Waiting pageKey={pageKey} payment={payment} set={set} />;
  const [mood, title] = saidOf(payment);
  return (
    <section class="stack">
      <Outcome mood={mood} title={title}>
        {payment.reason !== undefined && <p>{payment.reason}</p>}
        {payment.status === 'processing' && <p>{texts.processingHint}</p>}
        {payment.voided && <p>{texts.voidedHint}</p>}
        <p class="muted">
          {texts.paymentNumber} {payment.id}
          {payment.card?.last_digits !== undefined && (
            <>
              {' · '}
              <span class="brand">{payment.card.brand}</span> {texts.ending(payment.card.last_digits)}
            </>
          )}
        </p>
      </Outcome>
      {payment.authenticate !== undefined && (
        <a class="button primary wide" href={`../3ds/${payment.authenticate}`}>
          {texts.authenticate}
        </a>
      )}
      {view.redirect !== undefined && (
        <Redirect to={view.redirect} wait={isDone && (isOwn || hasChanged) ? 2500 : undefined} />
      )}
      {view.again !== undefined && !payment.voided && OPEN_AGAIN.includes(payment.status) && (
        <a class={`button wide ${payment.authenticate === undefined ? 'primary' : ''}`} href={view.again}>
          {texts.otherWay}
        </a>
      )}
    </section>
  );
}

function saidOf({ status, method, voided }: Shown): [Mood, string] {
  const isPix = method === 'pix';
  switch (status) {
    case 'paid':
      return ['good', texts.paid];
    case 'authorized':
      return ['good', texts.authorized];
    case 'refused':
      return ['bad', texts.refused];
    case 'canceled':
      return voided ? ['past', texts.voided] : ['bad', texts.canceled];
    case 'request_authentication':
      return ['wait', texts.requestAuthentication];
    case 'pending_refund':
      return ['past', texts.pendingRefund(isPix)];
    case 'refunded':
      return ['past', texts.refunded(isPix)];
    case 'chargedback':
      return ['bad', texts.chargedback];
    default:
      return ['wait', texts.processing];
  }
}

/** A PIX or a boleto that waits to be paid somewhere else. */
function Waiting({ pageKey, payment, set }: Pick<Props, 'pageKey' | 'payment' | 'set'>) {
  const { pix_code, boleto_line, expires_at } = payment;
  const isPix = pix_code !== undefined;
  return (
    <section class="stack">
      <div role="status">
        <h1>{isPix ? texts.waitingPix : texts.waitingBoleto}</h1>
        <p class="muted">{isPix ? texts.waitingPixHint : texts.waitingBoletoHint}</p>
      </div>
      {pix_code !== undefined && (
        <div class="pix stack">
          <CopyButton class="primary wide" text={pix_code} label={texts.copyPix} copied={texts.copied} />
          <QrCode contents={pix_code} label={texts.qrCode} />
          <Code title={texts.pixCode} shown={pix_code} />
        </div>
      )}
      {boleto_line !== undefined && (
        <>
          <CopyButton class="primary wide" text={boleto_line} label={texts.copyBoleto} copied={texts.copied} />
          <Code title={texts.boletoLine} shown={printedLine(boleto_line)} />
          <Barcode line={boleto_line} label={texts.barcode} />
        </>
      )}
      {expires_at !== undefined && (
        <p class="muted until">
          {texts.payUntil} <time dateTime={expires_at}>{(isPix ? dateTime : lastDay)(expires_at)}</time>
        </p>
      )}
      <Simulation pageKey={pageKey} id={payment.id} set={set} />
    </section>
  );
}

function Code({ title, shown }: { title: string; shown: string }) {
  return (
    <div class="code">
      <h2>{title}</h2>
      <code>{shown}</code>
    </div>
  );
}

/** The command line uses port 4010 unless it is given an address. */
function payCommand(id: number): string {
  return `payment-gateway pay ${id}${location.port === '4010' ? '' : ` --url ${location.origin}`}`;
}

function Simulation({ pageKey, id, set }: { pageKey: string; id: number; set(view: View): void }) {
  const [isBusy, setBusy] = useState(false);
  const simulate = async (act: 'pay' | 'expire'): Promise<void> => {
    setBusy(true);
    // If it was paid in the meantime, the stream shows it.
    await ask<View>(`${pageKey}/simulate`, { method: 'POST', body: { act } }).then(set, () => {});
    setBusy(false);
  };
  return (
    <aside class="simulation stack" aria-label="Sandbox">
      <p>{texts.simulation}</p>
      <code>{payCommand(id)}</code>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={() => simulate('pay')}>
          {texts.simulatePay}
        </button>
        <button type="button" class="plain" disabled={isBusy} onClick={() => simulate('expire')}>
          {texts.simulateExpire}
        </button>
      </div>
    </aside>
  );
}
