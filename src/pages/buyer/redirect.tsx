import { useEffect } from 'preact/hooks';
import type { components } from '../../../generated/sandbox-types.js';
import { texts } from './texts.js';

type To = components['schemas']['Redirect'];

/** A link back to the shop. The page follows it after `wait` milliseconds, and only shows an address that is not a web page. */
export function Redirect({ to, wait }: { to: To; wait?: number | undefined }) {
  const address = to.allowed && URL.canParse(to.url) && /^https?:$/.test(new URL(to.url).protocol) ? to.url : undefined;
  useEffect(() => {
    if (address === undefined || wait === undefined) return;
    const timer = setTimeout(() => location.assign(address), wait);
    return () => clearTimeout(timer);
  }, [address, wait]);
  if (address === undefined) {
    return (
      <p class="notice bad">
        {texts.forbiddenAddress} <code>{to.url}</code>
      </p>
    );
  }
  return (
    <div class="stack">
      {wait !== undefined && <p class="muted">{texts.goingToShop}</p>}
      <a class="button primary wide" href={address}>
        {texts.backToShop}
      </a>
    </div>
  );
}
