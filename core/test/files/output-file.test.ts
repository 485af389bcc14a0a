import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { holds, identityOf, jsonKind, junitOf, openPrivate, replaceFile } from '../../src/files/index.js';
import { junitXml } from '../../src/util/index.js';

const folder = temporaryFolder('output-file');
let files = 0;
function newFile(content?: string, mode = 0o644): string {
  const file = join(folder, `file-${files++}`);
  if (content !== undefined) writeFileSync(file, content);
  if (content !== undefined) chmodSync(file, mode);
  return file;
}
const modeOf = (file: string) => statSync(file).mode & 0o777;
const JSON_KIND = jsonKind('a report', 'reports');

describe('a file of a kind', () => {
  test.each([
    ['a new file', undefined, true],
    ['an empty file', '', true],
    ['content of the kind', '{ "format": "reports/1", "more": 1 }', true],
    ['content of the kind after a byte order mark', '\ufeff{\n  "format": "reports" }', true],
    ['other text', 'notes', false],
    ['other JSON', '{ "format": "reports-of-others/1" }', false],
    ['the format in another place', '{ "notes": 1, "format": "reports/1" }', false],
    ['100,000 characters', 'x'.repeat(100_000), false],
  ])('%s', (_, content, expected) => {
    expect(holds(newFile(content), JSON_KIND)).toBe(expected);
  });

  test('JUnit XML is told by its suite', () => {
    const file = newFile(junitXml('books', []));
    expect([holds(file, junitOf('books')), holds(file, junitOf('explore'))]).toEqual([true, false]);
  });

  test.runIf(existsSync('/dev/null'))('a device has no content', () => {
    expect(holds('/dev/null', JSON_KIND)).toBe(true);
  });
});

describe('a replaced file', () => {
  test('has the new content, and keeps its mode; a private one is for its owner only', () => {
    const [usual, executable, secret, fresh] = [newFile('old'), newFile('old', 0o750), newFile('old'), newFile()];
    replaceFile(usual, 'new');
    replaceFile(executable, 'new');
    replaceFile(secret, 'new', { isPrivate: true });
    replaceFile(fresh, 'new', { isPrivate: true });
    expect([usual, executable, secret, fresh].map((file) => readFileSync(file, 'utf8'))).toEqual(Array(4).fill('new'));
    if (process.platform === 'win32') return;
    expect([usual, executable, secret, fresh].map(modeOf)).toEqual([0o644, 0o750, 0o600, 0o600]);
  });

  test('keeps its old content if the new one cannot be written, and nothing is left beside it', () => {
    const below = join(folder, 'full');
    mkdirSync(below);
    const file = join(below, 'report');
    writeFileSync(file, 'old');
    const text = { toString: () => '' } as never; // what no disk takes
    expect(() => replaceFile(file, text)).toThrow(/^cannot write .*; name another place$/);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(below)).toEqual(['report']);
  });

  test('links stay links, and lead to the new content', () => {
    const [target, hard] = [newFile('old'), newFile()];
    const [link, open] = [newFile(), newFile()];
    symlinkSync(target, link);
    symlinkSync(join(folder, 'of-link'), open);
    linkSync(target, hard);
    replaceFile(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([target, hard].map((file) => readFileSync(file, 'utf8'))).toEqual(['new', 'new']);
    replaceFile(hard, 'newer');
    expect(readFileSync(target, 'utf8')).toBe('newer');
    replaceFile(open, 'made');
    expect(readFileSync(join(folder, 'of-link'), 'utf8')).toBe('made');
  });

  test.runIf(existsSync('/dev/stdout'))('a device is written as it is', () => {
    replaceFile('/dev/null', 'text', { isPrivate: true });
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(modeOf('/dev/null')).not.toBe(0o600);
  });
});

test.skipIf(process.platform === 'win32')('a file to append to is for its owner only, also if it existed', () => {
  const file = newFile('old');
  openPrivate(file, 'a');
  expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o600, 'old']);
});

test('paths that lead to one file have one identity, and a device has none', () => {
  const [file, link, hard] = [newFile('x'), newFile(), newFile()];
  symlinkSync(file, link);
  linkSync(file, hard);
  expect(
    new Set([file, link, hard, `${folder}/../${folder.split('/').at(-1)}/${file.split('/').at(-1)}`].map(identityOf))
      .size,
  ).toBe(1);
  const fresh = newFile();
  expect(identityOf(`${folder}/./${fresh.split('/').at(-1)}`)).toBe(identityOf(fresh));
  expect(identityOf(newFile())).not.toBe(identityOf(fresh));
  if (existsSync('/dev/null')) expect(identityOf('/dev/null')).toBeUndefined();
});
