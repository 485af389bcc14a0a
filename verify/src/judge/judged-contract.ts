import {
  type Contract,
  contractOf,
  elements,
  entryKey,
  evidenceTexts,
  type OpenApi,
  type Operation,
  propertyName,
  reachable,
  readContract,
  responseOf,
  type Schema,
} from 'payment-gateway-core/contract';
import { isObject, type JsonObject, listAt, objectAt, once, pointerOf } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';

/** A location in the contract, with its evidence. */
export interface Place {
  /** A JSON pointer: `#/components/schemas/Transaction/properties/id`. */
  readonly pointer: string;
  /** As in `x-evidence`: `documented 2.2`, `assumed list-envelope`. The first one is the evidence that the element exists. */
  readonly evidence: readonly string[];
}

/** An entry of the register with its key. */
type Entry = OpenApi['x-evidence-register'][string] & { readonly key: RegisterKey };

export const ROOT: Place = { pointer: '#', evidence: [] };

/** The contract with the evidence for each of its parts. */
export interface JudgedContract extends Parts {
  /** The parts that each entry needs for confirmation. Other entries need one sighting. */
  readonly required: ReadonlyMap<RegisterKey, ReadonlySet<string>>;
}

type Parts = ReturnType<typeof readParts>;

/** Returns the package's contract. It is read once. */
export const readJudgedContract = once((): JudgedContract => {
  const parts = readParts(contractOf(readContract()));
  return { ...parts, required: readRequired(parts) };
});

function readParts(contract: Contract) {
  const { document, schemas } = contract;
  const register = new Map(
    Object.entries(document['x-evidence-register']).map(([name, entry]): [RegisterKey, Entry] => {
      const key = name as RegisterKey; // generated from the same register
      return [key, { ...entry, key }];
    }),
  );
  const places = readPlaces(document);
  return {
    ...contract,
    register,
    /** Returns the register's entry in an evidence text, or undefined for a section of the source document. */
    entryOf(evidence: string): Entry | undefined {
      const key = entryKey(evidence);
      return key && register.get(key);
    },
    placeOf,
    placeOfUse,
    /** The permitted status changes. `subject` is `Schema from to`. Some need one of their variants. */
    transitions: Object.entries(schemas).flatMap(([name, { 'x-transitions': rows = [] }]) =>
      rows.flatMap(({ from, to, evidence, variants = [] }) =>
        to.map((target) => ({ evidence: evidenceTexts(evidence), subject: `${name} ${from} ${target}`, variants })),
      ),
    ),
    schema: (name: string): Schema => schemas[name] ?? {},
    field: (schema: string, field: string): Schema => schemas[schema]?.properties?.[field] ?? {},
    /** Returns the schema for a status code. An unlisted code uses the schema of a listed success or error. */
    responseSchema(operation: Operation, status: number) {
      const fallback = status < 300 ? 200 : status >= 400 ? 400 : 0;
      return (responseOf(operation, status) ?? responseOf(operation, fallback))?.schema;
    },
  };

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
    const own = evidenceTexts(uses[use]);
    const pointer = use === 'security' ? `${place.pointer}/security` : `${place.pointer}/responses/${use}`;
    if (own.length > 0) return { pointer, evidence: own };
    // A shared response has separate evidence.
    const response = responses.get(use);
    const shared = response && '$ref' in response.written ? placeOf(response.definition).evidence : [];
    return { pointer, evidence: shared.length > 0 ? shared : place.evidence.slice(0, 1) };
  }
}

/** Returns the place of each element. An element without `x-evidence` has the evidence of the element around it. */
function readPlaces(document: JsonObject): ReadonlyMap<JsonObject, Place> {
  const places = new Map<JsonObject, Place>();
  for (const { node, path, parent } of elements(document)) {
    const { required, value } = objectAt(node, 'x-evidence-of');
    const own = evidenceTexts(node['x-evidence']);
    const around = (parent && places.get(parent.node)?.evidence) ?? [];
    const evidence = [...(own.length > 0 ? own : around), ...evidenceTexts(required), ...evidenceTexts(value)];
    places.set(node, { pointer: pointerOf(path), evidence: [...new Set(evidence)] });
  }
  return places;
}

/**
 * Returns the parts that each entry needs. Entries about operations need every operation, entries that a schema decides need
 * every response field, and transition entries need every transition.
 */
function readRequired({ document, operations, webhooks, register, transitions, placeOf, placeOfUse }: Parts) {
  const required = new Map<RegisterKey, Set<string>>();
  const add = (evidence: readonly string[], subject: string, isNeeded: (key: RegisterKey) => boolean) => {
    for (const key of evidence.map(entryKey))
      if (key !== undefined && isNeeded(key)) required.set(key, (required.get(key) ?? new Set()).add(subject));
  };
  const isFlow = (key: RegisterKey) => register.get(key)?.settle.by === 'flow';
  for (const operation of operations) {
    add(evidenceTexts(operation.definition['x-evidence']), operation.operationId, isFlow);
    add(placeOfUse(operation, 'security').evidence, operation.operationId, isFlow);
  }
  for (const { path, definition } of webhooks)
    add(evidenceTexts(definition['x-evidence']), path, (key) => isFlow(key) && key !== 'webhook-envelope');

  const requests = operations.map(({ definition }) => definition.requestBody);
  for (const { pointer, evidence } of fieldsBelow(document, requests).map(({ node }) => placeOf(node)))
    add(evidence, pointer, (key) => register.get(key)?.settle.echoes === true);
  const responses = operations.flatMap(({ responses }) => [...responses.values()].map(({ written }) => written));
  for (const { node, path } of fieldsBelow(document, [...responses, ...webhooks.map(({ definition }) => definition)])) {
    const { pointer, evidence } = placeOf(node);
    add(evidence, pointer, (key) => {
      const { by, about } = register.get(key)?.settle ?? {};
      return by === 'schema' && (about?.includes(propertyName(path) ?? '') ?? true);
    });
  }
  for (const { evidence, subject, variants } of transitions) if (variants.length === 0) add(evidence, subject, isFlow);
  for (const { key, settle } of register.values()) if (settle.parts) required.set(key, new Set(settle.parts));
  return required;
}

function fieldsBelow(document: JsonObject, bodies: readonly unknown[]) {
  return reachable(document, bodies).filter(({ kind, path }) => kind === 'schema' && propertyName(path) !== undefined);
}

/** Returns the path of a URL from `/v1` on. Base URLs of gateways have a prefix before it. */
export function contractPath(url: string): string | undefined {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  const start = path.indexOf('/v1/');
  return start < 0 ? undefined : path.slice(start).replace(/\/+$/, '');
}
