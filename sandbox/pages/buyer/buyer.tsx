/** The buyer's pages: checkout and 3DS. */
import { type ComponentType, render } from 'preact';
import type { Schemas } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { Choose } from './choose.js';
import { cardRow, Facts } from './facts.js';
import { Frame, Outcome, Redirect, Unknown, useSend, useStateOf } from './frame.js';
import { ShownPayment } from './payment.js';
import { texts } from './texts.js';

const endedLinks: Readonly<Record<string, string>> = texts.endedLinks;

/** The page of a link, or of a payment begun there. */
function Checkout({ pageKey }: { pageKey: string }) {
  const { view, hasChanged, isOffline, set } = useStateOf<Schemas['Checkout']>(pageKey);
  return (
    <Frame title={texts.checkoutTitle} isOffline={isOffline}>
      {view && (
        <>
          {(view.payment?.status ?? 'waiting_payment') === 'waiting_payment' && <Purchase view={view} />}
          {view.payment !== undefined ? (
            <ShownPayment pageKey={pageKey} view={view} payment={view.payment} hasChanged={hasChanged} set={set} />
          ) : view.status === 'active' ? (
            <Choose pageKey={pageKey} view={view} />
          ) : (
            <Outcome mood="bad" title={endedLinks[view.status] ?? texts.failed}>
              <p>{texts.endedLink}</p>
            </Outcome>
          )}
        </>
      )}
    </Frame>
  );
}

function Purchase({ view: { shop, name, description, amount } }: { view: Schemas['Checkout'] }) {
  return (
    <header class="purchase">
      <p class="muted">
        {texts.payTo} <strong>{shop}</strong>
      </p>
      <p class="price">{money(amount)}</p>
      {name !== undefined && <p class="name clamp">{name}</p>}
      {description !== undefined && <p class="muted clamp">{description}</p>}
    </header>
  );
}

type View = Schemas['Authentication'];

const OUTCOMES = [
  ['approved', texts.approve, 'primary'],
  ['declined', texts.decline, ''],
  ['timed_out', texts.timeOut, 'plain'],
] as const;

/** The issuer's page, where the buyer confirms a purchase. */
function Authentication({ pageKey }: { pageKey: string }) {
  const { view, hasChanged, isOffline, set } = useStateOf<View>(pageKey);
  const { isBusy, send } = useSend<View>(set);
  if (view?.used) return <Used view={view} isFresh={hasChanged} />;
  return (
    <Frame title={texts.authenticationTitle} isOffline={isOffline}>
      {view && (
        <>
          <h1>{texts.authenticationTitle}</h1>
          <p class="muted">{texts.authenticationHint}</p>
          <Facts rows={rowsOf(view)} />
          <aside class="simulation stack" aria-label="Sandbox">
            <p>{texts.playTheBank}</p>
            {OUTCOMES.map(([outcome, label, look]) => (
              <button
                key={outcome}
                type="button"
                class={`wide ${look}`}
                disabled={isBusy}
                onClick={() => send(pageKey, { outcome })}
              >
                {label}
              </button>
            ))}
          </aside>
        </>
      )}
    </Frame>
  );
}

function Used({ view, isFresh }: { view: View; isFresh: boolean }) {
  const isRefused = view.status === 'refused';
  const said = isRefused ? texts.usedRefused : texts.usedApproved;
  return (
    <Frame title={isFresh ? said : texts.usedAuthentication}>
      <Outcome
        mood={isRefused ? 'bad' : 'good'}
        title={isFresh ? (isRefused ? texts.refused : texts.paid) : texts.usedAuthentication}
      >
        {!isFresh && <p>{said}</p>}
      </Outcome>
      <Facts rows={rowsOf(view)} />
      {view.redirect !== undefined && <Redirect to={view.redirect} wait={isFresh ? 400 : undefined} />}
    </Frame>
  );
}

const rowsOf = ({ shop, amount, card }: View) =>
  [[texts.shop, shop], [texts.amount, <span class="sum">{money(amount)}</span>], cardRow(card)] as const;

const PAGES: Readonly<Record<string, ComponentType<{ pageKey: string }>>> = { pay: Checkout, '3ds': Authentication };
const root = document.getElementById('page');

if (root !== null) {
  const Page = PAGES[root.dataset.page ?? ''] ?? Unknown;
  root.replaceChildren();
  render(<Page pageKey={location.pathname.split('/').pop() ?? ''} />, root);
}
