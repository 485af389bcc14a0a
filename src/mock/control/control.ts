import { type Answer, refuse } from '../wire/response.js';
import type { Journal } from './journal.js';

/** The mock's own paths; the gateway's all begin with /v1. */
const PREFIX = '/_mock/';
const PATHS: Readonly<Record<string, string>> = { health: 'GET', requests: 'GET', reset: 'POST' };

export function isOwnPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** Answers the mock's own paths. The caller has seen to it that the request may have them. */
export function control(
  method: string,
  path: string,
  mock: { journal: Journal; reset: () => void; operations: number; version: string },
): Answer {
  const name = path.slice(PREFIX.length);
  const allow = Object.hasOwn(PATHS, name) ? PATHS[name] : undefined;
  if (allow === undefined) {
    const known = Object.keys(PATHS).map((known) => PREFIX + known);
    return refuse(404, `path: the mock has ${known.join(', ')}`);
  }
  if (method !== allow) return refuse(405, `method: this path answers ${allow} only`, { allow });
  switch (name) {
    case 'health':
      return {
        status: 200,
        headers: {},
        body: { status: 'ready', operations: mock.operations, version: mock.version },
      };
    case 'requests':
      return { status: 200, headers: {}, body: { requests: mock.journal.requests } };
    default:
      mock.reset();
      return { status: 204, headers: {} };
  }
}
