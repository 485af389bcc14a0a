import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../generated/sandbox-types.js';
import { printedLine } from '../../codes/boleto.js';
import { ask } from '../shared/ask.js';
import { CopyButton } from '../shared/copy-button.js';
import { dateTime, lastDay } from '../shared/format.js';
import { begun } from './begun.js';
import { Barcode, QrCode } from './codes.js';
import { type Mood, Outcome } from './frame.js';
import { language, texts } from './language.js';
import { Redirect } from './redirect.js';

type View = components['schemas']['Checkout'];
type Shown = components['schemas']['ShownPayment'];

/** The states after which a buyer may want to pay in another way. */
const OPEN_AGAIN = ['refused', 'canceled', 'request_authentication'];

interface Props {
  readonly pageKey: string;
  readonly view: View;
  readonly payment: Shown;
  readonly hasChanged: boolean;
  set(view: View): void;
}

/** Where a payment stands, and what its buyer can do. */
export function Payment({ pageKey, view, payment, hasChanged, set }: Props) {
  const isDone = payment.status === 'paid' || payment.status === 'authorized';
  // Asked once: what is taken back below still holds for this visit.
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
      {view.again !== undefined && OPEN_AGAIN.includes(payment.status) && (
        <a class={`button wide ${payment.authenticate === undefined ? 'primary' : ''}`} href={view.again}>
          {texts.otherWay}
        </a>
      )}
    </section>
  );
}

function saidOf({ status }: Shown): [Mood, string] {
  switch (status) {
    case 'paid':
      return ['good', texts.paid];
    case 'authorized':
      return ['good', texts.authorized];
    case 'refused':
      return ['bad', texts.refused];
    case 'canceled':
      return ['bad', texts.canceled];
    case 'request_authentication':
      return ['wait', texts.requestAuthentication];
    case 'pending_refund':
      return ['past', texts.pendingRefund];
    case 'refunded':
      return ['past', texts.refunded];
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
      <div class="waiting" role="status">
        <h1>{isPix ? texts.waitingPix : texts.waitingBoleto}</h1>
        <p class="muted">{isPix ? texts.waitingPixHint : texts.waitingBoletoHint}</p>
      </div>
      {pix_code !== undefined && (
        <>
          <QrCode contents={pix_code} label={texts.qrCode} />
          <Code title={texts.pixCode} code={pix_code} shown={pix_code} copy={texts.copyPix} />
        </>
      )}
      {boleto_line !== undefined && (
        <>
          <Code title={texts.boletoLine} code={boleto_line} shown={printedLine(boleto_line)} copy={texts.copyBoleto} />
          <Barcode line={boleto_line} label={texts.barcode} />
        </>
      )}
      {expires_at !== undefined && (
        <p class="muted until">
          {texts.payUntil} <time dateTime={expires_at}>{(isPix ? dateTime : lastDay)(expires_at, language)}</time>
        </p>
      )}
      <Simulation pageKey={pageKey} id={payment.id} set={set} />
    </section>
  );
}

function Code({ title, code, shown, copy }: { title: string; code: string; shown: string; copy: string }) {
  return (
    <div class="code">
      <h2>{title}</h2>
      <code>{shown}</code>
      <CopyButton text={code} label={copy} copied={texts.copied} />
    </div>
  );
}

function Simulation({ pageKey, id, set }: { pageKey: string; id: number; set(view: View): void }) {
  const [isBusy, setBusy] = useState(false);
  const simulate = async (act: 'pay' | 'expire'): Promise<void> => {
    setBusy(true);
    // When it was paid meanwhile, the stream tells so.
    await ask<View>(`${pageKey}/simulate`, { method: 'POST', body: { act } }).then(set, () => {});
    setBusy(false);
  };
  return (
    <aside class="simulation" aria-label="Sandbox">
      <p>
        {texts.simulation} <code>payment-gateway pay {id}</code>
      </p>
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
