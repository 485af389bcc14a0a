import type { RegisterKey } from '../../../generated/register-keys.js';
import { type Operation, readContract, readOperations, resolve } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import type { Place } from './finding.js';

/** What it takes to learn whether a statement of the register holds on a server, the least first. */
export const ROUTES = [
  'read',
  'data',
  'write',
  'charge',
  'money',
  'configure',
  'event',
  'operator',
  'chance',
  'never',
] as const;
export type Route = (typeof ROUTES)[number];
/** Who decides: the schemas of the contract, a flow or a rule of the judge that looks at more than one value, or a person. */
export const DECIDERS = ['schema', 'flow', 'person'] as const;
export type Decider = (typeof DECIDERS)[number];

export interface Settle {
  readonly route: Route;
  readonly by: Decider;
  /** Names of fields, or `required`: a violation of something else at the same place says nothing of the entry. */
  readonly about: readonly string[];
}

export interface Entry {
  readonly key: RegisterKey;
  readonly level: string;
  readonly statement: string;
  readonly settledBy: string;
  readonly settle: Settle;
}

/** The contract as the judge reads it: what it says, and on which evidence each part of it rests. */
export interface JudgedContract {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly register: ReadonlyMap<RegisterKey, Entry>;
  /** The place of any object of the contract. */
  placeOf(node: JsonObject): Place;
  /** The place of one response, security requirement or parameter of an operation, by its name in `x-evidence-of`. */
  placeOfUse(operation: Operation, use: string): Place;
}

const ROOT: Place = { pointer: '#', evidence: [] };

const read = new WeakMap<JsonObject, JudgedContract>();

/** Reads a contract once. Nothing of it may be changed afterwards. */
export function readJudgedContract(document: JsonObject = readContract()): JudgedContract {
  let contract = read.get(document);
  if (!contract) {
    contract = judgedContract(document);
    read.set(document, contract);
  }
  return contract;
}

function judgedContract(document: JsonObject): JudgedContract {
  const places = new WeakMap<JsonObject, Place>();
  index(document, '#', [], places);
  const operations = readOperations(document);
  const placeOf = (node: JsonObject): Place => {
    const known = places.get(node);
    if (known) return known;
    // A field that several schemas describe: the last one is the closest.
    const closest = listAt(node, 'allOf').at(-1);
    return isObject(closest) ? placeOf(closest) : ROOT;
  };
  return {
    document,
    operations,
    register: readRegister(document),
    placeOf,
    placeOfUse(operation, use) {
      const item = objectAt(objectAt(document, 'paths'), operation.path);
      const place = placeOf(objectAt(item, operation.method.toLowerCase()));
      const byDefault = use === 'security' ? objectAt(document, 'x-evidence-of').security : undefined;
      const own = evidenceOf(objectAt(operation.definition, 'x-evidence-of')[use] ?? byDefault);
      const pointer = use === 'security' ? `${place.pointer}/security` : `${place.pointer}/responses/${use}`;
      if (own.length > 0) return { pointer, evidence: own };
      // A response that several operations share has evidence of its own.
      const response = objectAt(operation.definition, 'responses')[use];
      const shared = isObject(response) && '$ref' in response ? placeOf(resolve(document, response)).evidence : [];
      return { pointer, evidence: shared.length > 0 ? shared : place.evidence.slice(0, 1) };
    },
  };
}

const keys = new Map<string, RegisterKey | undefined>();

/** The register key of an evidence, unless it is a section of the source document. */
export function entryKey(evidence: string): RegisterKey | undefined {
  // Asked a hundred times per exchange, of a few hundred texts.
  if (!keys.has(evidence)) {
    const [level, reference] = evidence.split(' ');
    // The contract's lint checks that evidence names entries of the register.
    keys.set(evidence, level === 'documented' ? undefined : (reference as RegisterKey));
  }
  return keys.get(evidence);
}

/** What has no evidence of its own inherits that of the nearest element around it. */
function index(node: JsonObject, pointer: string, inherited: readonly string[], places: WeakMap<JsonObject, Place>) {
  const own = evidenceOf(node['x-evidence']);
  const evidence = own.length > 0 ? own : inherited;
  places.set(node, { pointer, evidence });
  for (const [key, child] of Object.entries(node)) {
    if (key.startsWith('x-') || key === 'example' || key === 'examples') continue;
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isObject(child)) index(child, below, evidence, places);
    if (!Array.isArray(child)) continue;
    for (const [position, item] of child.entries()) {
      if (isObject(item)) index(item, `${below}/${position}`, evidence, places);
    }
  }
}

/** `x-evidence` is one text or a list of them. */
export function evidenceOf(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

function readRegister(document: JsonObject): Map<RegisterKey, Entry> {
  const entries = Object.entries(objectAt(document, 'x-evidence-register'));
  return new Map(
    entries.map(([name, entry]) => {
      const key = name as RegisterKey; // generated from the same register
      return [
        key,
        {
          key,
          level: stringAt(entry, 'level') ?? 'assumed',
          statement: stringAt(entry, 'statement') ?? '',
          settledBy: stringAt(entry, 'settled_by') ?? '',
          settle: readSettle(entry),
        },
      ];
    }),
  );
}

/** The `settle` of an entry. One that is missing is left to a person: nothing is said that nobody has thought through. */
function readSettle(entry: unknown): Settle {
  const settle = isObject(entry) ? entry.settle : undefined;
  return {
    route: ROUTES.find((route) => route === stringAt(settle, 'route')) ?? 'operator',
    by: DECIDERS.find((decider) => decider === stringAt(settle, 'by')) ?? 'person',
    about: listAt(settle, 'about').filter((name) => typeof name === 'string'),
  };
}

/** The part of an address that the contract names: real base addresses have a prefix before `/v1`. */
export function contractPath(url: string): string | undefined {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  const start = path.indexOf('/v1/');
  return start < 0 ? undefined : path.slice(start).replace(/\/+$/, '');
}
