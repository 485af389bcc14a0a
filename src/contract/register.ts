/** Reads the evidence of a contract: its register, and the evidence for each of its elements. */
import type { RegisterKey } from '../../generated/register-keys.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../util/index.js';
import { contractOf } from './contract.js';
import { parseEvidence } from './evidence.js';
import type { Operation } from './operation.js';

/** A location in the contract, with its evidence. */
export interface Place {
  /** A JSON pointer: `#/components/schemas/Transaction/properties/id`. */
  readonly pointer: string;
  /** As in `x-evidence`: `documented 2.2`, `assumed list-envelope`. The first one is the evidence that the element exists. */
  readonly evidence: readonly string[];
}

/** An entry of the register. */
export interface Entry {
  readonly key: RegisterKey;
  readonly level: string;
  readonly settle: {
    /** What you need to settle the entry against a server, as `read` or `charge`. */
    readonly route: string;
    /** Who decides: a `schema`, a `flow` or rule that compares several values, or a `person`. */
    readonly by: string;
    /** Field names, or `required`. Violations elsewhere in the same place do not refute the entry. */
    readonly about: readonly string[];
    /** Whether the entry states that the gateway accepts fields. Each sent field has to come back unchanged. */
    readonly echoes: boolean;
    /** The parts that the schemas do not show. A run must confirm each one. */
    readonly parts: readonly string[];
  };
}

export const ROOT: Place = { pointer: '#', evidence: [] };

/** Returns the register and the places of a contract. */
export function readEvidence(document: JsonObject) {
  const contract = contractOf(document);
  const places = new WeakMap<JsonObject, Place>();
  index(document, '#', [], places);

  /** Returns the place of any object of the contract. */
  function placeOf(node: JsonObject): Place {
    const known = places.get(node);
    if (known) return known;
    // Several schemas describe this field. The last one is the most specific.
    const closest = listAt(node, 'allOf').at(-1);
    return isObject(closest) ? placeOf(closest) : ROOT;
  }

  /** Returns the place of a response, security requirement or parameter, by its name in `x-evidence-of`. */
  function placeOfUse({ definition, uses, responses }: Operation, use: string): Place {
    const place = placeOf(definition);
    const own = evidenceOf(uses[use]);
    const pointer = use === 'security' ? `${place.pointer}/security` : `${place.pointer}/responses/${use}`;
    if (own.length > 0) return { pointer, evidence: own };
    // A shared response has separate evidence.
    const response = responses.get(use);
    const shared = response && '$ref' in response.written ? placeOf(response.definition).evidence : [];
    return { pointer, evidence: shared.length > 0 ? shared : place.evidence.slice(0, 1) };
  }

  const register = readRegister(document);
  return {
    ...contract,
    ...{ register, placeOf, placeOfUse },
    /** Returns the register's entry in an evidence text, or undefined for a section of the source document. */
    entryOf(evidence: string): Entry | undefined {
      const key = entryKey(evidence);
      return key && register.get(key);
    },
    /** The permitted status changes. */
    transitions: readTransitions(contract.schemas),
  };
}

/** Returns the register key in an evidence text, or undefined for a section of the source document. */
export function entryKey(evidence: string): RegisterKey | undefined {
  const { level, reference } = parseEvidence(evidence) ?? {};
  // The contract's lint checks that the key exists.
  return level === 'documented' ? undefined : (reference as RegisterKey | undefined);
}

/** Records the place of each element. An element without `x-evidence` inherits the evidence of its parent. */
function index(node: JsonObject, pointer: string, inherited: readonly string[], places: WeakMap<JsonObject, Place>) {
  const { required, value } = objectAt(node, 'x-evidence-of');
  const own = evidenceOf(node['x-evidence']);
  const evidence = [...(own.length > 0 ? own : inherited), ...evidenceOf(required), ...evidenceOf(value)];
  places.set(node, { pointer, evidence: [...new Set(evidence)] });
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

/** Returns the status changes that the schemas permit. `subject` is `Schema from to`. Some need one of their variants. */
function readTransitions(schemas: JsonObject): { evidence: string[]; subject: string; variants: string[] }[] {
  return Object.entries(schemas).flatMap(([name, schema]) =>
    listAt(schema, 'x-transitions')
      .filter(isObject)
      .flatMap(({ from, to, evidence, variants }) =>
        listAt({ to }, 'to').map((target) => ({
          evidence: evidenceOf(evidence),
          subject: `${name} ${String(from)} ${String(target)}`,
          variants: textsAt({ variants }, 'variants'),
        })),
      ),
  );
}

/** Returns `x-evidence` as a list. The contract may write a single text. */
export function evidenceOf(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

/** Reads the register. An entry without `settle` is for a person to decide. */
function readRegister(document: JsonObject): Map<RegisterKey, Entry> {
  const entries = Object.entries(objectAt(document, 'x-evidence-register')).map(([name, entry]): Entry => {
    const settle = objectAt(entry, 'settle');
    return {
      key: name as RegisterKey, // generated from the same register
      level: stringAt(entry, 'level') ?? 'assumed',
      settle: {
        route: stringAt(settle, 'route') ?? 'operator',
        by: stringAt(settle, 'by') ?? 'person',
        about: textsAt(settle, 'about'),
        echoes: settle.echoes === true,
        parts: textsAt(settle, 'parts'),
      },
    };
  });
  return new Map(entries.map((entry) => [entry.key, entry]));
}

function textsAt(value: unknown, key: string): string[] {
  return listAt(value, key).filter((text) => typeof text === 'string');
}
