import { useEffect, useState } from 'preact/hooks';
import { watch } from '../shared/watch.js';

/** The state of a page, kept up to date. */
export interface Told<View> {
  readonly view: View | undefined;
  /** Whether it changed while the page was open. */
  readonly hasChanged: boolean;
  readonly isOffline: boolean;
  /** Shows the response of a request before the stream sends it. */
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
        // The control API's contract defines the data.
        onEvent: (_name, data) => set(data as View),
        onState: (isOpen) => setOffline(!isOpen),
      }),
    [key],
  );
  return { view, hasChanged, isOffline, set };
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
