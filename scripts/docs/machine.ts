import { posix } from 'node:path';
import { contractOf } from '../../core/src/contract/contract.ts';
import { type Evidence, evidenceList } from '../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { type Operation, successOf } from '../../core/src/contract/operation.ts';
import { groupBy } from '../../core/src/util/group-by.ts';
import { stringAt } from '../../core/src/util/json.ts';
import { oneLine } from '../contract/text.ts';
import { labelOf, slug } from './addresses.ts';
import { type RegisterItem, registerGroups, statementOf } from './evidence/register.ts';
import type { Guide } from './guide/pages.ts';
import type { Language } from './language.ts';
import { ROOT_FILE } from './markdown.ts';
import {
  type RenderedBody,
  type RenderedField,
  type ResponseReference,
  referenceOf,
  requiredFields,
} from './reference/reference.ts';
import { codeSamplesOf, requestsOf, sampleLanguages } from './samples/samples.ts';

/** A text file of the docs, by its path below their folder. */
export interface TextFile {
  path: string;
  text: string;
}

/** The largest file for programs, in bytes. More fits into few context windows. */
export const LARGEST = 60_000;

/** Returns the docs for programs: a Markdown page for each guide and operation, `llms.txt` with their list, and their text in one file per chapter. */
export function machineFiles(contract: OpenApi, guides: readonly Guide[], language: Language): TextFile[] {
  const registerPages = registerGroups(contract, language).flatMap(({ entries }) =>
    entries.map((entry) => ({ chapter: 'register', files: [registerPage(entry, language)] })),
  );
  const { operations } = contractOf(contract);
  const guidePages = guides.map((guide) => ({
    chapter: guide.group,
    files: [{ path: guidePath(guide), text: guidePage(guide, language) }],
  }));
  const operationPages = operations.map((operation) => ({
    chapter: slug(operation.tag),
    files: operationFiles(contract, operation, language),
  }));
  const pages = [...guidePages, ...operationPages, ...registerPages];
  const chapters = chaptersOf(pages);
  return [
    { path: 'llms.txt', text: llmsIndex(contract, guides, operations, chapters, language) },
    ...chapters,
    ...pages.flatMap(({ files }) => files),
  ];
}

/** Returns the text of the pages by chapter. A chapter of more than `LARGEST` bytes has several files. */
function chaptersOf(pages: readonly { chapter: string; files: readonly TextFile[] }[]): TextFile[] {
  return [...groupBy(pages, ({ chapter }) => chapter)].flatMap(([name, own]) => {
    const parts: string[] = [];
    for (const { text } of own.flatMap(({ files }) => files)) {
      const longer = `${parts.at(-1)}\n${text}`;
      if (parts.length > 0 && Buffer.byteLength(longer) <= LARGEST) parts[parts.length - 1] = longer;
      else parts.push(text);
    }
    return parts.map((text, at) => ({ path: `llms/${name}${at > 0 ? `-${at + 1}` : ''}.txt`, text }));
  });
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
    .replace(/\]\(\/evidence\/[^)#]*#([\w-]+)\)/g, '](../evidence/$1.md)')
    .replace(/\]\(\/evidence\/[^)]*\)/g, '](../guides/known.md)')
    .replace(/\]\((\/[^)]*)\)/g, (_, link: string) => `](${ROOT_FILE.test(link) && path ? '../..' : '..'}${link})`);
  return `# ${title}\n\n${text}\n`;
}

/** Returns the page of an entry of the register: its claim, what settles it, and its variants. */
function registerPage(
  { key, level, statement, settledBy, howSettled, variants }: RegisterItem,
  { words }: Language,
): TextFile {
  const { register, levels } = words;
  const listed = variants.map(({ name, statement }) => `- \`--assume ${key}=${name}\`: ${statement}`);
  return {
    path: `evidence/${key}.md`,
    text: page([
      `# ${key}`,
      `${levels[level]}. ${statement}`,
      `**${register.settledBy}:** ${settledBy} ${howSettled}`.trimEnd(),
      ...(listed.length > 0 ? [`**${register.variants}:**`, listed.join('\n')] : []),
    ]),
  };
}

function pagePath(operation: Operation): string {
  return `operations/${operation.operationId?.toLowerCase()}.md`;
}

function llmsIndex(
  contract: OpenApi,
  guides: readonly Guide[],
  operations: readonly Operation[],
  chapters: readonly TextFile[],
  { words }: Language,
): string {
  const { info, tags } = contract;
  const groups = tags.map((tag) => {
    const lines = operations
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => {
        const { method, path } = operation;
        const level = evidenceList(operation.definition['x-evidence'])[0]?.level;
        return `- [${operation.summary}](${pagePath(operation)}): ${method} ${path}, ${level && words.levels[level]}`;
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
    `## ${words.machine.chapters}\n\n${chapters.map(({ path }) => `- [${path}](${path})`).join('\n')}`,
    `## ${words.machine.contract}\n\n${words.machine.files.map(([file, what]) => `- [${file}](${file}): ${what}`).join('\n')}`,
    '',
  ].join('\n\n');
}

/** Returns the page of an operation. If it is too large, the examples of each payment method are on a separate page. */
function operationFiles(contract: OpenApi, operation: Operation, language: Language): TextFile[] {
  const { machine } = language.words;
  const path = pagePath(operation);
  const reference = referenceSections(contract, operation, language);
  const examples = exampleSections(contract, operation, language);
  const whole = page([...reference, ...examples.map(({ text }) => text)]);
  if (Buffer.byteLength(whole) <= LARGEST) return [{ path, text: whole }];
  const links: string[] = [];
  const files = [...groupBy(examples, ({ method }) => method)].map(([method, own]) => {
    const file = path.replace(/md$/, `${method}.md`);
    const title = machine.examplesOf(method);
    links.push(`- [${title}](${posix.basename(file)})`);
    return { path: file, text: page([`# ${operation.summary}: ${title}`, ...own.map(({ text }) => text)]) };
  });
  return [{ path, text: page([...reference, links.join('\n')]) }, ...files];
}

const page = (sections: readonly string[]): string => `${sections.join('\n\n')}\n`;

/** Returns what the docs claim of each element of an operation, with its evidence, as sections of Markdown. */
export function referenceSections(contract: OpenApi, operation: Operation, language: Language): string[] {
  const { machine, site } = language.words;
  const { method, path } = operation;
  const { evidence, parameters, body, responses } = referenceOf(contract, operation, language);
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const errors = responses.filter((response) => !successes.includes(response));
  const basis = evidence.map((one) => `- ${references([one], language)}. ${statementOf(contract, one, language)}`);
  const sections = [
    `# ${operation.summary}`,
    `\`${method} ${path}\` (${operation.operationId})`,
    operation.definition.description?.trim(),
    `## ${machine.evidence}\n\n${basis.join('\n')}`,
    parameters.length > 0 &&
      `## ${site.parameters}\n\n${parameters.flatMap((parameter) => fieldLines(parameter, '', language)).join('\n')}`,
    body && `## ${site.body}\n\n${fields(body, language)}`,
    ...successes.map((response) => responseSection(response, language)),
    `## ${machine.errors}\n\n${errors.map((error) => errorLine(error, language)).join('\n')}`,
  ];
  return sections.filter((section) => typeof section === 'string' && section !== '').map(String);
}

/** Returns the examples of requests and responses, each with the payment method that it has. */
function exampleSections(
  contract: OpenApi,
  operation: Operation,
  { words }: Language,
): { method: string; text: string }[] {
  const { machine } = words;
  const bodies = requestsOf(contract, operation);
  const requests = codeSamplesOf(contract, operation).map(({ example, code }) => {
    const blocks = sampleLanguages.map(({ lang, fence }) => `\`\`\`${fence}\n${code[lang]}\`\`\``);
    return {
      method: methodOf(bodies.get(example)?.body),
      text: `## ${machine.example(example)}\n\n${blocks.join('\n\n')}`,
    };
  });
  const responses = [...(successOf(operation).response?.examples ?? [])].map(([name, { value }]) => ({
    method: methodOf(value),
    text: `## ${machine.responseTo(name)}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  }));
  return [...requests, ...responses];
}

const methodOf = (body: unknown): string => stringAt(body, 'payment_method') ?? 'other';

function responseSection({ status, evidence, body }: ResponseReference, language: Language): string {
  const { machine } = language.words;
  return [
    `## ${machine.response(status)}`,
    `${machine.evidenceOfStatus}: ${references(evidence, language)}`,
    ...(body ? [fields(body, language)] : []),
  ].join('\n\n');
}

function errorLine({ status, description, evidence }: ResponseReference, language: Language): string {
  return `- ${status}: ${description} [${references(evidence, language)}]`;
}

/** Returns the evidence of the body, its required fields, and all fields as a nested list, each with its type and its evidence. */
function fields(body: RenderedBody, language: Language): string {
  const { machine } = language.words;
  const required = requiredFields(body).map((name) => `\`${name}\``);
  const line = required.length > 0 ? `${machine.requiredFields}: ${required.join(', ')}` : machine.nothingRequired;
  const evidence = `${machine.evidenceOfBody}: ${references(body.evidence, language)}`;
  return [evidence, '', line, '', ...bodyLines(body, '', language)].join('\n');
}

function bodyLines({ fields, forms }: RenderedBody, indent: string, language: Language): string[] {
  const { machine } = language.words;
  const ofFields = fields.flatMap((field) => fieldLines(field, indent, language));
  const ofForms = forms.flatMap((form) => {
    const { chosenBy, description, evidence } = form;
    const name = chosenBy ? `\`${chosenBy.field}: ${chosenBy.value}\`` : machine.oneForm;
    const line = `${indent}- ${name}: ${description} [${references(evidence, language)}]`;
    return [line, ...bodyLines(form, `${indent}  `, language)];
  });
  return [...ofFields, ...ofForms];
}

function fieldLines(field: RenderedField, indent: string, language: Language): string[] {
  const { machine, site } = language.words;
  const { name, type, required, description, values, isOpen, evidence, value, inner } = field;
  const known = values.map((one) => `${one.value}${one.evidence ? ` [${references([one.evidence], language)}]` : ''}`);
  const choice = known.length > 0 && `${machine.oneOf} ${known.join(', ')}${isOpen ? ` ${machine.orNew}` : ''}`;
  const needed = required && `${site.required} [${references([required], language)}]`;
  const details = [type, choice, needed].filter(Boolean).join(', ');
  const computed = value ? `; ${machine.evidenceOfValue}: ${references([value], language)}` : '';
  const note = `[${references(evidence, language)}${computed}]`;
  const line = `${indent}- \`${name}\` (${details})${description && `: ${description}`} ${note}`;
  const meanings = values.flatMap(({ value, description: meaning }) =>
    meaning === undefined ? [] : [`${indent}  - \`${value}\`: ${oneLine(meaning)}`],
  );
  return [line, ...meanings, ...(inner ? bodyLines(inner, `${indent}  `, language) : [])];
}

/** Writes evidence as the contract does, with the level in the language of the page. */
function references(evidence: readonly Evidence[], { words }: Language): string {
  return evidence.map(({ level, reference }) => `${words.levels[level]} ${reference}`).join(', ');
}
