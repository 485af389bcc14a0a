import { useEffect, useState } from 'preact/hooks';

/** Copies a string, and says for a moment that it did. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <button type="button" class="quiet" onClick={async () => setDone(await copy(text))}>
      <span aria-live="polite">{isDone ? copied : label}</span>
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

/** The only way on a page that came by plain HTTP from another machine. */
function copyOld(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}
