import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, isWebPage, type Schemas } from '../shared/ask.js';
import { LanguageSwitch } from '../shared/buttons.js';
import { watch } from '../shared/watch.js';
import { texts } from './texts.js';

interface FrameProps {
  readonly title: string;
  readonly isOffline?: boolean;
  readonly children?: ComponentChildren;
}

export function Frame({ title, isOffline = false, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Sandbox`;
  }, [title]);
  return (
    <>
      <header class="top row">
        <img src="../assets/icon.svg" alt="" width="26" height="26" />
        <span class="ribbon wait">{texts.sandbox}</span>
        <LanguageSwitch />
      </header>
      <main class="sheet stack">
        {isOffline && <p class="notice wait">{texts.offline}</p>}
        {children}
      </main>
    </>
  );
}

/** Returns the state of a page, kept up to date. `set` shows the response of a request before the stream sends it. */
export function useStateOf<View>(key: string) {
  const [{ first, view }, tell] = useState<{ first?: View; view?: View }>({});
  const [isOffline, setOffline] = useState(false);
  const set = (next: View): void => tell(({ first = next }) => ({ first, view: next }));
  useEffect(
    () =>
      watch(`${key}/stream`, {
        // The control API's contract defines the data.
        onEvent: (_name, data) => set(data as View),
        onState: (isOpen) => setOffline(!isOpen),
      }),
    [key],
  );
  const hasChanged = JSON.stringify(view) !== JSON.stringify(first);
  return { view, hasChanged, isOffline, set };
}

/** Returns whether a request is under way, and a function that sends one for the page and shows its response. */
export function useSend<View>(set: (view: View) => void) {
  const [isBusy, setBusy] = useState(false);
  const send = async (path: string, body: object): Promise<void> => {
    setBusy(true);
    // If the payment has changed in the meantime, the stream shows it.
    await ask<View>(path, { method: 'POST', body }).then(set, () => {});
    setBusy(false);
  };
  return { isBusy, send };
}

export type Mood = 'good' | 'bad' | 'wait' | 'past';

const SIGNS: Readonly<Record<Mood, string>> = {
  good: 'M9 16.5l5 5 10-11',
  bad: 'M10 10l12 12M22 10L10 22',
  wait: 'M16 8v8l5 4',
  past: 'M11 12H21a4 4 0 0 1 0 8H12M15 8l-4 4 4 4',
};

/** Shows the state of a payment. Screen readers announce it when it changes. */
export function Outcome({ mood, title, children }: { mood: Mood; title: string; children?: ComponentChildren }) {
  return (
    <div class={`outcome stack ${mood}`} role="status">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="15" />
        <path d={SIGNS[mood]} />
      </svg>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function Unknown() {
  return (
    <Frame title={texts.unknownTitle}>
      <Outcome mood="bad" title={texts.unknownTitle}>
        <p>{texts.unknown}</p>
      </Outcome>
    </Frame>
  );
}

interface RedirectProps {
  readonly to: Schemas['Redirect'];
  readonly wait?: number | undefined;
}

/** A link back to the shop. The page follows it after `wait` milliseconds, and only shows an address that is not a web page. */
export function Redirect({ to: { url, allowed }, wait }: RedirectProps) {
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
