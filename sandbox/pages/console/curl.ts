import type { LoggedRequest } from './api.js';

type Sent = Pick<LoggedRequest, 'method' | 'path' | 'query' | 'body'>;

/** Returns the request as a shell command, with the token from the environment. */
export function curlOf(
  url: string,
  { method, path, query = {}, body }: Sent,
  token = '$PAYMENT_GATEWAY_TOKEN',
): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${url}${path.replace(/[\s?#]/g, encodeURIComponent)}${search === '' ? '' : `?${search}`}`)}`,
    `-H "Authorization: Bearer ${token}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes a text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
