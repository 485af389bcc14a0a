import { useEffect, useState } from 'preact/hooks';
import { watch } from '../shared/watch.js';

/** What the page shows, as the sandbox tells it; whether it changed while the page was open; whether the sandbox is reached. */
export interface Told<View> {
  readonly view: View | undefined;
  readonly hasChanged: boolean;
  readonly isOffline: boolean;
  /** Puts in place what a request returned, before the stream tells it. */
  set(view: View): void;
}

export function useStateOf<View>(key: string): Told<View> {
  const [{ view, hasChanged }, tell] = useState<{ view: View | undefined; hasChanged: boolean }>({
    view: undefined,
    hasChanged: false,
  });
  const [isOffline, setOffline] = useState(false);
  const set = (next: View): void =>
    tell((last) => ({
      view: next,
      hasChanged: last.hasChanged || (last.view !== undefined && differs(last.view, next)),
    }));
  useEffect(
    () =>
      watch(`${key}/stream`, {
        // The contract of the control API says what comes.
        onEvent: (_name, data) => set(data as View),
        onState: (isOpen) => setOffline(!isOpen),
      }),
    [key],
  );
  return { view, hasChanged, isOffline, set };
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
