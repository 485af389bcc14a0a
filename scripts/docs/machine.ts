import { oneLine } from '../contract/elements.js';
import { evidenceList } from '../contract/evidence.js';
import {
  bodySchemaOf,
  errorsOf,
  examplesOf,
  labelOf,
  operationsOf,
  parametersOf,
  successOf,
} from '../contract/places.ts';
import type { Contract, Parameter, Place, Schema } from '../contract/types.ts';
import { statementOf } from './evidence/statement.ts';
import type { Guide } from './guide/pages.ts';
import type { Language } from './language.ts';
import { ROOT_FILE } from './markdown.ts';
import { type Body, bodyOf, requiredFields } from './reference/fields.ts';
import { codeSamplesOf, sampleLanguages } from './samples/samples.ts';

/** A text file of the docs, by its path below their folder. */
export interface TextFile {
  path: string;
  text: string;
}

/** Returns the docs for programs: a Markdown page for each guide and operation, `llms.txt` with their list, and `llms-full.txt` with their text. */
export function machineFiles(contract: Contract, guides: readonly Guide[], language: Language): TextFile[] {
  const places = operationsOf(contract);
  const pages = [
    ...guides.map((guide) => ({ path: guidePath(guide), text: guidePage(guide, language) })),
    ...places.map((place) => ({ path: pagePath(place), text: operationPage(contract, place, language) })),
  ];
  return [
    { path: 'llms.txt', text: llmsIndex(contract, guides, places, language) },
    { path: 'llms-full.txt', text: pages.map(({ text }) => text).join('\n') },
    ...pages,
  ];
}

function guidePath({ name }: Guide): string {
  return `guides/${name}.md`;
}

/** Returns a guide without pictures, whose text follows them, and with links to the other Markdown pages. */
function guidePage({ title, markdown }: Guide, { path }: Language): string {
  const text = markdown
    .replace(/^(?:<svg |<!-- ).*\n*/gm, '')
    .replace(/^<\/?(?:details|summary|div|span).*\n+/gm, '')
    .replace(/\]\(\/guides\/([\w-]+)\//g, '](../guides/$1.md')
    .replace(/\]\(\/api\/(\w+)\//g, (_, id: string) => `](../operations/${id.toLowerCase()}.md`)
    .replace(/\]\(\/evidence\/[^)]*\)/g, '](../guides/known.md)')
    .replace(/\]\((\/[^)]*)\)/g, (_, link: string) => `](${ROOT_FILE.test(link) && path ? '../..' : '..'}${link})`);
  return `# ${title}\n\n${text}\n`;
}

function pagePath({ operation }: Place): string {
  return `operations/${operation.operationId?.toLowerCase()}.md`;
}

function llmsIndex(contract: Contract, guides: readonly Guide[], places: Place[], { words }: Language): string {
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
    `## ${words.site.guides}\n\n${guides.map((guide) => `- [${guide.title}](${guidePath(guide)})${guide.description && `: ${guide.description}`}`).join('\n')}`,
    ...groups,
    `## ${words.machine.contract}\n\n${words.machine.files.map(([file, what]) => `- [${file}](${file}): ${what}`).join('\n')}`,
    '',
  ].join('\n\n');
}

function operationPage(contract: Contract, place: Place, language: Language): string {
  const { machine, site } = language.words;
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
      `## ${site.parameters}\n\n${parameters.map((parameter) => parameterLine(parameter, language)).join('\n')}`,
    body && `## ${site.body}\n\n${fields(contract, body, language)}`,
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
  const needed = required ? `, ${language.words.site.required}` : '';
  return `- \`${name}\` (${kind}, ${[schema?.type ?? 'any'].flat().join(language.words.machine.or)}${needed}): ${oneLine(description ?? '')}`;
}

function errorLines(contract: Contract, { operation }: Place): string {
  return errorsOf(contract, operation)
    .map(([status, response]) => `- ${status}: ${oneLine(response.description ?? '')}`)
    .join('\n');
}

/** Returns the required fields and then all fields as a nested list, each with its type and its evidence. */
function fields(contract: Contract, schema: Schema, language: Language): string {
  const { machine } = language.words;
  const required = requiredFields(contract, schema).map((name) => `\`${name}\``);
  const line = required.length > 0 ? `${machine.requiredFields}: ${required.join(', ')}` : machine.nothingRequired;
  return [line, '', ...bodyLines(bodyOf(contract, schema, language), '', language)].join('\n');
}

function bodyLines({ fields, forms }: Body, indent: string, language: Language): string[] {
  const { machine, site, levels } = language.words;
  const ofFields = fields.flatMap(({ name, type, required, description, values, isOpen, evidence, inner }) => {
    const open = isOpen ? ` ${machine.orNew}` : '';
    const choice = values.length > 0 && `${machine.oneOf} ${values.map(({ value }) => value).join(', ')}${open}`;
    const details = [type, choice, required && site.required].filter(Boolean).join(', ');
    const note = evidence.map(({ level, reference }) => `${levels[level]} ${reference}`).join(', ');
    const line = `${indent}- \`${name}\` (${details})${description && `: ${description}`}${note && ` [${note}]`}`;
    const meanings = values.flatMap(({ value, description: meaning }) =>
      meaning === undefined ? [] : [`${indent}  - \`${value}\`: ${oneLine(meaning)}`],
    );
    return [line, ...meanings, ...(inner ? bodyLines(inner, `${indent}  `, language) : [])];
  });
  const ofForms = forms.flatMap((form) => {
    const { chosenBy } = form;
    const name = chosenBy ? `\`${chosenBy.field}: ${chosenBy.value}\`` : machine.oneForm;
    return [`${indent}- ${name}: ${form.description}`, ...bodyLines(form, `${indent}  `, language)];
  });
  return [...ofFields, ...ofForms];
}
