import type { ResponseEvent } from './options.js';

export const isTransient = ({ status = 500 }: ResponseEvent): boolean =>
  status === 408 || status === 429 || status >= 500;

/** However long `Retry-After` is; milliseconds. */
const longestWait = 30_000;

/** Milliseconds to wait: what `Retry-After` says in seconds or as a date, else a random part of a bound that doubles. */
export function retryDelay(response: Response | undefined, attempt: number, firstMs: number): number {
  const after = response?.headers.get('retry-after') ?? '';
  const ms = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Math.min(Number.isNaN(ms) ? Math.random() * firstMs * 2 ** (attempt - 1) : Math.max(ms, 0), longestWait);
}
