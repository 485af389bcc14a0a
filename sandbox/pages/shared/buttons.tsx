import { useEffect, useState } from 'preact/hooks';
import { say, switchLanguage } from './locale.js';

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({ text, label, class: look = 'quiet' }: { text: string; label: string; class?: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <button type="button" class={look} onClick={async () => setDone(await copy(text))}>
      <span aria-live="polite">{isDone ? say('Copiado', 'Copied') : label}</span>
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOld(text);
  }
}

/** Copies on pages loaded over plain HTTP from another machine, where browsers have no clipboard API. */
function copyOld(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}

/** Loads the page again in the other language, which the browser keeps for all pages of the sandbox. */
export function LanguageSwitch() {
  return (
    <button type="button" class="plain" lang={say('en', 'pt-BR')} onClick={switchLanguage}>
      {say('English', 'Português')}
    </button>
  );
}
