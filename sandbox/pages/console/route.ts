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
