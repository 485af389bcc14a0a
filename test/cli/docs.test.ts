import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveDocs } from '../../scripts/docs/finish.ts';
import { ARCHIVE, DOCS_FAILURE } from '../../src/docs/archive.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandLine, launch, packageFolder } from './compiled.ts';
import { cli, printedBy } from './in-process.ts';

/** One example in two languages, then a command and another example in one language. */
const LISTING_OF_CARDS = [
  '# List cards',
  '```ts\nlist();\n```',
  '```php\n<?php\nlist();\n```',
  'Run it:',
  '```bash\nphp list.php\n```',
  '```json\n[]\n```',
  'A test:',
  '```ts\ntest();\n```',
].join('\n\n');

/** The command of the copy, which has the docs of this test, in this process. */
const { run: runCopy } = (await import(pathToFileURL(join(packageFolder, 'dist/src/cli/commands.js')).href)) as {
  run: (args: readonly string[]) => Promise<number>;
};
const ofCopy = (...args: string[]) => printedBy(() => runCopy(args));

const folders = temporaryFolder('gateway-docs');
const newFolder = () => mkdtempSync(join(folders, 'case-'));

const built = join(packageFolder, 'dist/docs');
const head = `<meta property="og:image" content="preview.png"><link rel="alternate" hreflang="en" href="../"></head>`;
beforeAll(async () => {
  mkdirSync(join(built, 'operations'), { recursive: true });
  writeFileSync(join(built, 'index.html'), '<!doctype html><head><title>docs</title></head>');
  writeFileSync(join(built, 'operations/createCard.md'), '# Create a card');
  writeFileSync(join(built, 'operations/listCards.md'), LISTING_OF_CARDS);
  mkdirSync(join(built, '_astro'));
  writeFileSync(join(built, '_astro/site.abc123.css'), 'body{}');
  writeFileSync(join(built, 'llms.txt'), '[Card](operations/card.md)\n');
  writeFileSync(join(built, 'send.json'), '[]');
  for (const folder of ['pt-br', '1.0.0']) {
    mkdirSync(join(built, folder));
    writeFileSync(join(built, folder, 'index.html'), `<!doctype html><head><title>docs ${folder}</title>${head}`);
  }
  mkdirSync(join(built, 'not-found'));
  writeFileSync(join(built, 'not-found/index.html'), '<a href="../guides/card/">Cards</a>');
  await archiveDocs(built, ['', 'pt-br/']);
  // As in the package.
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'docs.br') rmSync(join(entry.parentPath, entry.name));
});
afterAll(() => rmSync(built, { recursive: true }));

describe('payment-gateway-contract docs', () => {
  test('copies the built docs', async () => {
    const out = join(newFolder(), 'site');
    expect(await ofCopy('docs', '--out', out)).toEqual({ code: 0, stdout: `${out}\n`, stderr: '' });
    expect(readFileSync(join(out, 'operations/createCard.md'), 'utf8')).toBe('# Create a card');
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<title>docs</title>');
    expect(readFileSync(join(out, '1.0.0/index.html'), 'utf8')).toContain('<title>docs 1.0.0</title>');
    expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br'))).toEqual([]);
  });

  test('copies Markdown with the code of one language', async () => {
    const copied = async (...args: string[]) => {
      const out = join(newFolder(), 'site');
      expect(await ofCopy('docs', '--out', out, ...args)).toMatchObject({ code: 0, stderr: '' });
      return readFileSync(join(out, 'operations/listCards.md'), 'utf8');
    };
    expect(await copied('--lang', 'php')).toBe(LISTING_OF_CARDS.replace('```ts\nlist();\n```\n\n', ''));
    for (const whole of [['--lang', 'python'], []]) expect(await copied(...whole)).toBe(LISTING_OF_CARDS);
  });

  // The recursive mkdir of Node never returns below /proc.
  test.runIf(existsSync('/proc/self'))('ends with the problem below /proc', async () => {
    const words = commandLine('docs', '--out', '/proc/payment-gateway/docs');
    await expect(promisify(execFile)(process.execPath, words, { timeout: 60_000 })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^payment-gateway-contract: --out: cannot write \/proc\/payment-gateway\/docs: ENOENT: .*; name another folder\n$/,
      ),
    });
  });

  test.each(['a-file', 'a-file/below', 'loop', 'dangling'])('refuses the folder %s in one line', async (name) => {
    const folder = realpathSync(newFolder());
    writeFileSync(join(folder, 'a-file'), '');
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('nothing/here', join(folder, 'dangling'));
    const { code, stderr } = await ofCopy('docs', '--out', join(folder, name));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^payment-gateway-contract: --out: cannot write .*; name another folder\n$/),
    });
  });

  test('copies into a folder that a symbolic link names', async () => {
    const folder = realpathSync(newFolder());
    mkdirSync(join(folder, 'site'));
    symlinkSync(join(folder, 'site'), join(folder, 'link'));
    expect(await ofCopy('docs', '--out', join(folder, 'link'))).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('<title>docs</title>');
  });

  test('writes into a folder with other files only with --force, and again into its own copy', async () => {
    const out = newFolder();
    writeFileSync(join(out, 'index.html'), 'my shop');
    for (const contract of [undefined, '', 'openapi: 3.1.0\ninfo: {}\n']) {
      if (contract !== undefined) writeFileSync(join(out, 'openapi.yaml'), contract);
      expect(await ofCopy('docs', '--out', out)).toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          'payment-gateway-contract: --out: must be a new or empty folder, or one with the docs; --force writes into it\n',
      });
      expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('my shop');
    }
    for (const force of [['--force'], []]) {
      expect(await ofCopy('docs', '--out', out, ...force)).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<title>docs</title>');
    }
  });

  test('writes the future address into pages and llms.txt', async () => {
    const out = join(newFolder(), 'site');
    expect(await ofCopy('docs', '--out', out, '--site', 'https://docs.example/api')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(readFileSync(join(out, '404.html'), 'utf8')).toBe('<a href="/api/guides/card/">Cards</a>');
    const page = readFileSync(join(out, 'pt-br/index.html'), 'utf8');
    expect(page).toContain('<meta property="og:image" content="https://docs.example/api/pt-br/preview.png">');
    expect(page).toContain('<link rel="canonical" href="https://docs.example/api/pt-br/">');
    expect(page).toContain('<link rel="alternate" hreflang="en" href="https://docs.example/api/">');
    expect(readFileSync(join(out, 'llms.txt'), 'utf8')).toBe('[Card](https://docs.example/api/operations/card.md)\n');
  });

  test.each(['docs.example', 'ftp://docs.example', 'https://a:b@docs.example', 'https://docs.example/?a=1', 'NaN'])(
    'refuses %s as an address',
    async (site) => {
      const { code, stderr } = await cli('docs', '--out', join(folders, 'never'), '--site', site);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^payment-gateway-contract: --site: .+ like https:/),
      });
      expect(existsSync(join(folders, 'never'))).toBe(false);
    },
  );
});

describe('payment-gateway-sandbox --docs', () => {
  let sandbox: ReturnType<typeof launch>;
  let url: string;
  beforeAll(async () => {
    sandbox = launch({}, 'start', '--port', '0', '--docs', '--log', 'silent');
    ({ url } = await sandbox.started);
  });
  afterAll(() => sandbox.child.kill('SIGKILL'));

  test('reports that the docs are being built until they exist', async () => {
    const away = `${built}.away`;
    renameSync(built, away);
    try {
      const page = await fetch(`${url}/docs/guides/pix/`);
      expect(page.status).toBe(200);
      expect(page.headers.get('refresh')).toBe('2');
      expect(await page.text()).toContain('The docs are being built');
      expect((await fetch(`${url}/docs/llms.txt`)).status).toBe(404);
    } finally {
      renameSync(away, built);
    }
    expect(await (await fetch(`${url}/docs/`)).text()).toContain('<title>docs</title>');
  });

  test('shows in place of the docs why their build failed', async () => {
    const away = `${built}.away`;
    const failure = join(packageFolder, DOCS_FAILURE);
    renameSync(built, away);
    writeFileSync(failure, 'Cannot find <Card> & "more"\nThe build of the docs ended with code 1.');
    try {
      const page = await fetch(`${url}/docs/`);
      expect([page.status, page.headers.get('refresh')]).toEqual([200, '2']);
      const text = await page.text();
      expect(text).toContain('The docs were not built');
      expect(text).toContain(
        'Cannot find &lt;Card&gt; &amp; &quot;more&quot;\nThe build of the docs ended with code 1.',
      );
      expect(text).toContain('<code>npm run docs</code>');
      expect(text).not.toMatch(/being built|20 seconds/);
    } finally {
      rmSync(failure);
      renameSync(away, built);
    }
    expect(await (await fetch(`${url}/docs/`)).text()).toContain('<title>docs</title>');
  });

  test('serves docs that were built again', async () => {
    const other = newFolder();
    writeFileSync(join(other, 'index.html'), '<title>built again</title>');
    await archiveDocs(other, ['']);
    const [archive, former] = [join(built, ARCHIVE), join(built, 'former')];
    renameSync(archive, former);
    copyFileSync(join(other, ARCHIVE), archive);
    expect(await (await fetch(`${url}/docs/`)).text()).toContain('<title>built again</title>');
    renameSync(former, archive);
    expect(await (await fetch(`${url}/docs/`)).text()).toContain('<title>docs</title>');
  });

  test('serves the docs under /docs/, without other files', async () => {
    const page = await fetch(`${url}/docs`);
    expect(page.url).toBe(`${url}/docs/`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<title>docs</title>');
    expect(await (await fetch(`${url}/docs/operations/createCard.md`)).text()).toBe('# Create a card');
    for (const path of [
      '..%2fpackage.json',
      '%2e%2e/package.json',
      'nothing.html',
      '.hidden',
      'operations',
      'docs.br',
      'pt-br/docs.br',
    ]) {
      expect((await fetch(`${url}/docs/${path}`)).status).toBe(404);
    }
  });
});
