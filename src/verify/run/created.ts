import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isObject, stringAt } from '../../contract/json.js';

/** What a run created, in a file that is written before and after each creation, so that nothing is lost by a kill. */
export interface CreatedFile {
  readonly file: string;
  /** Before a creation is sent. */
  willCreate(collection: string): void;
  /** The path of what was created, as `/v1/plans/201`. */
  created(path: string): void;
  removed(path: string): void;
  /** Whether this run created it. */
  has(path: string): boolean;
  /** What is still there, the last first; a creation of which no response came as `/v1/plans (outcome unknown)`. */
  left(): string[];
  close(): void;
}

type Step = { readonly willCreate: string } | { readonly created: string } | { readonly removed: string };

/**
 * Begins a file. Throws when there is one already: it may list what an earlier run left behind. Also keeps a hash of the server's
 * address, so that ids of one server are never deleted on another.
 */
export function beginCreated(file: string, baseUrl: string): CreatedFile {
  const handle = openSync(file, 'wx', 0o600);
  write(handle, { server: hashOf(baseUrl) });
  return createdFile(file, handle, []);
}

/** Opens the file of an earlier run, to clean up. Throws one line when it is none, or one of another server. */
export function openCreated(file: string, baseUrl: string): CreatedFile {
  const [head, ...steps] = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
  const server = stringAt(head, 'server');
  if (server === undefined) throw new Error(`${file} is no list of what a run created`);
  if (server !== hashOf(baseUrl))
    throw new Error(`${file} was written for another server; nothing is deleted by its ids`);
  const handle = openSync(file, 'a');
  // What is added must not stand behind a line that a kill cut.
  writeSync(handle, '\n');
  return createdFile(file, handle, steps.filter(isStep));
}

function createdFile(file: string, handle: number, before: readonly Step[]): CreatedFile {
  const there = new Set<string>();
  const pending: string[] = [];
  before.forEach(apply);

  function apply(step: Step): void {
    if ('willCreate' in step) pending.push(step.willCreate);
    else if ('created' in step) {
      there.add(step.created);
      const collection = pending.indexOf(step.created.slice(0, step.created.lastIndexOf('/')));
      if (collection >= 0) pending.splice(collection, 1);
    } else if (!there.delete(step.removed)) {
      const collection = pending.indexOf(step.removed);
      if (collection >= 0) pending.splice(collection, 1);
    }
  }

  function note(step: Step): void {
    write(handle, step);
    apply(step);
  }

  return {
    file,
    willCreate: (collection) => note({ willCreate: collection }),
    created: (path) => note({ created: path }),
    removed: (path) => note({ removed: path }),
    has: (path) => there.has(path),
    left: () => [...[...there].reverse(), ...pending.map((collection) => `${collection} (outcome unknown)`)],
    close: () => closeSync(handle),
  };
}

function write(handle: number, line: object): void {
  // What was written survives the end of the process, however it comes.
  writeSync(handle, `${JSON.stringify(line)}\n`);
}

/** The last line of a file may be cut by a kill. */
function parseLine(line: string): unknown[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
}

function isStep(value: unknown): value is Step {
  return isObject(value) && ['willCreate', 'created', 'removed'].some((kind) => typeof value[kind] === 'string');
}

function hashOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}
