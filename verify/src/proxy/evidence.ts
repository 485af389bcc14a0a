/** Evidence without bodies: the facts of a report and of the responses, in words of the contract. */
import { isObject, type JsonObject } from 'payment-gateway-core/util';
import type { Exchange } from '../exchange.js';
import { type JudgedContract, readJudgedContract } from '../judge/index.js';
import type { Report, SeenResponses } from '../report/index.js';

/** No body of the contract nests more deeply. */
const DEEPEST = 12;

/** Counts the JSON types in responses, by fields of the contract. */
export class Tally {
  readonly #contract: JudgedContract;
  /** Counts by operation and status, then by field and type. */
  readonly #seen = new Map<string, Omit<SeenResponses, 'fields'> & { fields: Map<string, Map<string, number>> }>();

  constructor(contract: JudgedContract) {
    this.#contract = contract;
  }

  add(operation: string, { status, body }: Exchange['response']): void {
    const key = `${operation} ${status}`;
    const { fields, ...before } = this.#seen.get(key) ?? { operation, status, count: 0, unknown: 0, fields: new Map() };
    const definition = this.#contract.operations.find(({ operationId }) => operationId === operation);
    const schema = definition && this.#contract.responseSchema(definition, status);
    const unknown = schema && body !== undefined ? this.#visit(body, schema, fields, '') : 0;
    this.#seen.set(key, { ...before, count: before.count + 1, unknown: before.unknown + unknown, fields });
  }

  /** Counts a value and its members. Returns the number of fields that the contract does not list. */
  #visit(value: unknown, schema: JsonObject, fields: Map<string, Map<string, number>>, path: string): number {
    const shape = this.#contract.shapeOf(schema);
    const types = fields.get(path) ?? new Map<string, number>();
    fields.set(path, types);
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    types.set(type, (types.get(type) ?? 0) + 1);
    if (path.split(/[.[]/).length > DEEPEST) return 0;
    let unknown = 0;
    if (Array.isArray(value))
      for (const item of value) unknown += this.#visit(item, shape.items ?? {}, fields, `${path}[]`);
    else if (isObject(value))
      for (const [name, child] of Object.entries(value)) {
        const field = shape.fields.get(name);
        unknown += field ? this.#visit(child, field, fields, path ? `${path}.${name}` : name) : 1;
      }
    return unknown;
  }

  responses(): SeenResponses[] {
    return [...this.#seen.values()].map(({ fields, ...seen }) => ({
      ...seen,
      fields: Object.fromEntries([...fields].map(([path, types]) => [path, Object.fromEntries(types)])),
    }));
  }
}

/** Words of the judge's sentences that the contract lacks. */
const OF_JUDGE =
  'above appeared became begin came concerns delivered depend earlier exactly exchange hundredth lacks looks matched mean ones permit succeeded were';
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Returns a report that is harmless to share: without exchanges, and with only the words of the contract. */
export function toEvidence(report: Report): Report {
  const { document } = readJudgedContract();
  // Examples have names of people.
  const text = JSON.stringify(document, (key, value: unknown) => (/^examples?$/.test(key) ? undefined : value));
  const words = new Set(`${text} ${OF_JUDGE}`.toLowerCase().match(WORD));
  const isKnown = (word: string) => /^\d{1,3}$/.test(word) || words.has(word.toLowerCase());
  const harmless = <Found extends { readonly reason: string }>(found: Found) => ({
    ...found,
    reason: found.reason.replaceAll(WORD, (word) => (isKnown(word) ? word : 'unknown')),
    exchange: undefined,
  });
  return {
    ...report,
    entries: report.entries.map((entry) => ({ ...entry, ...harmless(entry), findings: entry.findings.map(harmless) })),
    deviations: report.deviations.map(harmless),
    // Their names are those of the server.
    discoveries: report.discoveries.map((one) => ({
      ...one,
      reason: `unknown ${one.kind}`,
      yaml: '',
      exchange: undefined,
    })),
    discoveryEvidence: '',
  };
}
