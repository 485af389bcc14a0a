import { elements, propertyName, readContract } from 'payment-gateway-core/contract';
import { isObject, memoize } from 'payment-gateway-core/util';
import { type Exchange, MASK, type Message } from '../exchange.js';
import { contractPath } from '../judge/index.js';
import { redactExchange } from '../redacted.js';

/** An exchange as the report shows it, without the server's address and personal data. */
export interface ShownExchange {
  readonly method: string;
  readonly path: string;
  /** Whether the client sent a token. */
  readonly token: boolean;
  readonly sent?: unknown;
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly returned?: unknown;
}

const LONGEST_TEXT = 200;
const MOST_ITEMS = 2;
const DEEPEST = 12;

/** Returns a function that prepares exchanges for a report. It replaces values of unlisted fields with their type. */
export function createShow(secrets: readonly string[]) {
  const names = fieldNames();
  // Several findings often refer to the same exchange.
  return memoize((exchange: Exchange): ShownExchange => {
    const { request, response } = redactExchange(exchange, secrets);
    return {
      method: request.method,
      path: contractPath(request.url) ?? '/',
      token: (exchange.request.headers.authorization ?? '') !== '',
      sent: bodyShown(request),
      status: response.status,
      contentType: response.headers['content-type']?.slice(0, 80),
      returned: bodyShown(response),
    };
  });

  function bodyShown({ body, omitted }: Message): unknown {
    return body === undefined ? omitted && `(${omitted})` : shorten(body, 0);
  }

  function shorten(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
    if (depth > DEEPEST) return '…';
    if (Array.isArray(value)) {
      const items = value.slice(0, MOST_ITEMS).map((item) => shorten(item, depth + 1));
      return value.length > MOST_ITEMS ? [...items, `… ${value.length - MOST_ITEMS} more`] : items;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 80)
        .map(([name, child]) => [name.slice(0, 64), names.has(name) ? shorten(child, depth + 1) : typeShown(child)]),
    );
  }
}

function typeShown(value: unknown): string | null {
  if (value === MASK || value === null) return value;
  return `[${Array.isArray(value) ? 'array' : typeof value}]`;
}

/** Returns every field that the contract lists, except those that hold a merchant's free text. */
function fieldNames(): Set<string> {
  const listed = elements(readContract(), 'schema').flatMap(({ path }) => propertyName(path) ?? []);
  const names = new Set([...listed, 'errors', 'message', 'code']);
  for (const free of ['metadata', 'description']) names.delete(free);
  return names;
}
