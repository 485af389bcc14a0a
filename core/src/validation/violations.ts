import {
  isObject,
  type JsonObject,
  keysOfPointer,
  meant,
  objectAt,
  stringAt,
  suggestion,
  textOf,
} from '../util/index.js';

/** A violation as Ajv reports it. Written out, because declarations that name Ajv compile only where a package manager hoists it. */
export interface Violation {
  keyword?: string;
  instancePath: string;
  schemaPath?: string;
  params?: Record<string, unknown>;
  propertyName?: string;
  message?: string;
  schema?: unknown;
  parentSchema?: object;
  data?: unknown;
}

/** More than a person reads. */
export const MOST_NAMED = 100;
/** A sentence for each pattern of the contract. */
export const PATTERNS: Readonly<Record<string, string>> = {
  '^[0-9]+$': 'must be digits only, without blanks or hyphens',
  '^[0-9]{4}$': 'must be MMYY, as 1245',
};
/** The most sent names to compare with a missing one. */
const MOST_COMPARED = 100;
/** An amount in reais. Sentences show it in centavos, because it has fewer digits than a secret. */
const REAIS = /^\d{1,7}[.,]\d{1,2}$/;

/** Keys of free objects come from the request, so they may be long. */
const LONGEST_NAME = 64;
/** A possible card number in a key. */
const LONG_NUMBER = /\d(?:[ .-]?\d){11,}/g;
/** Characters that a terminal interprets: control and format characters, and unpaired surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Returns one sentence per violation, up to a limit: the path of the field, then the requirement.
 * No sentence shows a value of the request, because it may be a card number in the wrong field.
 *
 * @param value the validated value, whose types appear in the sentences
 * @param place `query`, `path` or `header`; undefined for the body
 */
export function sentences(errors: readonly Violation[], value: unknown, place?: string): string[] {
  const said = errors.slice(0, MOST_NAMED).map((error) => {
    const path = pathOf(error);
    return `${fieldName(path, place)}: ${requirement(error, path, value)}`;
  });
  return [...new Set(said), ...(errors.length > MOST_NAMED ? [restSentence(place)] : [])];
}

/** Returns the sentence about violations beyond the limit. */
export const restSentence = (place = 'body'): string => `${place}: has more violations than these`;

function pathOf({ keyword, instancePath, params }: Violation): string[] {
  const path = keysOfPointer(instancePath);
  const extra =
    keyword === 'required' || keyword === 'dependentRequired' ? params?.missingProperty : params?.additionalProperty;
  return typeof extra === 'string' ? [...path, extra] : path;
}

/** Returns the name of a field in sentences: `items[1].quantity`. */
export function fieldName(path: readonly string[], place?: string): string {
  const name = path.reduce((name, part) => {
    if (/^\d{1,9}$/.test(part)) return `${name}[${part}]`;
    const shown = part.slice(0, LONGEST_NAME).replaceAll(LONG_NUMBER, '[redacted]').replaceAll(UNSEEN, '\ufffd');
    return name === '' ? shown : `${name}.${shown}`;
  }, '');
  if (place) return `${place}.${name}`;
  return name === '' ? 'body' : name;
}

function requirement(error: Violation, path: readonly string[], value: unknown): string {
  const params: Record<string, unknown> = error.params ?? {};
  const sent = valueAt(value, path);
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return `is required${sentInstead(error, path, value)}`;
    case 'type':
      return inCentavos(error, sent) ?? `must be ${wanted(params.type)}, not ${kindOf(sent)}`;
    case 'enum':
      return `must be one of ${choices(sent, params.allowedValues)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'additionalProperties':
      return `is not known here${accepted(error, path.at(-1))}`;
    case 'format':
      if (params.format === 'date') return 'must be a day that exists, shaped YYYY-MM-DD';
      return `must be a valid ${String(params.format)}`;
    case 'pattern':
      return PATTERNS[String(params.pattern)] ?? `must match ${String(params.pattern)}`;
    default:
      return error.message ?? 'is not what the contract allows';
  }
}

/** Returns the names that the object accepts, if its schema lists them. */
function accepted(violation: Violation, name = ''): string {
  const names = Object.keys(propertiesOf(violation));
  return names.length === 0 ? '' : `${suggestion(name, names)} (known: ${names.join(', ')})`;
}

/** Returns the misspelled name of a missing field, if the request has one. */
function sentInstead(violation: Violation, path: readonly string[], value: unknown): string {
  const owner = valueAt(value, path.slice(0, -1));
  if (!isObject(owner)) return '';
  const known = propertiesOf(violation);
  const unknown = Object.keys(owner).filter((name) => !Object.hasOwn(known, name));
  const found = meant(path.at(-1) ?? '', unknown.slice(0, MOST_COMPARED));
  return found === undefined ? '' : `, and ${fieldName([found])} was sent`;
}

function propertiesOf({ parentSchema }: Violation): JsonObject {
  return objectAt(parentSchema, 'properties');
}

/** Returns an amount in reais as centavos; undefined if it is not an amount in reais. */
function inCentavos({ parentSchema }: Violation, sent: unknown): string | undefined {
  if (stringAt(parentSchema, 'x-unit') !== 'centavos') return undefined;
  const text = textOf(sent);
  const isReais = (typeof sent === 'number' || typeof sent === 'string') && REAIS.test(text);
  const centavos = Math.round(Number(text.replace(',', '.')) * 100);
  if (typeof sent === 'number')
    return `must be in centavos${isReais ? `: ${centavos}, not ${text}` : ', a whole number'}`;
  return isReais ? `must be an integer in centavos: ${centavos}, not ${kindOf(sent)}` : undefined;
}

function choices(sent: unknown, values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  const known = values.filter((value) => typeof value === 'string');
  return `${values.join(', ')}${typeof sent === 'string' ? suggestion(sent, known) : ''}`;
}

function wanted(type: unknown): string {
  const types = (Array.isArray(type) ? type : [type]).map((name) => withArticle(String(name)));
  return types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}` : (types[0] ?? 'something else');
}

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && value % 1 !== 0 && Number.isFinite(value)) return 'a number with decimals';
  return withArticle(typeof value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, part) => {
    if (Array.isArray(found)) return found[Number(part)];
    return isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }, value);
}
