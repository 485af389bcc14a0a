import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from './texts.js';

/** Wraps the content of every buyer page. */
export function Frame({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Sandbox`;
  }, [title]);
  return (
    <>
      <header class="ribbon wait">{texts.sandbox}</header>
      <main class="sheet">{children}</main>
    </>
  );
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
    <div class={`outcome ${mood}`} role="status">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="15" />
        <path d={SIGNS[mood]} />
      </svg>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** The page for an unknown key. */
export function Unknown() {
  return (
    <Frame title={texts.unknownTitle}>
      <Outcome mood="bad" title={texts.unknownTitle}>
        <p>{texts.unknown}</p>
      </Outcome>
    </Frame>
  );
}
