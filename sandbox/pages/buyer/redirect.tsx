import { useEffect } from 'preact/hooks';
import { isWebPage, type Schemas } from '../shared/ask.js';
import { texts } from './texts.js';

interface Props {
  readonly to: Schemas['Redirect'];
  readonly wait?: number | undefined;
}

/** A link back to the shop. The page follows it after `wait` milliseconds, and only shows an address that is not a web page. */
export function Redirect({ to: { url, allowed }, wait }: Props) {
  const isLink = allowed && isWebPage(url);
  useEffect(() => {
    if (!isLink || wait === undefined) return;
    const timer = setTimeout(() => location.assign(url), wait);
    return () => clearTimeout(timer);
  }, [isLink, url, wait]);
  if (!isLink) {
    return (
      <p class="notice bad">
        {texts.forbiddenAddress} <code>{url}</code>
      </p>
    );
  }
  return (
    <div class="stack">
      {wait !== undefined && <p class="muted">{texts.goingToShop}</p>}
      <a class="button primary wide" href={url}>
        {texts.backToShop}
      </a>
    </div>
  );
}
