/** Where the console is, in the part of the address that is never sent: `#/transactions/1005?status=paid`. */
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  readonly section: string;
  /** Of what is shown beside the list. */
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

/** The address of another place. Filters that are empty are left out; the account stays what it is. */
export function hrefOf(
  section: string,
  id?: string | number,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const { account } = readRoute(location.hash).query;
  const all = Object.entries({ account, ...query }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const search = new URLSearchParams(all).toString();
  return `#/${section}${id === undefined ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`;
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
