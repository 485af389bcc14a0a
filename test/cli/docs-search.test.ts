import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSearch } from '../../scripts/docs/site/browser/search-index.ts';
import { built } from '../built/built.ts';
import { cli } from './in-process.ts';

beforeAll(() => built('docs'));

const asJson = async (...args: string[]) => JSON.parse((await cli('docs', 'search', ...args, '--json')).stdout);

describe('payment-gateway-contract docs search', { tags: 'long' }, () => {
  test.each([
    ['en', 'how do I refund a part of a payment', ''],
    ['pt-br', 'o webhook não chega, o que fazer', 'pt-br/'],
  ])('prints the three sections that the site in %s shows first', async (language, query, folder) => {
    const index = JSON.parse(readFileSync(`dist/docs/${folder}search.json`, 'utf8'));
    const onSite = createSearch(index)(query).map(({ document }) => document.url);
    const { sections, languages } = await asJson(query, '--language', language);
    expect(sections.map(({ url }: { url: string }) => url)).toEqual(onSite.slice(0, 3));
    expect(languages).toEqual([language]);
  });

  test('prints the Markdown of a section with its code, and the file that has it', async () => {
    const { stdout, code } = await cli('docs', 'search', 'how', 'do', 'I', 'register', 'my', 'webhook', 'address');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Register your address\n.*guides\/webhooks\.md\n\n/m);
    const { sections } = await asJson('pay once');
    const [{ file, text }] = sections;
    expect(text).toContain('```ts\n');
    expect(readFileSync(`dist/docs/${file}`, 'utf8')).toContain(text);
  });

  test('prints less of a section in a terminal, and names the option for the rest', async () => {
    const sectionsOf = async () => (await cli('docs', 'search', 'lost response')).stdout.split('\n\n\n');
    const piped = await sectionsOf();
    const stdout = Object.assign(Object.create(process.stdout), { isTTY: true });
    const spy = vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout);
    onTestFinished(() => spy.mockRestore());
    const shown = await sectionsOf();
    expect(shown.map((section) => section.split('\n')[0])).toEqual(piped.map((section) => section.split('\n')[0]));
    for (const section of shown) expect(section.length).toBeLessThan(1_000);
    expect(shown.join('').length).toBeLessThan(piped.join('').length);
    expect(shown.join('\n')).toContain('… --json prints the rest');
  });

  test('prints code in the language of --lang, where an example has it', async () => {
    const fences = async (...args: string[]) => {
      const { sections } = await asJson(...args);
      return sections.map(({ text }: { text: string }) => [...text.matchAll(/^```(\w+)/gm)].map(([, fence]) => fence));
    };
    expect((await fences('pay once'))[0]).toEqual(['ts', 'php', 'text']);
    expect((await fences('pay once', '--lang', 'php'))[0]).toEqual(['php', 'text']);
    expect((await fences('pay once', '--lang', 'python'))[0]).toEqual(['ts', 'php', 'text']);
    expect((await fences('refund card'))[0]).toEqual(['ts', 'bash', 'php', 'python', 'text']);
    expect((await fences('refund card', '--lang', 'curl'))[0]).toEqual(['bash', 'text']);
    const { stdout } = await cli('docs', 'search', 'pay once', '--lang', 'ts', '--language', 'pt-br');
    expect(stdout).toContain('```ts\n');
    expect(stdout).not.toContain('```php\n');
  });

  test('prints an operation with its method and path, and an entry of the register', async () => {
    const operation = await cli('docs', 'search', 'refundTransaction');
    expect(operation.stdout).toContain('POST /v1/transactions/{id}/refund');
    const entry = await asJson('brand-path');
    expect(entry.sections).toContainEqual(expect.objectContaining({ url: '/evidence/cards/#brand-path' }));
  });

  test.each([
    ['como estornar uma parte do pagamento', 'pt-br', 'Como estorno uma parte de um pagamento?'],
    ['cartao recusado', 'pt-br', undefined],
    ['how do I refund a part of a payment', 'en', 'How do I refund a part of a payment?'],
    ['refundTransaction', 'en', undefined],
  ])('answers "%s" in the language of its words', async (query, language, title) => {
    const { languages, sections } = await asJson(query);
    expect(languages).toEqual([language]);
    if (title) expect(sections.map((one: { title: string }) => one.title)).toContain(title);
  });

  test('looks in Portuguese if English has nothing', async () => {
    expect(await asJson('emissor')).toMatchObject({
      languages: ['en', 'pt-br'],
      sections: expect.arrayContaining([expect.objectContaining({ title: 'Chargebacks' })]),
    });
    expect((await cli('docs', 'search', 'emissor', '--language', 'en')).code).toBe(1);
  });

  test('prints the tried words if no section answers', async () => {
    const { code, stdout, stderr } = await cli('docs', 'search', 'a', 'zzzqq', 'or', 'qqzzz');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^payment-gateway-contract: docs: no section has these words: zzzqq, qqzzz \(tried in English and/,
    );
    expect(await asJson('zzzqq')).toEqual({
      query: 'zzzqq',
      languages: ['en', 'pt-br'],
      tried: ['zzzqq'],
      sections: [],
    });
  });

  test.each([
    [['search'], 'at least one word'],
    [['search', '***'], 'at least one word'],
    [['serch', 'refund'], 'did you mean search?'],
    [['refund'], 'takes search <words> or --out <folder>'],
    [['search', 'refund', '--language', 'pt'], '--language: must be en or pt-br'],
    [
      ['search', 'refund', '--lang', 'pt-br'],
      '--lang: must be one of ts, curl, php, python; --language is en or pt-br',
    ],
    [['--out', 'public', '--lang', 'ruby'], '--lang: must be one of ts, curl, php, python'],
    [['search', 'refund', '--lang'], "'--lang <value>' argument missing"],
    [['search', 'refund', '--out', 'public'], 'run it without them'],
    [['--json'], 'need search <words>'],
    [[], 'needs --out <folder> or search <words>'],
    [['--ouut', 'public'], "Unknown option '--ouut'; npx payment-gateway-contract --help lists the options"],
    [['--json=yes', 'search', 'refund'], "'--json' does not take an argument"],
    [['--out'], "'--out <value>' argument missing"],
    [['--out='], 'needs --out <folder>'],
    [['--out', '--site', 'x'], "'--out' argument is ambiguous"],
  ])('refuses %j in one line', async (args, problem) => {
    const { code, stdout, stderr } = await cli('docs', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(problem);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('takes a text of any length', async () => {
    const { code, stderr } = await cli('docs', 'search', 'q'.repeat(100_000));
    expect(code).toBe(1);
    expect(stderr.length).toBeLessThan(1_000);
  });
});
