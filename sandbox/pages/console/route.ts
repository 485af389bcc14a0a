/** The place in the console, from the hash of the address: `#/transactions/1005?status=paid`. */
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  readonly section: string;
  /** The item whose details are open. */
  readonly id: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [section = '', id] = path.split('/');
  return {
    section: section || 'transactions',
    id: id || undefined,
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a place. Empty filters are left out, and the account stays the same. */
export function hrefOf(
  section: string,
  id?: string | number,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const { account } = readRoute(location.hash).query;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ account, ...query })) if (value) search.set(name, value);
  const asked = search.toString();
  return `#/${section}${id === undefined ? '' : `/${id}`}${asked === '' ? '' : `?${asked}`}`;
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const look = (): void => setHash(location.hash);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return readRoute(hash);
}

/** Moves the focus to the row of an id, or else to the first row. Details hide the list on narrow screens. */
export function focusList(id?: string): void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('.list .row-link')];
  const rows = all.filter((row) => row.offsetParent !== null);
  const row = rows.find((one) => id !== undefined && one.hash.includes(`/${id}`)) ?? rows[0];
  (row ?? document.querySelector<HTMLElement>('main'))?.focus();
}

/** Keys of the console: `/` searches, Escape closes. */
export function useKeyboard({ section, id, query }: Route): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      const target = event.target as HTMLElement;
      const isTyping = target.closest('input, select, textarea') !== null;
      if (event.key === 'Escape') {
        if (isTyping) target.blur();
        else if (id !== undefined) close(hrefOf(section, undefined, query), id);
      } else if (!isTyping && event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLElement>('.filters :is(input, select)')?.focus();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [section, id, query]);
}

function close(address: string, id: string): void {
  addEventListener('hashchange', () => setTimeout(() => focusList(id)), { once: true });
  location.hash = address;
}
