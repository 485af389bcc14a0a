import type { components } from '../../../generated/sandbox-types.js';
import { money } from '../shared/locale.js';
import { Choose } from './choose.js';
import { Frame, Outcome } from './frame.js';
import { Payment } from './payment.js';
import { texts } from './texts.js';
import { useStateOf } from './use-state-of.js';

type View = components['schemas']['Checkout'];

/** The page of a link, or of a payment begun there. */
export function Checkout({ pageKey }: { pageKey: string }) {
  const { view, hasChanged, isOffline, set } = useStateOf<View>(pageKey);
  if (view === undefined) return <Frame title={texts.checkoutTitle}>{isOffline && <p>{texts.offline}</p>}</Frame>;
  return (
    <Frame title={texts.checkoutTitle}>
      <Purchase view={view} />
      {isOffline && <p class="notice wait">{texts.offline}</p>}
      {view.payment !== undefined ? (
        <Payment pageKey={pageKey} view={view} payment={view.payment} hasChanged={hasChanged} set={set} />
      ) : view.status === 'active' ? (
        <Choose pageKey={pageKey} view={view} />
      ) : (
        <Outcome mood="bad" title={view.status === 'expired' ? texts.expiredLink : texts.canceledLink}>
          <p>{texts.endedLink}</p>
        </Outcome>
      )}
    </Frame>
  );
}

function Purchase({ view: { shop, name, description, amount } }: { view: View }) {
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
