/** Scenario files: reading with line numbers, the check by their JSON Schema, and printing. */
import { readFile, stat } from 'node:fs/promises';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { meant } from '../../contract/nearest.js';
import { readPackageJson } from '../../contract/package-files.js';
import { loadAjv, loadPeer } from '../../contract/peers.js';
import { fieldName } from '../../contract/validation/violations.js';

/** Named objects by section, as the JSON Schema of scenarios describes them. */
export type Scenario = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

export interface ScenarioSource {
  readonly value: unknown;
  /** Returns the beginning of an error about the value at a path: `shop.yaml:12: ` for a file, and an empty string for a value in code. */
  place(path: readonly string[]): string;
}

/** A scenario that cannot be loaded. Nothing of it was created. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  /** One sentence each, with the place in the file. */
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

const LARGEST_FILE = 1024 * 1024;
const MOST_ERRORS = 20;

const loadYaml = () => loadPeer(() => import('yaml'), 'scenario files need', ['yaml']);

/**
 * Reads a YAML or JSON file. The value is not checked yet.
 *
 * @throws ScenarioError if the file is too large or no YAML; the error of the file system if it cannot be read
 */
export async function readScenario(file: string | URL): Promise<ScenarioSource> {
  const { LineCounter, isMap, isNode, isScalar, parseDocument } = await loadYaml();
  const name = String(file);
  const { size } = await stat(file);
  if (size > LARGEST_FILE) throw new ScenarioError([`${name}: must be at most ${LARGEST_FILE} bytes`]);
  const lines = new LineCounter();
  try {
    const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
    const errors = document.errors.slice(0, MOST_ERRORS).map(({ message, pos }) => {
      return `${name}:${lines.linePos(pos[0]).line}: ${message}`;
    });
    if (errors.length > 0) throw new ScenarioError(errors);
    return {
      value: document.toJS({ maxAliasCount: 100 }),
      place(path) {
        // The deepest part of the path that the file has.
        for (let length = path.length; length > 0; length--) {
          const owner = document.getIn(path.slice(0, length - 1), true);
          const key = path[length - 1];
          const pair =
            isMap(owner) && owner.items.find(({ key: node }) => isScalar(node) && String(node.value) === key);
          const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return `${name}:${lines.linePos(node.range[0]).line}: `;
        }
        return `${name}: `;
      },
    };
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    // The parser follows the nesting of the file on its stack, and counts aliases.
    throw new ScenarioError([`${name}: cannot be read: it is nested too deeply, or has too many aliases`]);
  }
}

let validate: ValidateFunction | undefined;

/**
 * Returns the value as a scenario.
 *
 * @throws ScenarioError with the first 20 violations; the error of an unknown field names the accepted fields
 */
export async function checkScenario({ value, place }: ScenarioSource): Promise<Scenario> {
  const Ajv = await loadAjv();
  validate ??= new Ajv({ strict: false, allErrors: true, logger: false, verbose: true }).compile(scenarioSchema());
  // An empty file has no sections.
  const scenario = value ?? {};
  if (validate(scenario)) return scenario as Scenario;
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames');
  throw new ScenarioError(errors.slice(0, MOST_ERRORS).map((error) => sentence(error, place)));
}

function sentence(
  { keyword, instancePath, params, message, parentSchema, propertyName }: ErrorObject,
  place: ScenarioSource['place'],
): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  if (propertyName !== undefined) path.push(propertyName);
  const field = path.at(-1) ?? '';
  const start = `${place(path)}${path.length === 0 ? 'the scenario' : fieldName(path)}`;
  if (propertyName !== undefined) {
    return `${start}: a name begins with a letter and has up to 64 letters, digits, ".", "-" or "_"`;
  }
  if (keyword === 'enum') return `${start}: must be one of ${params.allowedValues.join(', ')}`;
  if (keyword !== 'additionalProperties') return `${start}: ${message}`;
  if (/^card_(number|cvv|expiration_date)$/.test(field)) {
    return `${start}: a scenario has no card data; name a card by its outcome, as in "card: approved"`;
  }
  const accepted = Object.keys(objectAt(parentSchema, 'properties'));
  const close = meant(field, accepted);
  return `${start}: is not known${close === undefined ? '' : `; did you mean ${close}?`} Accepted: ${accepted.join(', ')}`;
}

let schema: JsonObject | undefined;

export function scenarioSchema(): JsonObject {
  schema ??= readPackageJson('generated/scenario.schema.json');
  return schema;
}

/** Returns the schema of the objects of a section. */
export function sectionSchema(section: string): JsonObject {
  return objectAt(objectAt(scenarioSchema(), '$defs'), section);
}

/** The sections in the order in which they refer to each other. */
export function sections(): readonly string[] {
  return Object.keys(objectAt(scenarioSchema(), '$defs'));
}

/** The section that a field refers to, such as `customers` for `customer_id`. */
export function sectionOfField(field: string): string | undefined {
  return sections().find((section) => field === `${section.slice(0, -1)}_id`);
}

/** Returns a copy in which each field that refers to an object has the value that `replace` returns. */
export function withReferences(
  value: unknown,
  replace: (reference: unknown, section: string, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withReferences(item, replace, [...path, String(index)]));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => {
      const section = sectionOfField(field);
      const at = [...path, field];
      return [field, section === undefined ? withReferences(one, replace, at) : replace(one, section, at)];
    }),
  );
}

/** Returns the scenario as YAML, with a line that tells editors its schema. */
export async function printScenario(scenario: Scenario): Promise<string> {
  const { stringify } = await loadYaml();
  const schema = 'node_modules/payment-gateway-contract/generated/scenario.schema.json';
  return `# yaml-language-server: $schema=${schema}\n${stringify(scenario, { lineWidth: 120 })}`;
}
