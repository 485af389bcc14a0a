import type { Operation } from './contract.js';
import { nearest } from './nearest.js';

/** The operation of a request with its decoded path parameters, or the reason why the contract has no such operation. */
export type Route = { operation: Operation; params: Record<string, string> } | NoRoute;
export interface NoRoute {
  status: 400 | 404 | 405;
  problem: string;
  headers?: { allow: string };
}
export type Router = (method: string, path: string) => Route;

interface Node {
  literals: Map<string, Node>;
  parameter?: Node;
  operations: Map<string, Operation>;
}

/**
 * A tree over path segments. Prism's own router tries every operation in turn, so it slows down as the contract grows;
 * this one depends on the length of the path only.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const root = emptyNode();
  const slips = slipsOf(operations);
  for (const operation of operations) insert(root, operation);

  return (method, path) => {
    const segments = decode(path);
    if (!segments) return { status: 400, problem: 'path: has broken percent-encoding' };

    const ends = walk(root, segments, 0);
    // A literal segment is the closer match, but `PUT /v1/customers/find` is the customer called "find".
    const operation = ends.map((node) => node.operations.get(method)).find(Boolean);
    if (operation) return { operation, params: paramsOf(operation, segments) };

    if (ends.length === 0) {
      for (const { says, mended } of slips) {
        const meant = operationAt(method, mended(path));
        if (meant) return { status: 404, problem: `path: ${says}; the operation is ${meant.method} ${meant.path}` };
      }
      // The path itself stays out of the sentence: it can hold a card number or a token that was put there by mistake.
      const { method: verb, path: place } = nearestTo(`${method} ${path}`, segments);
      return { status: 404, problem: `path: no operation has it; the nearest is ${verb} ${place}` };
    }
    const allow = [...new Set(ends.flatMap((node) => [...node.operations.keys()]))].sort().join(', ');
    return { status: 405, problem: `method: this path takes ${allow} only`, headers: { allow } };
  };

  function operationAt(method: string, path: string): Operation | undefined {
    const found = walk(root, decode(path) ?? [], 0).map((node) => node.operations);
    return found.map((there) => there.get(method) ?? there.values().next().value).find(Boolean);
  }

  /** Finds the nearest operation. Segments in the position of a parameter count as its value. */
  function nearestTo(text: string, segments: readonly string[]): Operation {
    const candidates = new Map<string, Operation>();
    for (const operation of operations) {
      const filled = operation.path.split('/').map((part, index) => (isParameter(part) ? segments[index] : part));
      candidates.set(`${operation.method} ${filled.join('/')}`, operation);
    }
    return candidates.get(nearest(text, [...candidates.keys()])) as Operation; // nearest returns one of its candidates
  }
}

/** How paths go wrong that are right otherwise. */
function slipsOf(operations: readonly Operation[]): { says: string; mended: (path: string) => string }[] {
  const slips = [
    {
      says: 'ends with a slash, as if an id were missing',
      mended: (path: string) => (path.endsWith('/') ? path.slice(0, -1) : ''),
    },
    { says: 'has an empty part', mended: (path: string) => path.replace(/\/{2,}/g, '/') },
  ];
  const prefix = `/${operations[0]?.path.split('/')[1]}`;
  if (!operations.every(({ path }) => path.startsWith(`${prefix}/`))) return slips;
  return [
    { says: `lacks ${prefix} at its beginning`, mended: (path) => prefix + path },
    {
      says: `has ${prefix} twice: the address of the server has it, or each path, and not both`,
      mended: (path) => (path.startsWith(`${prefix}${prefix}/`) ? path.slice(prefix.length) : ''),
    },
    ...slips,
  ];
}

function emptyNode(): Node {
  return { literals: new Map(), operations: new Map() };
}

function insert(root: Node, operation: Operation): void {
  let node = root;
  for (const segment of operation.path.split('/')) {
    const known = isParameter(segment) ? node.parameter : node.literals.get(segment);
    const next = known ?? emptyNode();
    if (isParameter(segment)) node.parameter = next;
    else node.literals.set(segment, next);
    node = next;
  }
  node.operations.set(operation.method, operation);
}

/** Every node that the segments lead to, literal ones first. */
function walk(node: Node, segments: readonly string[], index: number): Node[] {
  const segment = segments[index];
  if (segment === undefined) return node.operations.size > 0 ? [node] : [];
  const literal = node.literals.get(segment);
  return [
    ...(literal ? walk(literal, segments, index + 1) : []),
    ...(node.parameter && segment !== '' ? walk(node.parameter, segments, index + 1) : []),
  ];
}

function decode(path: string): string[] | undefined {
  if (!path.includes('%')) return path.split('/');
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function paramsOf(operation: Operation, segments: readonly string[]): Record<string, string> {
  if (!operation.path.includes('{')) return {};
  const names = operation.path.split('/');
  return Object.fromEntries(
    names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), segments[index] ?? '']] : [])),
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}
