import { printedLine } from 'payment-gateway-core/codes';
import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../shared/ask.js';
import { CopyButton } from '../shared/buttons.js';
import { Barcode, QrCode } from '../shared/codes.js';
import { dateTime, lastDay } from '../shared/locale.js';
import { Explained, Receipt } from './facts.js';
import { type Mood, Outcome, Redirect, useSend } from './frame.js';
import { texts } from './texts.js';

type View = Schemas['Checkout'];
type Shown = Schemas['ShownPayment'];

/** The payments that this tab began. It returns to the shop after each one, once. */
export const begun = {
  add: (key: string): void => sessionStorage.setItem(`begun ${key}`, '1'),
  has: (key: string): boolean => sessionStorage.getItem(`begun ${key}`) !== null,
  remove: (key: string): void => sessionStorage.removeItem(`begun ${key}`),
};

/** The states after which a buyer may want to pay in another way. */
const OPEN_AGAIN = ['refused', 'canceled', 'request_authentication'];

/** Long enough to read the receipt. Milliseconds. */
const RETURN_AFTER = 5000;

interface Props {
  readonly pageKey: string;
  readonly view: View;
  readonly payment: Shown;
  readonly hasChanged: boolean;
  set(view: View): void;
}

export function ShownPayment({ pageKey, view, payment, hasChanged, set }: Props) {
  const isDone = payment.paid_at !== undefined;
  // Read once: the effect below removes the mark, and this visit still needs it.
  const [isOwn] = useState(() => begun.has(pageKey));
  useEffect(() => {
    if (isDone) begun.remove(pageKey);
  }, [isDone, pageKey]);

  const code = payment.pix_code ?? payment.boleto_line;
  if (code !== undefined) return <Waiting pageKey={pageKey} payment={payment} code={code} set={set} />;
  const [mood, title] = outcomeOf(payment);
  return (
    <section class="stack">
      <Outcome mood={mood} title={title}>
        {payment.reason !== undefined && (
          <p>
            <Explained raw={payment.reason} />
          </p>
        )}
        {payment.status === 'processing' && <p>{texts.processingHint}</p>}
        {payment.voided && <p>{texts.voidedHint}</p>}
      </Outcome>
      <Receipt view={view} payment={payment} />
      {payment.authenticate !== undefined && (
        <a class="button primary wide" href={`../3ds/${payment.authenticate}`}>
          {texts.authenticate}
        </a>
      )}
      {view.redirect !== undefined && (
        <Redirect to={view.redirect} wait={isDone && (isOwn || hasChanged) ? RETURN_AFTER : undefined} />
      )}
      {view.again !== undefined && !payment.voided && OPEN_AGAIN.includes(payment.status) && (
        <a class={`button wide ${payment.authenticate === undefined ? 'primary' : ''}`} href={view.again}>
          {texts.otherWay}
        </a>
      )}
    </section>
  );
}

function outcomeOf({ status, method, voided }: Shown): readonly [Mood, string] {
  const isPix = method === 'pix';
  const outcomes: Readonly<Record<string, readonly [Mood, string]>> = {
    paid: ['good', texts.paid],
    authorized: ['good', texts.authorized],
    refused: ['bad', texts.refused],
    canceled: voided ? ['past', texts.voided] : ['bad', texts.canceled],
    request_authentication: ['wait', texts.requestAuthentication],
    pending_refund: ['past', texts.pendingRefund(isPix)],
    refunded: ['past', texts.refunded(isPix)],
    chargedback: ['bad', texts.chargedback],
  };
  return outcomes[status] ?? ['wait', texts.processing];
}

/** A Pix or a boleto that waits to be paid somewhere else. */
function Waiting({ pageKey, payment, code, set }: Omit<Props, 'view' | 'hasChanged'> & { code: string }) {
  const { pix_code, expires_at } = payment;
  const isPix = pix_code !== undefined;
  return (
    <section class="waiting stack">
      <div role="status">
        <h1>{isPix ? texts.waitingPix : texts.waitingBoleto}</h1>
        <p class="muted">{isPix ? texts.waitingPixHint : texts.waitingBoletoHint}</p>
      </div>
      <div class="payable stack">
        <CopyButton class="primary wide" text={code} label={isPix ? texts.copyPix : texts.copyBoleto} />
        {isPix && <QrCode contents={code} />}
        <div class="code">
          <h2>{isPix ? texts.pixCode : texts.boletoLine}</h2>
          <code>{isPix ? code : printedLine(code)}</code>
        </div>
        {!isPix && <Barcode line={code} />}
      </div>
      {expires_at !== undefined && (
        <p class="muted until">
          {texts.payUntil} <time dateTime={expires_at}>{(isPix ? dateTime : lastDay)(expires_at)}</time>
        </p>
      )}
      <Simulation pageKey={pageKey} id={payment.id} set={set} />
    </section>
  );
}

/** The command line uses port 4010 unless it is given an address. */
function payCommand(id: number): string {
  return `npx payment-gateway-sandbox pay ${id}${location.port === '4010' ? '' : ` --url ${location.origin}`}`;
}

function Simulation({ pageKey, id, set }: { pageKey: string; id: number; set(view: View): void }) {
  const { isBusy, send } = useSend<View>(set);
  const simulate = (act: 'pay' | 'expire') => send(`${pageKey}/simulate`, { act });
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
