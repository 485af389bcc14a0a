import { nearest } from '../util/index.js';
import type { Operation } from './operation.js';

/** The operation of a request with its decoded path parameters, or the reason why the contract has no such operation. */
export type OperationRoute =
  | { operation: Operation; params: Record<string, string> }
  | { status: 400 | 404 | 405; problem: string; headers?: { allow: string } };
export type Router = (method: string, path: string) => OperationRoute;

/** The operations of a path by method, and the nodes of longer paths by their next segment. */
interface Node {
  literals: Map<string, Node>;
  parameter?: Node;
  operations: Map<string, Operation>;
}

/** Returns a router whose time depends on the length of the path, not on the number of operations. */
export function createRouter(operations: readonly Operation[]): Router {
  const root = emptyNode();
  for (const operation of operations) insert(root, operation);
  const prefix = `/${operations[0]?.path.split('/')[1]}`;

  return (method, path) => {
    const segments = decode(path);
    if (!segments) return { status: 400, problem: 'path: has broken percent-encoding' };

    const ends = walk(root, segments, 0);
    // A literal segment is the closer match, but `PUT /v1/customers/find` is the customer called "find".
    const operation = ends.map((node) => node.operations.get(method)).find(Boolean);
    if (operation) return { operation, params: paramsOf(operation, segments) };

    if (ends.length === 0) return { status: 404, problem: `path: ${suggestion(method, path, segments)}` };
    const allow = [...new Set(ends.flatMap((node) => [...node.operations.keys()]))].sort().join(', ');
    return { status: 405, problem: `method: this path takes ${allow} only`, headers: { allow } };
  };

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
      const found = walk(root, decode(corrected) ?? [], 0)[0]?.operations;
      const meant = found?.get(method) ?? found?.values().next().value;
      if (meant) return `${mistake}; the operation is ${meant.method} ${meant.path}`;
    }
    const candidates = new Map(operations.map((one) => [`${one.method} ${filled(one.path, segments)}`, one]));
    const closest = candidates.get(nearest(`${method} ${path}`, [...candidates.keys()]));
    return `no operation has it; the nearest is ${closest?.method} ${closest?.path}`;
  }
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

/** Returns the nodes with operations at a path, those of literal segments first. */
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
