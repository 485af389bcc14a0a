import { unitOf } from '../contract/elements.js';
import { evidenceList } from '../contract/evidence.js';
import { type Shape, shapeOf, sharedBy } from '../contract/shape.js';
import { statementOf } from './evidence/statement.ts';
import type { Language } from './language.ts';
import {
  bodySchemaOf,
  errorsOf,
  examplesOf,
  labelOf,
  operationsOf,
  parametersOf,
  resolve,
  successOf,
} from './places.ts';
import { codeSamplesOf, sampleLanguages } from './samples/samples.ts';
import { oneLine } from './text.ts';
import type { Contract, Parameter, Place, Schema } from './types.ts';

/** A text file of the docs, by its path below their folder. */
export interface TextFile {
  path: string;
  text: string;
}

/** The docs for programs: an index in the form of llms.txt, and one Markdown page for each operation. */
export function machineFiles(contract: Contract, language: Language): TextFile[] {
  const places = operationsOf(contract);
  return [
    { path: 'llms.txt', text: llmsIndex(contract, places, language) },
    ...places.map((place) => ({ path: pagePath(place), text: operationPage(contract, place, language) })),
  ];
}

function pagePath({ operation }: Place): string {
  return `operations/${operation.operationId?.toLowerCase()}.md`;
}

function llmsIndex(contract: Contract, places: Place[], { words }: Language): string {
  const { info, tags } = contract;
  const groups = tags.map((tag) => {
    const lines = places
      .filter(({ operation }) => operation.tags[0] === tag.name)
      .map((place) => {
        const { method, path, operation } = place;
        const level = evidenceList(operation['x-evidence'])[0]?.level;
        return `- [${operation.summary}](${pagePath(place)}): ${method} ${path}, ${level && words.levels[level]}`;
      });
    return `## ${labelOf(tag)}\n\n${lines.join('\n')}`;
  });
  const introduction = (info.description ?? '').split('\n\n')[0]?.replace(/\s+/g, ' ') ?? '';
  return [
    `# ${info.title} ${info.version}`,
    `> ${info.summary ?? ''}`,
    introduction,
    words.machine.evidenceLevels,
    ...groups,
    `## ${words.machine.contract}\n\n${words.machine.files.map(([file, what]) => `- [${file}](${file}): ${what}`).join('\n')}`,
    '',
  ].join('\n\n');
}

function operationPage(contract: Contract, place: Place, language: Language): string {
  const { machine } = language.words;
  const { method, path, operation } = place;
  const parameters = parametersOf(contract, operation);
  const success = successOf(contract, operation);
  const body = bodySchemaOf(contract, operation.requestBody);
  const returned = bodySchemaOf(contract, success);
  const examples = examplesOf(contract, success);
  const sections = [
    `# ${operation.summary}`,
    `\`${method} ${path}\` (${operation.operationId})`,
    operation.description?.trim(),
    `## ${machine.evidence}\n\n${evidenceLines(contract, operation, language)}`,
    parameters.length > 0 &&
      `## ${machine.parameters}\n\n${parameters.map((parameter) => parameterLine(parameter, language)).join('\n')}`,
    body && `## ${machine.requestBody}\n\n${fields(contract, body, language)}`,
    returned && `## ${machine.response('200')}\n\n${fields(contract, returned, language)}`,
    `## ${machine.errors}\n\n${errorLines(contract, place)}`,
    ...codeSamplesOf(contract, place).map(({ example, code }) => {
      const blocks = sampleLanguages.map(({ lang, fence }) => `\`\`\`${fence}\n${code[lang]}\`\`\``);
      return `## ${machine.example(example)}\n\n${blocks.join('\n\n')}`;
    }),
    ...Object.entries(examples).map(
      ([name, { value }]) => `## ${machine.responseTo(name)}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function evidenceLines(contract: Contract, operation: Place['operation'], language: Language): string {
  const own = evidenceList(operation['x-evidence']).map((evidence) => ({ of: '', evidence }));
  const others = Object.entries(operation['x-evidence-of'] ?? {}).flatMap(([of, text]) =>
    evidenceList(text).map((evidence) => ({ of: `${of}: `, evidence })),
  );
  return [...own, ...others]
    .map(
      ({ of, evidence }) =>
        `- ${of}${language.words.levels[evidence.level]} ${evidence.reference}. ${statementOf(contract, evidence, language)}`,
    )
    .join('\n');
}

function parameterLine({ name, in: kind, required, description, schema }: Parameter, language: Language): string {
  const needed = required ? `, ${language.words.machine.required}` : '';
  return `- \`${name}\` (${kind}, ${typeOf(schema, language)}${needed}): ${oneLine(description ?? '')}`;
}

function errorLines(contract: Contract, { operation }: Place): string {
  return errorsOf(contract, operation)
    .map(([status, response]) => `- ${status}: ${oneLine(response.description ?? '')}`)
    .join('\n');
}

interface FieldList {
  contract: Contract;
  language: Language;
  /** Schemas further up: what they hold is not repeated. */
  above: Schema[];
}

/** What is required, and then all fields of a schema as a nested list, each with its type and its evidence. */
function fields(contract: Contract, schema: Schema, language: Language): string {
  const { machine } = language.words;
  const shape = shapeOf(contract, schema);
  const required = [...shape.required, ...sharedBy(contract, shape.forms).required].map((name) => `\`${name}\``);
  const line = required.length > 0 ? `${machine.requiredFields}: ${required.join(', ')}` : machine.nothingRequired;
  return [line, '', ...fieldLines(schema, '', { contract, language, above: [] })].join('\n');
}

function fieldLines(schema: Schema, indent: string, list: FieldList): string[] {
  const { contract } = list;
  const target = resolve<Schema>(contract, schema);
  if (list.above.includes(target)) return [];
  const inside = { ...list, above: [...list.above, target] };
  const shape = shapeOf(contract, target);
  const lines = propertyLines(shape, indent, inside);
  if (shape.forms.length > 0) lines.push(...formLines(target, shape.forms, indent, inside));
  if (shape.items) lines.push(...fieldLines(shape.items, indent, inside));
  return lines;
}

/** The fields that all forms have, and then each form with its own. */
function formLines({ discriminator }: Schema, forms: Schema[], indent: string, list: FieldList): string[] {
  const { contract, language } = list;
  const { parts, ...shared } = sharedBy(contract, forms);
  const values = new Map(Object.entries(discriminator?.mapping ?? {}).map(([value, reference]) => [reference, value]));
  return [
    ...propertyLines(shared, indent, list),
    ...forms.flatMap((form) => {
      const value = values.get(form.$ref ?? '');
      const name = value ? `\`${discriminator?.propertyName}: ${value}\`` : language.words.machine.oneForm;
      const own = shapeOf(contract, form, parts);
      // The name of the form says its value.
      if (value && discriminator) own.properties.delete(discriminator.propertyName);
      const description = oneLine(resolve<Schema>(contract, form).description ?? '');
      return [`${indent}- ${name}: ${description}`, ...propertyLines(own, `${indent}  `, list)];
    }),
  ];
}

function propertyLines({ properties, required }: Shape<Schema>, indent: string, list: FieldList): string[] {
  const { contract, language } = list;
  const { machine, levels } = language.words;
  return [...properties].flatMap(([name, property]) => {
    const own = resolve<Schema>(contract, property);
    // Keys beside a reference speak of this field, those of its target of the type.
    const evidence = evidenceList(property['x-evidence'] ?? own['x-evidence']);
    const note = evidence.map(({ level, reference }) => `${levels[level]} ${reference}`).join(', ');
    const type = [typeOf(own, language), required.has(name) && machine.required].filter(Boolean).join(', ');
    const words = oneLine(property.description ?? own.description ?? '');
    const line = [`${indent}- \`${name}\` (${type})`, words && `: ${words}`, note && ` [${note}]`];
    return [line.filter(Boolean).join(''), ...fieldLines(own, `${indent}  `, list)];
  });
}

function typeOf(schema: Schema | undefined, { words }: Language): string {
  const values = schema?.['x-extensible-enum'];
  const untyped = schema?.properties || schema?.allOf || schema?.oneOf ? 'object' : 'any';
  const type = [schema?.type ?? untyped].flat().join(words.machine.or);
  if (unitOf(schema) && schema?.['x-unit'])
    return `${type} ${words.unit(schema['x-unit']).toLowerCase().replace(/\.$/, '')}`;
  return values ? `${type}, ${words.machine.oneOf} ${values.join(', ')} ${words.machine.orNew}` : type;
}
