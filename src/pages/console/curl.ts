import type { LoggedRequest } from './api.js';

/** The request as a line for a shell, with the token taken from the environment; undefined for one that belongs to no operation. */
export function curlOf(url: string, { method, path, query = {}, body }: LoggedRequest): string | undefined {
  if (path === undefined) return undefined;
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${url}${path}${search === '' ? '' : `?${search}`}`)}`,
    '-H "Authorization: Bearer $GATEWAY_TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Nothing in it means anything to a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
