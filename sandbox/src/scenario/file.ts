/** Reads scenario files with line numbers, checks them with their JSON Schema, and prints them. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { printableSource } from 'payment-gateway-core/codes';
import { fileProblem } from 'payment-gateway-core/files';
import { isObject, type JsonObject, objectAt, once } from 'payment-gateway-core/util';
import { createCompiler, fieldName, sentences, type Violation } from 'payment-gateway-core/validation';
import type { Assumed } from 'payment-gateway-core/values';
import { readPackageJson } from '../package-files.js';

/** Named objects by section, as the JSON Schema of scenarios describes them. `assume` has the switched entries instead. */
export type Scenario = Readonly<Record<string, Readonly<Record<string, JsonObject>>>> & { readonly assume?: Assumed };

/** A scenario to load. */
export interface ScenarioInput {
  readonly assume?: Assumed;
  readonly [section: string]: object | undefined;
}

interface ScenarioFile {
  readonly value: JsonObject;
  /** Returns the error with the file and the line of each problem. */
  locate(error: ScenarioError): ScenarioError;
}

/** An error at one place of a scenario. The sentence begins with the field. */
interface Problem {
  readonly path: readonly string[];
  readonly sentence: string;
}

/** The scenario is not valid. The sandbox created no objects. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ sentence }) => sentence).join('\n'));
    this.problems = problems;
  }
}

const LARGEST_FILE = 1024 * 1024;
const MOST_ERRORS = 20;
/** Characters of a path in an error. */
const LONGEST_NAME = 200;

/**
 * Reads a YAML or JSON file. The value is not checked yet.
 *
 * @throws ScenarioError if the file cannot be read, is too large or is not YAML
 */
export async function readScenario(file: string | URL): Promise<ScenarioFile> {
  const { LineCounter, isMap, isNode, isScalar, parseDocument } = await import('yaml');
  const name = String(file).slice(0, LONGEST_NAME);
  const failed = (...sentences: readonly string[]) =>
    new ScenarioError(sentences.map((sentence) => ({ path: [], sentence: `${name}${sentence}` })));
  // A device may have neither a size nor an end.
  const read = async () => buffer(createReadStream(file, { end: LARGEST_FILE }));
  const bytes = await read().catch((error: unknown) => {
    throw failed(`: cannot be read: ${fileProblem(error)}`);
  });
  if (bytes.length > LARGEST_FILE) throw failed(`: must be at most ${LARGEST_FILE} bytes`);
  if (!isUtf8(bytes)) throw failed(': cannot be read: it is not UTF-8 text');
  const lines = new LineCounter();
  let document: ReturnType<typeof parseDocument>;
  let value: unknown;
  try {
    document = parseDocument(bytes.toString('utf8'), { lineCounter: lines, prettyErrors: false });
    value = document.errors.length > 0 ? {} : (document.toJS({ maxAliasCount: 100 }) ?? {});
    // The parser recurses into nested values, and reports an overflow as an error of the file.
    if (document.errors.some(({ message }) => message.startsWith('Maximum call stack'))) throw new RangeError();
  } catch {
    throw failed(': cannot be read: it is nested too deeply, or has too many aliases');
  }
  if (document.errors.length > 0) {
    const errors = document.errors.slice(0, MOST_ERRORS);
    throw failed(...errors.map(({ message, pos }) => `:${lines.linePos(pos[0]).line}: ${message}`));
  }
  if (!isObject(value)) throw failed(': must be a map of sections, such as customers and transactions');

  /** Returns the line of the path, or of its deepest part in the file. */
  function lineOf(path: readonly string[]): string {
    for (let length = path.length; length > 0; length--) {
      const owner = document.getIn(path.slice(0, length - 1), true);
      const key = path[length - 1];
      const pair = isMap(owner) && owner.items.find((one) => isScalar(one.key) && String(one.key.value) === key);
      const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return `:${lines.linePos(node.range[0]).line}`;
    }
    return '';
  }

  return {
    value,
    locate: ({ problems }) =>
      new ScenarioError(
        problems.map(({ path, sentence }) => ({ path, sentence: `${name}${lineOf(path)}: ${sentence}` })),
      ),
  };
}

const violations = once(() => createCompiler({ report: 'all' })(scenarioSchema()));

/**
 * Returns the value as a scenario.
 *
 * @throws ScenarioError with the first 20 violations; the error of an unknown field names the accepted fields
 */
export function checkScenario(value: unknown): Scenario {
  const found = violations()(value);
  if (found.length === 0) return value as Scenario;
  const errors = found.filter(({ keyword }) => keyword !== 'propertyNames');
  throw new ScenarioError(errors.slice(0, MOST_ERRORS).map((error) => problemOf(error, value)));
}

function problemOf(error: Violation, value: unknown): Problem {
  const [sentence = ''] = sentences([error], value);
  const owner = pathOf(sentence);
  const path = error.propertyName === undefined ? owner : [...owner, error.propertyName];
  if (error.propertyName !== undefined)
    return {
      path,
      sentence: `${fieldName(path)}: a name begins with a letter and has up to 64 letters, digits, ".", "-" or "_"`,
    };
  if (!/^card_(number|cvv|expiration_date)$/.test(path.at(-1) ?? '')) return { path, sentence };
  const advice = 'a scenario has no card data; name a card by its outcome, as in "card: approved"';
  return { path, sentence: `${fieldName(path)}: ${advice}` };
}

/** Returns the path at the beginning of a sentence such as `items[1].quantity: is required`. */
export const pathOf = (sentence: string): string[] =>
  (/^([\w.[\]-]+):/.exec(sentence)?.[1] ?? '').split(/[.[\]]+/).filter(Boolean);

const scenarioSchema = once(() => readPackageJson('dist/derived/scenario.schema.json'));

export function sectionSchema(section: string): JsonObject {
  return objectAt(objectAt(scenarioSchema(), '$defs'), section);
}

/** Returns the sections. Each refers only to sections before it. */
export function sections(): readonly string[] {
  return Object.keys(objectAt(scenarioSchema(), '$defs'));
}

/** Returns a copy, with each reference to an object replaced by the result of `replace`. */
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
      // `customer_id` refers to the section `customers`.
      const section = sections().find((name) => field === `${name.slice(0, -1)}_id`);
      const at = [...path, field];
      return [field, section === undefined ? withReferences(one, replace, at) : replace(one, section, at)];
    }),
  );
}

/** Returns the scenario as YAML that is safe to print, with a line that points editors to the schema. */
export async function printScenario(scenario: Scenario): Promise<string> {
  const { stringify } = await import('yaml');
  const schema = 'node_modules/payment-gateway-sandbox/dist/derived/scenario.schema.json';
  const json = JSON.stringify(scenario);
  // YAML has escapes only between double quotes.
  const type = printableSource(json) === json ? 'PLAIN' : 'QUOTE_DOUBLE';
  const yaml = stringify(scenario, { lineWidth: 120, defaultStringType: type, defaultKeyType: 'PLAIN' });
  return `# yaml-language-server: $schema=${schema}\n${printableSource(yaml)}`;
}
