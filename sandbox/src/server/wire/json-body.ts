import { brokenAt } from './json-position.js';

/** A parsed JSON body with its text, or the reason for its refusal. */
export type JsonBody = ReadBody | { status: 400 | 415; problem: string };

interface ReadBody {
  /** Undefined without a body. */
  value: unknown;
  text: string;
  /** The size of the body as sent. */
  byteLength: number;
}

/** The deepest allowed nesting. The contract's deepest request has 5 levels. */
const DEEPEST_BODY = 200;

export const NO_BODY: ReadBody = { value: undefined, text: '', byteLength: 0 };

// Drops a byte order mark, and throws for text in another encoding.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request body. Refuses a body without a JSON content type, so that a client without the header finds out here
 * instead of at the gateway.
 */
export function readJsonBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  encoding: string | undefined,
): JsonBody {
  if (bytes.byteLength === 0) return NO_BODY;
  if (encoding !== undefined && encoding !== 'identity') {
    return {
      status: 415,
      problem: 'content-encoding: must be absent; this server reads bodies that are not compressed',
    };
  }
  if (!isJson(contentType)) {
    const sent = contentType === undefined ? 'there is none' : 'another was sent';
    return { status: 415, problem: `content-type: must be application/json; ${sent}` };
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { status: 400, problem: 'body: is not UTF-8, the only encoding of JSON; was it sent as ISO-8859-1?' };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(value, DEEPEST_BODY)) {
      return { status: 400, problem: `body: is nested deeper than ${DEEPEST_BODY} levels, which no operation needs` };
    }
    if (hasInfinity(value)) {
      return { status: 400, problem: 'body: has a number beyond 1.8e308; JSON readers turn it into infinity' };
    }
    return { value, text, byteLength: bytes.byteLength };
  } catch {
    // The engine's message quotes the body and differs between Node versions.
    const { line, column } = brokenAt(text);
    return { status: 400, problem: `body: is not JSON; it breaks at line ${line}, column ${column}` };
  }
}

/** JSON.parse accepts any depth, but most code that runs afterwards recurses. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

function hasInfinity(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && !Number.isFinite(value);
  return Object.values(value).some(hasInfinity);
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}
