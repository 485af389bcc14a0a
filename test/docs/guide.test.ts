import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editions } from '../../scripts/docs/editions.ts';
import { registerGroups } from '../../scripts/docs/evidence/register.ts';
import { guidesOf } from '../../scripts/docs/guide/pages.ts';
import { english, type Language } from '../../scripts/docs/language.ts';
import { hrefOf, operationsOf, webhooksOf } from '../../scripts/docs/places.ts';
import { portuguese } from '../../scripts/docs/portuguese.ts';
import { contracts, tools } from '../tools/tools.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const markdownOf = (guide: string, versions = {}) =>
  guidesOf(contract, english, versions).find(({ name }) => name === guide)?.markdown ?? '';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('the page about versions names the contract and the package', () => {
  expect(markdownOf('versions')).toContain(`| Contract | \`${contract.info.version}\` |`);
  expect(markdownOf('versions')).toContain(`| Package | \`${manifest.version}\` |`);
  expect(markdownOf('versions')).not.toContain('| Others |');
});

test('other versions are linked if they exist', () => {
  const guide = markdownOf('versions', { '1.0.0': '/1.0.0/', '0.9.0': '/0.9.0/' });
  expect(guide).toContain('| Others | [1.0.0](/1.0.0/), [0.9.0](/0.9.0/) |');
});

test('one command installs everything that the sandbox needs', () => {
  const lines = markdownOf('getting-started').match(/^npm install .+$/gm);
  expect(lines).toEqual([`npm install ${manifest.name}`]);
});

test('the table of tools has the results and versions of `npm run check -- tools`', () => {
  const { dependencies } = JSON.parse(readFileSync('test/tools/package.json', 'utf8'));
  const seen = JSON.parse(readFileSync('scripts/docs/guide/tools.json', 'utf8'));
  expect(seen).toEqual(
    tools.map((tool) => ({
      tool: tool.name,
      version: dependencies[tool.package],
      does: tool.does,
      fails: Object.fromEntries(contracts.map((contract) => [contract, tool.fails?.[contract]?.because ?? null])),
    })),
  );
  const guide = markdownOf('machines');
  expect(guide).toContain('| Tool | Makes | `openapi.yaml` | `openapi.portable.json` |');
  expect(guide).toMatch(/\| oazapfts [\d.]+ \| TypeScript client \| fails: .*`5XX`.* \| works \|/);
});

test('the figures are those that the benchmarks wrote, and the guide states no others', () => {
  const written: Record<string, { on: string; figures: object }> = JSON.parse(
    readFileSync('scripts/docs/guide/figures.json', 'utf8'),
  );
  expect(Object.keys(written).sort()).toEqual(['client', 'mock']);
  const guide = markdownOf('figures');
  for (const { on, figures } of Object.values(written)) {
    expect(guide).toContain(on);
    for (const what of Object.keys(figures)) expect(guide).toContain(`| ${what} |`);
  }
  expect(readFileSync('scripts/docs/guide/en/figures.md', 'utf8')).not.toMatch(/\d/);
});

test('every error of the contract and every test card is in its table', () => {
  const [errors, cards] = [markdownOf('errors'), markdownOf('test-cards')];
  for (const status of ['400', '401', '404', '422', '429', '5XX']) expect(errors).toContain(`| \`${status}\` |`);
  for (const { card_number, outcome } of contract['x-test-values'].cards) {
    expect(cards).toMatch(new RegExp(`\\| \`${card_number}\` \\|.*\\*\\*${outcome}\\*\\*`));
  }
});

test('every guide has a title, a description and a position in the sidebar', () => {
  const guides = guidesOf(contract, english);
  const files = readdirSync('scripts/docs/guide/en').map((file) => file.replace(/\.md$/, ''));
  expect(guides.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, title, markdown } of guides) {
    expect(title, name).not.toBe(name);
    expect(markdown.replace(/^```[\s\S]*?^```$/gm, ''), name).not.toMatch(/^# |<!--/m);
  }
});

test.each(editions.map((edition) => [edition.language.code, edition] as const))(
  'the links of the guides in %s lead to pages',
  (_, { language, contract: inLanguage }) => {
    const translated = inLanguage(contract);
    const guides = guidesOf(translated, language);
    const places = [...operationsOf(translated), ...webhooksOf(translated)].map(hrefOf);
    const register = registerGroups(translated, language).map(({ slug }) => `/evidence/${slug}/`);
    const pages = new Set(['/', ...places, ...register, ...guides.map(({ name }) => `/guides/${name}/`)]);
    const links = guides.flatMap(({ markdown }) =>
      [...markdown.matchAll(/\]\((\/[^)#]*\/)(?:#[^)]*)?\)/g)].map(([, link]) => link),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !pages.has(link ?? ''))).toEqual([]);
  },
);

test('the code of the guides is the same in all languages, apart from comments', () => {
  const code = (language: Language) =>
    guidesOf(contract, language).map(({ markdown }) =>
      [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, , text = '']) =>
        text.replace(/(^|\s)(\/\/|#) .*$/gm, ''),
      ),
    );
  expect(code(english).flat().length).toBeGreaterThan(10);
  expect(code(portuguese)).toEqual(code(english));
});

test('the guides repeat the first paragraph of every contract section', () => {
  const source = guidesOf(contract, english)
    .map(({ markdown }) => markdown)
    .join('\n');
  for (const [, section = ''] of (contract.info.description ?? '').matchAll(/^## .+\n\n([^\n]+)/gm)) {
    expect(source).toContain(section);
  }
});
