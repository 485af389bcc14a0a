import type { Schemas } from '../shared/ask.js';
import { money } from '../shared/locale.js';
import { cardRow, Facts } from './facts.js';
import { Frame, Outcome, Redirect, useSend, useStateOf } from './frame.js';
import { texts } from './texts.js';

type View = Schemas['Authentication'];

const OUTCOMES = [
  ['approved', texts.approve, 'primary'],
  ['declined', texts.decline, ''],
  ['timed_out', texts.timeOut, 'plain'],
] as const;

/** The issuer's page, where the buyer confirms a purchase. */
export function Authentication({ pageKey }: { pageKey: string }) {
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
