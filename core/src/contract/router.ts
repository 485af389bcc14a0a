import { nearest } from '../util/index.js';
import type { Operation } from './operation.js';

/** The operation of a request with its decoded path parameters, or the reason why the contract has no such operation. */
export type OperationRoute =
  | { operation: Operation; params: Record<string, string> }
  | { status: 400 | 404 | 405; problem: string; headers?: { allow: string } };
export type Router = (method: string, path: string) => OperationRoute;

/** Returns a router. */
export function createRouter(operations: readonly Operation[]): Router {
  // A literal segment is the closer match, so it comes before a parameter.
  const rank = ({ path }: Operation) => path.replaceAll('{', '\uffff');
  const templates = operations
    .map((operation) => ({ operation, rank: rank(operation), parts: operation.path.split('/') }))
    .sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
  const prefix = `/${operations[0]?.path.split('/')[1]}`;

  return (method, path) => {
    const segments = decode(path);
    if (!segments) return { status: 400, problem: 'path: has broken percent-encoding' };

    const found = at(segments);
    // `PUT /v1/customers/find` is the customer called "find".
    const operation = found.find((one) => one.method === method);
    if (operation) return { operation, params: paramsOf(operation, segments) };

    if (found.length === 0) return { status: 404, problem: `path: ${suggestion(method, path, segments)}` };
    const allow = [...new Set(found.map((one) => one.method))].sort().join(', ');
    return { status: 405, problem: `method: this path takes ${allow} only`, headers: { allow } };
  };

  /** Returns the operations at a path, the closest match first. */
  function at(segments: readonly string[]): Operation[] {
    const fits = (part: string, index: number) =>
      isParameter(part) ? segments[index] !== '' : segments[index] === part;
    return templates
      .filter(({ parts }) => parts.length === segments.length && parts.every(fits))
      .map(({ operation }) => operation);
  }

  /** Returns the mistake in a path. The path itself is omitted, because it may contain a card number or a token. */
  function suggestion(method: string, path: string, segments: readonly string[]): string {
    const corrections = [
      [prefix + path, `lacks ${prefix} at its beginning`],
      [
        path.replace(prefix + prefix, prefix),
        `has ${prefix} twice: the address of the server has it, or each path, and not both`,
      ],
      [path.replace(/\/$/, ''), 'ends with a slash, as if an id were missing'],
    ] as const;
    for (const [corrected, mistake] of corrections) {
      const found = at(decode(corrected) ?? []);
      const meant = found.find((one) => one.method === method) ?? found[0];
      if (meant) return `${mistake}; the operation is ${meant.method} ${meant.path}`;
    }
    const candidates = new Map(operations.map((one) => [`${one.method} ${filled(one.path, segments)}`, one]));
    const closest = candidates.get(nearest(`${method} ${path}`, [...candidates.keys()]));
    return `no operation has it; the nearest is ${closest?.method} ${closest?.path}`;
  }
}

function decode(path: string): string[] | undefined {
  if (!path.includes('%')) return path.split('/');
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function paramsOf({ path }: Operation, segments: readonly string[]): Record<string, string> {
  if (!path.includes('{')) return {};
  const names = path.split('/');
  return Object.fromEntries(
    names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), segments[index] ?? '']] : [])),
  );
}

/** Returns a template with its parameters filled in, so that only other segments count as differences. */
function filled(template: string, segments: readonly string[]): string {
  const parts = template.split('/').map((part, index) => (isParameter(part) ? segments[index] : part));
  return parts.join('/');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}
