import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { buildInto, ownFolder } from '../../build/folder.ts';

const folder = temporaryFolder('build');
let dist: string;
beforeEach(() => {
  dist = join(folder, 'dist');
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const filesOf = (from: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(from, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(from, name), 'utf8')]),
  );

function write(to: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), text);
  }
}

/** Makes everything in `dist` older than the next build. */
function age(): void {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) utimesSync(join(dist, name), 1, 1);
}

describe('a build', () => {
  test('replaces the folders and files that it writes, and leaves all others', async () => {
    write(dist, {
      'src/a.js': 'old',
      'src/gone/b.js': 'old',
      'docs/index.html': 'kept',
      'search.js': 'old',
      '.kept': '',
    });
    age();
    const result = await buildInto(dist, async ({ out, cache }) => {
      write(out, { 'src/a.js': 'new', 'src/deep/c.js': 'new', 'derived/d.json': 'new', 'search.js': 'new' });
      write(cache, { state: '' });
      expect(filesOf(join(dist, 'src'))).toEqual({ 'a.js': 'old', 'gone/b.js': 'old' });
      return 'result';
    });
    expect(result).toBe('result');
    expect(filesOf(dist)).toEqual({
      '.kept': '',
      'derived/d.json': 'new',
      'docs/index.html': 'kept',
      'search.js': 'new',
      'src/a.js': 'new',
      'src/deep/c.js': 'new',
    });
  });

  test('that fails changes nothing, and leaves nothing', async () => {
    write(dist, { 'src/a.js': 'old' });
    const failed = buildInto(dist, async ({ out }) => {
      write(out, { 'src/a.js': 'half' });
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    expect(filesOf(dist)).toEqual({ 'src/a.js': 'old' });
    expect(readdirSync(dist)).toEqual(['src']);
  });

  test('keeps what another build added meanwhile', async () => {
    write(dist, { 'src/a.js': 'old' });
    age();
    await buildInto(dist, async ({ out }) => {
      write(out, { 'src/a.js': 'one' });
      await buildInto(dist, async (other) => write(other.out, { 'src/a.js': 'two', 'src/added.js': 'two' }));
    });
    expect(filesOf(dist)).toEqual({ 'src/a.js': 'one', 'src/added.js': 'two' });
  });
});

/** 100 files, each with its number and the name of the build. */
const filesNamed = (name: string) =>
  Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`src/${index % 2 ? 'deep/' : ''}${index}.js`, index + name]),
  );

/** A program that builds them. */
const builder = (name: string, then = '') => `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { buildInto } from ${JSON.stringify(resolve('scripts/build/folder.ts'))};
  const [dist] = process.argv.slice(1);
  await buildInto(dist, async ({ out }) => {
    mkdirSync(out + '/src/deep', { recursive: true });
    for (const [file, text] of Object.entries(${JSON.stringify(filesNamed(name))})) writeFileSync(out + '/' + file, text);
    ${then}
  });
`;

function run(program: string) {
  const options = ['--conditions=payment-gateway-source', '--import', 'ts-blank-space/register'];
  const child = spawn(process.execPath, [...options, '--input-type=module', '--eval', program, dist], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'close') };
}

describe('processes that build at the same time', () => {
  test('all succeed, and a program finds every file whole at every moment', async () => {
    await buildInto(dist, async ({ out }) => write(out, filesNamed('first')));
    const running = ['a', 'b'].map((name) => run(builder(name)).ended);
    let hasEnded = false;
    const all = Promise.all(running).finally(() => {
      hasEnded = true;
    });
    let reads = 0;
    while (!hasEnded) {
      const texts = Object.keys(filesNamed('')).map((name) => readFileSync(join(dist, name), 'utf8'));
      expect(texts.filter((text, index) => !['first', 'a', 'b'].some((name) => text === index + name))).toEqual([]);
      reads++;
      await new Promise((done) => setTimeout(done, 5));
    }
    expect((await all).map(([code]) => code)).toEqual([0, 0]);
    expect(reads).toBeGreaterThan(0);
    expect(readdirSync(dist)).toEqual(['src']);
    expect(Object.keys(filesOf(dist))).toHaveLength(100);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'one that %s ends leaves nothing',
    { tags: 'long' },
    async (signal) => {
      const { child, ended } = run(
        builder('a', "console.log('half'); await new Promise((done) => setTimeout(done, 1e6));"),
      );
      await once(child.stdout, 'data');
      expect(readdirSync(dist)).toEqual([expect.stringMatching(/^build-/)]);
      child.kill(signal);
      const [code] = await ended;
      expect(code).toBeGreaterThan(128);
      expect(readdirSync(dist)).toEqual([]);
    },
  );

  test('what one leaves that was killed, the next one removes', { tags: 'long' }, async () => {
    const { child, ended } = run(
      builder('a', "console.log('half'); await new Promise((done) => setTimeout(done, 1e6));"),
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(dist)).toEqual([expect.stringMatching(/^build-/)]);
    await buildInto(dist, async ({ out }) => write(out, filesNamed('b')));
    expect(readdirSync(dist)).toEqual(['src']);
  });
});

test('folders of running processes, and what only resembles them, stay', () => {
  const other = ownFolder(dist, 'build');
  write(dist, { 'build-notes': '', 'build-999999999-x': '', 'other-999999999-abcdef/file': '' });
  write(dist, { 'build-999999999-abcdef/file': '' });
  const own = ownFolder(dist, 'build');
  expect(existsSync(join(dist, 'build-999999999-abcdef'))).toBe(false);
  expect(own.path).not.toBe(other.path);
  own.remove();
  other.remove();
  expect(readdirSync(dist).sort()).toEqual(['build-999999999-x', 'build-notes', 'other-999999999-abcdef']);
});
