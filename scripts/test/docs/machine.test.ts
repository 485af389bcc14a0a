import { describe, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { evidenceList } from '../../../core/src/contract/evidence.ts';
import { counts } from '../../../test/source/operations.ts';
import { editionDefinitions } from '../../docs/editions.ts';
import { guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { LARGEST, machineFiles } from '../../docs/machine.ts';
import { readContract } from './contract.ts';
import { guidesIn } from './guides.ts';

const written = readContract();

/** Files that the build writes in addition to those for programs. */
const published = [
  'openapi.yaml',
  'openapi.json',
  'openapi.portable.json',
  'licenses.txt',
  'SKILL.md',
  'SKILL-integrate.md',
];

describe.each(editionDefinitions.map((edition) => [edition.language.code, edition] as const))(
  'for programs, in %s',
  (_, edition) => {
    const { words } = edition.language;
    const contract = edition.contract(written);
    const guides = guidesIn(edition);
    const files = new Map(machineFiles(contract, guides, edition.language).map(({ path, text }) => [path, text]));
    const { operations } = contractOf(contract);
    /** The page of an operation, with those of its examples. */
    const pageOf = (operationId = '') =>
      [...files]
        .filter(([path]) => path.startsWith(`operations/${operationId.toLowerCase()}.`))
        .map(([, text]) => text)
        .join('\n');

    test('llms.txt has a title, a summary and each operation exactly once, with a link to its page', () => {
      const index = files.get('llms.txt') ?? '';
      expect(index).toMatch(/^# .+\n\n> .+\n/);
      const lines = [...index.matchAll(/^- \[.+\]\(operations\/.*$/gm)].map(([line]) => line.split(', ')[0]);
      const expected = operations.map(
        ({ method, path, operationId, summary }) =>
          `- [${summary}](operations/${operationId.toLowerCase()}.md): ${method} ${path}`,
      );
      expect(lines.sort()).toEqual(expected.sort());
      expect(lines).toHaveLength(counts.http);
    });

    test('each entry of the register has a page that says what settles it, also in the file of its chapter', () => {
      const chapter = [...files].filter(([path]) => path.startsWith('llms/register')).map(([, text]) => text);
      for (const [key, { settled_by }] of Object.entries(contract['x-evidence-register'])) {
        const page = files.get(`evidence/${key}.md`) ?? '';
        expect(page, key).toContain(settled_by.replace(/\s+/g, ' ').trim());
        expect(chapter.join(), key).toContain(page);
      }
    });

    test('llms.txt lists each guide, and the links of each Markdown page lead to other files', () => {
      const index = files.get('llms.txt') ?? '';
      for (const { name, title } of guides) {
        expect(index).toContain(`- [${title}](guides/${name}.md)`);
        const page = files.get(`guides/${name}.md`) ?? '';
        expect(page).toMatch(/^# \S/);
        expect(page).not.toMatch(/<(svg|div|details)/);
        for (const [, link = ''] of page.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
          const { path } = edition.language;
          const target = new URL(link, `http://docs/${path}guides/`).pathname.slice(1);
          const all = [...[...files.keys()].map((file) => path + file), ...published];
          expect(all, `${name}: ${link}`).toContain(target);
        }
      }
    });

    test('the files of the chapters contain all pages, and llms.txt lists them', () => {
      const chapters = [...files].filter(([path]) => path.startsWith('llms/'));
      const full = chapters.map(([, text]) => text).join('\n');
      for (const [path, text] of files) {
        if (path.endsWith('.md')) expect(full.includes(text), path).toBe(true);
      }
      for (const [path] of chapters) expect(files.get('llms.txt')).toContain(`- [${path}](${path})`);
    });

    test('no file is larger than a context window takes at once', () => {
      for (const [path, text] of files) expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(LARGEST);
    });

    test('every operation has a page with its method and path, evidence, errors, and all examples', () => {
      const pages = [...files.keys()].filter((name) => /^operations\/\w+\.md$/.test(name));
      expect(pages).toHaveLength(counts.http);
      for (const operation of operations) {
        const { method, path } = operation;
        const page = pageOf(operation.operationId);
        const name = `${method} ${path}`;
        expect(page, name).toContain(`# ${operation.summary}\n`);
        expect(page.split(`\`${method} ${path}\``).length - 1, name).toBe(1);
        for (const { level, reference } of evidenceList(operation.definition['x-evidence'])) {
          expect(page, name).toContain(`- ${words.levels[level]} ${reference}. `);
        }
        expect(page, name).toContain(`## ${words.machine.errors}\n\n- 4`);
        for (const example of operation.request?.examples.keys() ?? [])
          expect(page, name).toContain(`## ${words.machine.example(example)}\n`);
        for (const fence of ['ts', 'bash', 'php', 'python', 'json']) expect(page, name).toContain(`\`\`\`${fence}\n`);
      }
    });
  },
);

test('the English page describes a field in words', () => {
  const files = new Map(
    machineFiles(written, guidesOf(written, english), english).map(({ path, text }) => [path, text]),
  );
  const create = files.get('operations/createtransaction.md') ?? '';
  expect(create).toContain('- [examples with pix](createtransaction.pix.md)');
  expect(files.get('operations/createtransaction.pix.md')).toContain('## Example pix');
  expect(files.get('operations/createtransaction.pix.md')).toContain('## Response to pix');
  expect(create).toMatch(/^Required: .*`amount`.*`payment_method`/m);
  for (const status of Object.keys(written.components.schemas.TransactionStatus?.['x-enumDescriptions'] ?? {})) {
    expect(files.get('operations/retrievetransaction.md')).toContain(`- \`${status}\`: `);
  }
  expect(create).toContain(
    '`amount` (integer in centavos, required [assumed requiredness]): The amount that the buyer pays. [documented 4.5, observed amount-centavos]',
  );
});
