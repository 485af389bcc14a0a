import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument, visit } from 'yaml';
import { some } from '../../../test/property-runs.ts';
import { contractInPortuguese, portuguese } from '../../docs/editions.ts';
import { type Guide, guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { installCommands, isReleased } from '../../release/install.ts';
import { readContract } from './contract.ts';
import { guidesIn } from './guides.ts';

const contract = readContract();
const guides = guidesIn();
const markdownOf = (guide: string, from = guides) => from.find(({ name }) => name === guide)?.markdown ?? '';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('the page about versions names the contract and the package, and links other versions', () => {
  expect(markdownOf('versions')).toContain(`| Contract | \`${contract.info.version}\` |`);
  expect(markdownOf('versions')).toContain(`| Package | \`${manifest.version}\` |`);
  expect(markdownOf('versions')).not.toContain('| Others |');
  const guide = markdownOf('versions', guidesOf(contract, english, { '1.0.0': '/1.0.0/', '0.9.0': '/0.9.0/' }));
  expect(guide).toContain('| Others | [1.0.0](/1.0.0/), [0.9.0](/0.9.0/) |');
});

test.each(
  some([
    [
      false,
      /npm pack[\s\S]*npm install \S+contract-\*\.tgz\nnpm install -D \S+core-\*\.tgz \\\n {2}\S+sandbox-\*\.tgz\n/,
    ],
    [true, /\nnpm install payment-gateway-contract\nnpm install --save-dev payment-gateway-sandbox\n/],
  ] as const),
)('the guides say where the packages come from, if `released` is %s', (released, commands) => {
  for (const language of [english, portuguese]) {
    const guides = guidesOf(contract, language, {}, released);
    expect(markdownOf('getting-started', guides)).toMatch(commands);
    expect(markdownOf('verify', guides).includes('\nnpm install payment-gateway-verify\n')).toBe(released);
    expect(markdownOf('ci', guides).includes('.docker/Dockerfile')).toBe(!released);
    expect(guides.filter(({ markdown }) => markdown.includes('npm pack ')).length > 0).toBe(!released);
  }
});

test('the guides follow the switch of the repository', () => {
  expect(markdownOf('getting-started')).toContain(installCommands(['', 'sandbox'], isReleased()));
});

test('the table of tools shows what works and what fails', () => {
  const guide = markdownOf('machines');
  expect(guide).toContain('| Tool | Makes | `openapi.portable.json` | `openapi.yaml` |');
  expect(guide).toMatch(/\| oazapfts [\d.]+ \| TypeScript client \| works \| fails: .*`5XX`.* \|/);
  const rows = guide.split('\n').filter((line) => / (works|fails: .*) \|$/.test(line));
  expect(rows.filter((row) => row.includes('| works |') === false)).toEqual([]);
  expect(guide).toContain(`${rows.length} of ${rows.length} tools run on \`openapi.portable.json\`.`);
});

test('the figures are those that the benchmarks wrote, and the guide states no others', () => {
  const written: Record<string, { on: string; figures: object }> = JSON.parse(
    readFileSync('scripts/docs/guide/figures.json', 'utf8'),
  );
  expect(Object.keys(written).sort()).toEqual(['client']);
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
  const files = readdirSync('scripts/docs/guide/en').map((file) => file.replace(/\.md$/, ''));
  expect(guides.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, title, markdown } of guides) {
    expect(title, name).not.toBe(name);
    expect(markdown.replace(/^```[\s\S]*?^```$/gm, ''), name).not.toMatch(/^# |<!--(?! send: )/m);
  }
});

test('the code of the guides is the same in all languages, apart from comments', () => {
  const code = (all: readonly Guide[]) =>
    all.map(({ markdown }) =>
      [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, , text = '']) =>
        text.replace(/(^|\s)(\/\/|#) .*$/gm, ''),
      ),
    );
  expect(code(guides).flat().length).toBeGreaterThan(10);
  expect(code(guidesIn({ language: portuguese, contract: contractInPortuguese }))).toEqual(code(guides));
});

test('the guides repeat the first paragraph of every contract section', () => {
  const source = guides.map(({ markdown }) => markdown).join('\n');
  for (const [, section = ''] of (contract.info.description ?? '').matchAll(/^## .+\n\n([^\n]+)/gm)) {
    expect(source).toContain(section);
  }
});

test('the guide "For programs" names openapi.json for parsers that refuse many aliases while openapi.yaml has more than 50', () => {
  let aliases = 0;
  visit(parseDocument(readFileSync('openapi.yaml', 'utf8')), { Alias: () => void aliases++ });
  expect(/uses more YAML aliases than the 50.*use `openapi\.json`/.test(markdownOf('machines'))).toBe(aliases > 50);
});
