import {
  entryKey,
  evidenceOf,
  type Operation,
  readContract,
  readEvidence,
  resolve,
  responseOf,
} from 'payment-gateway-contract/internal/contract';
import { isObject, type JsonObject, objectAt } from 'payment-gateway-contract/internal/util';
import type { RegisterKey } from 'payment-gateway-contract/internal/values';

/** The contract with the evidence for each of its parts. */
export type JudgedContract = ReturnType<typeof judgedContract>;

let own: JudgedContract | undefined;

/** Returns the package's contract. It is read once. */
export function readJudgedContract(): JudgedContract {
  own ??= judgedContract(readContract());
  return own;
}

function judgedContract(document: JsonObject) {
  const parts = readEvidence(document);
  const { schemas } = parts;
  return {
    ...parts,
    /** The parts that each entry needs for confirmation. Other entries need one sighting. */
    required: readRequired(parts),
    /** Returns a component schema, or an empty object. */
    schema: (name: string) => objectAt(schemas, name),
    /** Returns a field of a component schema, or an empty object. */
    field: (schema: string, field: string) => objectAt(objectAt(objectAt(schemas, schema), 'properties'), field),
    /** Returns the schema for a status code. An unlisted code uses the schema of a listed success or error. */
    responseSchema(operation: Operation, status: number) {
      const fallback = status < 300 ? 200 : status >= 400 ? 400 : 0;
      return (responseOf(operation, status) ?? responseOf(operation, fallback))?.schema;
    },
  };
}

/**
 * Returns the parts that each entry needs. Entries about operations need every operation, entries that a schema decides need
 * every response field, and transition entries need every transition.
 */
function readRequired({
  document,
  operations,
  webhooks,
  register,
  transitions,
  placeOf,
  placeOfUse,
}: ReturnType<typeof readEvidence>) {
  const required = new Map<RegisterKey, Set<string>>();
  const add = (evidence: readonly string[], subject: string, isNeeded: (key: RegisterKey) => boolean) => {
    for (const key of evidence.map(entryKey))
      if (key !== undefined && isNeeded(key)) required.set(key, (required.get(key) ?? new Set()).add(subject));
  };
  const isFlow = (key: RegisterKey) => register.get(key)?.settle.by === 'flow';
  for (const operation of operations) {
    add(evidenceOf(operation.definition['x-evidence']), operation.operationId, isFlow);
    add(placeOfUse(operation, 'security').evidence, operation.operationId, isFlow);
  }
  for (const { path, definition } of webhooks)
    add(evidenceOf(definition['x-evidence']), path, (key) => isFlow(key) && key !== 'webhook-envelope');
  const bodies = (name: string) => operations.map(({ definition }) => definition[name]);
  for (const { pointer, evidence } of fieldsOf(document, bodies('requestBody')).map(([, field]) => placeOf(field)))
    add(evidence, pointer, (key) => register.get(key)?.settle.echoes === true);
  for (const [name, field] of fieldsOf(document, [
    ...bodies('responses'),
    webhooks.map(({ definition }) => definition),
  ])) {
    const { pointer, evidence } = placeOf(field);
    add(evidence, pointer, (key) => {
      const { by, about } = register.get(key)?.settle ?? { by: 'person', about: [] as string[] };
      return by === 'schema' && (about.length === 0 || about.includes(name));
    });
  }
  for (const { evidence, subject, variants } of transitions) if (variants.length === 0) add(evidence, subject, isFlow);
  for (const { key, settle } of register.values())
    if (settle.parts.length > 0) required.set(key, new Set(settle.parts));
  return required;
}

/** Returns the fields of all schemas that bodies reach. */
function fieldsOf(document: JsonObject, bodies: readonly unknown[]): [string, JsonObject][] {
  const found = new Set<JsonObject>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isObject(node)) return;
    const target = '$ref' in node ? resolve(document, node) : node;
    if (found.has(target)) return;
    found.add(target);
    for (const [name, child] of Object.entries(target)) if (!/^(x-.*|examples?|mapping)$/.test(name)) visit(child);
  };
  visit(bodies);
  const fields = [...found].flatMap((schema) => Object.entries(objectAt(schema, 'properties')));
  return fields.filter((field): field is [string, JsonObject] => isObject(field[1]));
}

/** Returns the path of a URL from `/v1` on. Base URLs of gateways have a prefix before it. */
export function contractPath(url: string): string | undefined {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  const start = path.indexOf('/v1/');
  return start < 0 ? undefined : path.slice(start).replace(/\/+$/, '');
}
