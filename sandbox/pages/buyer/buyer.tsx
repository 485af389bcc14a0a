/** The buyer's pages: checkout and 3DS. */
import { type ComponentType, render } from 'preact';
import type { Schemas } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { Authentication } from './authentication.js';
import { Choose } from './choose.js';
import { Frame, Outcome, Unknown, useStateOf } from './frame.js';
import { Payment } from './payment.js';
import { texts } from './texts.js';

/** The page of a link, or of a payment begun there. */
function Checkout({ pageKey }: { pageKey: string }) {
  const { view, hasChanged, isOffline, set } = useStateOf<Schemas['Checkout']>(pageKey);
  return (
    <Frame title={texts.checkoutTitle} isOffline={isOffline}>
      {view && (
        <>
          {(view.payment?.status ?? 'waiting_payment') === 'waiting_payment' && <Purchase view={view} />}
          {view.payment !== undefined ? (
            <Payment pageKey={pageKey} view={view} payment={view.payment} hasChanged={hasChanged} set={set} />
          ) : view.status === 'active' ? (
            <Choose pageKey={pageKey} view={view} />
          ) : (
            <Outcome mood="bad" title={view.status === 'expired' ? texts.expiredLink : texts.canceledLink}>
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

const PAGES: Readonly<Record<string, ComponentType<{ pageKey: string }>>> = { pay: Checkout, '3ds': Authentication };
const root = document.getElementById('page');

if (root !== null) {
  const Page = PAGES[root.dataset.page ?? ''] ?? Unknown;
  root.replaceChildren();
  render(<Page pageKey={location.pathname.split('/').pop() ?? ''} />, root);
}
