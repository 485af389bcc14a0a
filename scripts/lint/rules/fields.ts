import { type Element, elementOf, elements, propertyName, reachable } from '../../../core/src/contract/elements.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { LintProblem } from '../rule.ts';

// `fee` is missing on purpose: the unit of the shipping fee is unknown, and a wrong unit would be off by a factor of 100.
const MONEY = /(^|_)amount$|Amount$|^unit_price$/;
const SENSITIVE = new Set(['card_number', 'card_cvv', 'credentials']);

/** Amounts have a unit, and logs hide secrets and personal data by their marks. */
export function* fieldsMarked(contract: JsonObject): Iterable<LintProblem> {
  const records = elements(contract, 'schema').map(({ node, path }) => {
    const properties = Object.entries(objectAt(node, 'properties'));
    const fields = properties.map(([name, property]) => ({ name, field: elementOf(contract, property)?.node ?? {} }));
    return { at: [...path, 'properties'], fields, persons: fields.filter(({ field }) => field['x-personal'] === true) };
  });
  const personal = new Set(records.flatMap(({ persons }) => persons.map(({ name }) => name)));
  for (const { at, fields, persons } of records) {
    for (const { name, field } of fields) {
      const path = [...at, name];
      if (MONEY.test(name) && field['x-unit'] === undefined)
        yield { path, message: `Add the unit of \`${name}\`: \`x-unit: centavos\` or \`x-unit: reais\`.` };
      if (SENSITIVE.has(name) && field['x-sensitive'] !== true)
        yield { path, message: `Mark \`${name}\` with \`x-sensitive: true\` and \`writeOnly: true\`: it is a secret.` };
      // A record, such as the document of a bank account, needs no mark: the loop checks its fields.
      const isAsked = personal.has(name) ? field.properties === undefined : persons.length > 0 && hasFreeText(field);
      if (isAsked && field['x-personal'] === undefined) {
        const why = personal.has(name)
          ? 'its name is personal elsewhere'
          : `\`${persons[0]?.name}\` next to it is personal`;
        yield {
          path,
          message: `Mark \`${name}\` with \`x-personal: true\`, so that logs hide it, or with \`x-personal: false\`: ${why}.`,
        };
      }
    }
  }
}

/** Returns whether a field can have any text, or a list of texts. A known value, a time and a secret cannot. */
function hasFreeText(field: JsonObject): boolean {
  const text = field.type === 'array' ? objectAt(field, 'items') : field;
  const isKnown = ['enum', 'const', 'x-extensible-enum', 'x-sensitive'].some((key) => key in text);
  return !isKnown && [text.type].flat().includes('string') && text.format !== 'date-time';
}

/** Each value of a status has a description, so that a reader knows the next step in each state. */
export function* statusValuesDescribed(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    if (node['x-transitions'] === undefined && node['x-enumDescriptions'] === undefined) continue;
    const described = objectAt(node, 'x-enumDescriptions');
    const values = [...listAt(node, 'x-extensible-enum'), ...listAt(node, 'enum')].map(String);
    for (const value of values.filter((one) => !isFilledString(described[one]))) {
      yield {
        path,
        message: `Describe \`${value}\` in \`x-enumDescriptions\`: readers of the docs see only described values.`,
      };
    }
    for (const value of Object.keys(described).filter((one) => !values.includes(one))) {
      yield {
        path: [...path, 'x-enumDescriptions', value],
        message: `Add \`${value}\` to the values of this vocabulary, or remove its description.`,
      };
    }
  }
}

/** Properties that tell events apart, so they need a fixed value. */
const EVENT_DISCRIMINATORS = new Set(['event', 'model']);

export function* responseVocabulariesOpen(contract: JsonObject): Iterable<LintProblem> {
  const responses = elements(contract, 'response').filter(({ path }) => path[0] !== 'webhooks');
  const events = elements(contract, 'requestBody').filter(({ path }) => path[0] === 'webhooks');
  const schemasBelow = (starts: readonly Element[]) =>
    reachable(
      contract,
      starts.map(({ node }) => node),
    ).filter(({ kind }) => kind === 'schema');
  const returned = new Set(schemasBelow(responses));
  for (const schema of new Set([...returned, ...schemasBelow(events)])) {
    const { node, path } = schema;
    if (node.enum !== undefined) {
      yield {
        path: [...path, 'enum'],
        message: `Use \`x-extensible-enum\` instead of \`enum\`: responses can contain new values.`,
      };
    }
    const name = propertyName(path);
    if (node.const !== undefined && (returned.has(schema) || !name || !EVENT_DISCRIMINATORS.has(name))) {
      yield {
        path: [...path, 'const'],
        message: `Use \`x-extensible-enum\` instead of \`const\`: only an event's discriminator and requests may fix a value.`,
      };
    }
  }
}

export function* transitionsInVocabulary(contract: JsonObject): Iterable<LintProblem> {
  const register = contract['x-evidence-register'];
  for (const { node, path } of elements(contract, 'schema')) {
    const states = listAt(node, 'x-transitions').length > 0 ? listAt(node, 'x-extensible-enum') : [];
    const changes = new Set<string>();
    for (const [index, row] of listAt(node, 'x-transitions').entries()) {
      const at = [...path, 'x-transitions', index];
      if (!isObject(row)) continue;
      for (const state of [row.from, ...listAt(row, 'to')].filter((state) => !states.includes(state))) {
        yield {
          path: at,
          message: `Add the state \`${state}\` to \`x-extensible-enum\` of this schema, or correct it.`,
        };
      }
      for (const variant of listAt(row, 'variants')) {
        const [entry = '', name = ''] = String(variant).split('=');
        const found = isObject(register) && isObject(register[entry]) ? register[entry].variants : undefined;
        if (!isObject(found) || found[name] === undefined)
          yield {
            path: [...at, 'variants'],
            message: `The register has no variant \`${variant}\`: add it, or correct it.`,
          };
      }
      for (const change of listAt(row, 'to').map((to) => `from \`${row.from}\` to \`${to}\``)) {
        if (changes.has(change)) yield { path: at, message: `Keep one row for the change ${change}.` };
        changes.add(change);
      }
    }
  }
}

/** Generators export schemas and parameters as types in one namespace, so duplicate names do not compile. */
export function* componentNamesFree(contract: JsonObject): Iterable<LintProblem> {
  const components = objectAt(contract, 'components');
  const schemas = objectAt(components, 'schemas');
  for (const name of Object.keys(schemas).filter((name) => name in globalThis)) {
    yield {
      path: ['components', 'schemas', name],
      message: `Rename the schema: generated code would hide the JavaScript global \`${name}\`.`,
    };
  }
  for (const name of Object.keys(objectAt(components, 'parameters')).filter((name) => name in schemas)) {
    yield {
      path: ['components', 'parameters', name],
      message: `Rename the parameter: the schema \`${name}\` has the same name, and generators export both.`,
    };
  }
}
