import { describe, expect, test } from 'vitest';
import { evidenceList } from '../../scripts/contract/evidence.js';
import { editions } from '../../scripts/docs/editions.ts';
import { guidesOf } from '../../scripts/docs/guide/pages.ts';
import { english } from '../../scripts/docs/language.ts';
import { machineFiles } from '../../scripts/docs/machine.ts';
import { examplesOf, operationsOf } from '../../scripts/docs/places.ts';
import { counts } from '../source/operations.ts';
import { readContract } from './contract.ts';

const written = readContract();

/** Files that the build writes in addition to those for programs. */
const published = ['openapi.yaml', 'openapi.json', 'openapi.portable.json', 'licenses.txt', 'SKILL.md'];

describe.each(editions.map((edition) => [edition.language.code, edition] as const))(
  'for programs, in %s',
  (_, edition) => {
    const { words } = edition.language;
    const contract = edition.contract(written);
    const guides = guidesOf(contract, edition.language);
    const files = new Map(machineFiles(contract, guides, edition.language).map(({ path, text }) => [path, text]));
    const operations = operationsOf(contract);
    const pageOf = (operationId = '') => files.get(`operations/${operationId.toLowerCase()}.md`) ?? '';

    test('a page explains each status', () => {
      const meanings = contract.components.schemas.TransactionStatus?.['x-enumDescriptions'] ?? {};
      const lines = Object.entries(meanings).map(([status, meaning]) => `- \`${status}\`: ${meaning}`);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(pageOf('retrieveTransaction')).toContain(line);
    });

    test('llms.txt has a title, a summary and each operation exactly once, with a link to its page', () => {
      const index = files.get('llms.txt') ?? '';
      expect(index).toMatch(/^# .+\n\n> .+\n/);
      const lines = [...index.matchAll(/^- \[(.+)\]\((operations\/[^)]+)\): ([A-Z]+) (\S+), (.+)$/gm)];
      const listed = lines.map(([, summary, page, method, path]) => ({ summary, page, method, path }));
      const expected = operations.map(({ method, path, operation }) => ({
        summary: operation.summary,
        page: `operations/${operation.operationId?.toLowerCase()}.md`,
        method,
        path,
      }));
      const byPage = (a: { page?: string | undefined }, b: { page?: string | undefined }) =>
        (a.page ?? '') < (b.page ?? '') ? -1 : 1;
      expect(listed.sort(byPage)).toEqual(expected.sort(byPage));
      expect(listed).toHaveLength(counts.http);
      for (const { method, path } of operations) {
        expect(index.split(`${method} ${path},`).length - 1, `${method} ${path}`).toBe(1);
      }
      expect(listed.filter(({ page = '' }) => !files.has(page))).toEqual([]);
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

    test('llms-full.txt contains all pages', () => {
      const full = files.get('llms-full.txt') ?? '';
      for (const [path, text] of files) {
        if (path.endsWith('.md')) expect(full.includes(text), path).toBe(true);
      }
    });

    test('every operation has a page with its method and path, evidence, errors, and all examples', () => {
      expect([...files.keys()].filter((name) => name.startsWith('operations/'))).toHaveLength(counts.http);
      for (const { method, path, operation } of operations) {
        const page = pageOf(operation.operationId);
        const name = `${method} ${path}`;
        expect(page, name).toContain(`# ${operation.summary}\n`);
        expect(page.split(`\`${method} ${path}\``).length - 1, name).toBe(1);
        for (const { level, reference } of evidenceList(operation['x-evidence'])) {
          expect(page, name).toContain(`- ${words.levels[level]} ${reference}. `);
        }
        expect(page, name).toContain(`## ${words.machine.errors}\n\n- 4`);
        const requests = Object.keys(examplesOf(contract, operation.requestBody));
        for (const example of requests) expect(page, name).toContain(`## ${words.machine.example(example)}\n`);
        for (const fence of ['ts', 'bash', 'php', 'python', 'json']) expect(page, name).toContain(`\`\`\`${fence}\n`);
      }
    });

    test('a field has its type, description and evidence', () => {
      const field = `\`amount\` (integer ${words.unit('centavos')}, ${words.machine.required}): `;
      expect(pageOf('createTransaction')).toContain(field);
      expect(pageOf('createTransaction')).toMatch(
        new RegExp(`\`amount\` .+ \\[${words.levels.documented} 4\\.5, ${words.levels.observed} amount-centavos\\]`),
      );
    });

    test('the required fields of a body come first', () => {
      const page = pageOf('createTransaction');
      const [, list = ''] = new RegExp(`^${words.machine.requiredFields}: (.+)$`, 'm').exec(page) ?? [];
      expect(list.match(/`\w+`/g)).toEqual(expect.arrayContaining(['`amount`', '`payment_method`']));
    });
  },
);

test('the English page describes a field in words', () => {
  const files = new Map(
    machineFiles(written, guidesOf(written, english), english).map(({ path, text }) => [path, text]),
  );
  const create = files.get('operations/createtransaction.md') ?? '';
  expect(create).toContain('## Example pix');
  expect(create).toContain('## Response to pix');
  expect(create).toContain(
    '`amount` (integer in centavos, required): The amount that the buyer pays. [documented 4.5, observed amount-centavos]',
  );
});
