import { unitOf } from '../contract/elements.js';
import { evidenceList } from '../contract/evidence.js';
import { codeSamplesOf } from './code-samples.js';
import { statementOf } from './evidence.js';
import { examplesOf, operationsOf, resolve } from './places.js';
import { oneLine } from './text.js';
import type { Contract, Parameter, Place, Schema } from './types.ts';

/** A text file of the docs, by its path below their folder. */
export interface TextFile {
  path: string;
  text: string;
}

/** The docs for programs: an index in the form of llms.txt, and one Markdown page for each operation. */
export function machineFiles(contract: Contract, base: string): TextFile[] {
  const places = operationsOf(contract);
  return [
    { path: 'llms.txt', text: llmsIndex(contract, places, base) },
    ...places.map((place) => ({ path: pagePath(place), text: operationPage(contract, place) })),
  ];
}

function pagePath({ operation }: Place): string {
  return `operations/${operation.operationId?.toLowerCase()}.md`;
}

function llmsIndex(contract: Contract, places: Place[], base: string): string {
  const { info, tags } = contract;
  const groups = tags.map(({ name }) => {
    const lines = places
      .filter(({ operation }) => operation.tags[0] === name)
      .map((place) => {
        const { method, path, operation } = place;
        const level = evidenceList(operation['x-evidence'])[0]?.level;
        return `- [${operation.summary}](${base}${pagePath(place)}): ${method} ${path}, ${level}`;
      });
    return `## ${name}\n\n${lines.join('\n')}`;
  });
  const introduction = (info.description ?? '').split('\n\n')[0]?.replace(/\s+/g, ' ') ?? '';
  return [
    `# ${info.title} ${info.version}`,
    `> ${info.summary ?? ''}`,
    introduction,
    'Evidence, strongest first: documented (in the source document), observed (in public code), assumed (by convention).',
    ...groups,
    `## Contract\n\n- [openapi.yaml](${base}openapi.yaml): OpenAPI 3.1 with evidence\n- [openapi.json](${base}openapi.json): the same as JSON\n- [openapi.portable.json](${base}openapi.portable.json): a plain form for code generators and other tools`,
    '',
  ].join('\n\n');
}

function operationPage(contract: Contract, place: Place): string {
  const { method, path, operation } = place;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(contract, parameter));
  const success = resolve(contract, operation.responses['200'] ?? {});
  const body = operation.requestBody?.content['application/json']?.schema;
  const answer = success.content?.['application/json']?.schema;
  const answers = examplesOf(contract, success.content);
  const sections = [
    `# ${operation.summary}`,
    `\`${method} ${path}\` (${operation.operationId})`,
    operation.description?.trim(),
    `## Evidence\n\n${evidenceLines(contract, operation)}`,
    parameters.length > 0 && `## Parameters\n\n${parameters.map(parameterLine).join('\n')}`,
    body && `## Request body\n\n${fields(contract, body)}`,
    answer && `## Answer 200\n\n${fields(contract, answer)}`,
    `## Errors\n\n${errorLines(contract, place)}`,
    ...codeSamplesOf(contract, place).map(({ example, typescript, curl }) => {
      const sent = example ? ` ${example}` : '';
      return `## Example${sent}\n\n\`\`\`ts\n${typescript}\`\`\`\n\n\`\`\`bash\n${curl}\`\`\``;
    }),
    ...Object.entries(answers).map(
      ([name, { value }]) => `## Answer to ${name}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function evidenceLines(contract: Contract, operation: Place['operation']): string {
  const own = evidenceList(operation['x-evidence']).map((evidence) => ({ of: '', evidence }));
  const others = Object.entries(operation['x-evidence-of'] ?? {}).flatMap(([of, text]) =>
    evidenceList(text).map((evidence) => ({ of: `${of}: `, evidence })),
  );
  return [...own, ...others]
    .map(({ of, evidence }) => `- ${of}${evidence.level} ${evidence.reference}. ${statementOf(contract, evidence)}`)
    .join('\n');
}

function parameterLine({ name, in: kind, required, description, schema }: Parameter): string {
  return `- \`${name}\` (${kind}, ${typeOf(schema)}${required ? ', required' : ''}): ${description ?? ''}`;
}

function errorLines(contract: Contract, { operation }: Place): string {
  return Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => `- ${status}: ${oneLine(resolve(contract, response).description ?? '')}`)
    .join('\n');
}

/** The fields of a schema as a nested list; what a schema that was seen further up holds is not repeated. */
function fields(contract: Contract, schema: Schema, indent = '', above: Schema[] = []): string {
  const target = resolve<Schema>(contract, schema as Schema);
  if (above.includes(target)) return '';
  const inside = [...above, target];
  const lines: string[] = [];
  if (target.oneOf) {
    for (const form of target.oneOf) {
      const { description } = resolve<Schema>(contract, form);
      lines.push(`${indent}- one form: ${oneLine(description ?? '')}`, fields(contract, form, `${indent}  `, inside));
    }
  }
  for (const part of target.allOf ?? []) lines.push(fields(contract, part, indent, inside));
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    const own = resolve<Schema>(contract, property);
    const evidence = [own['x-evidence'] ?? []].flat().join(', ');
    const note = evidence ? ` [${evidence}]` : '';
    lines.push(`${indent}- \`${name}\` (${typeOf(own)}): ${oneLine(own.description ?? '')}${note}`);
    lines.push(fields(contract, own, `${indent}  `, inside));
  }
  if (target.items) lines.push(fields(contract, target.items, indent, inside));
  return lines.filter(Boolean).join('\n');
}

function typeOf(schema: Schema | undefined): string {
  const values = schema?.['x-extensible-enum'];
  const untyped = schema?.properties || schema?.allOf || schema?.oneOf ? 'object' : 'any';
  const type = [schema?.type ?? untyped].flat().join(' or ');
  const unit = unitOf(schema);
  if (unit) return `${type} ${unit}`;
  return values ? `${type}, one of ${values.join(', ')} or a new value` : type;
}
