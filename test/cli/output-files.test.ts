/** The files that options write, in all three programs. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { recordExchanges } from '../../verify/src/index.js';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandLine } from './compiled.ts';
import { cli, programOf } from './in-process.ts';

const folder = temporaryFolder('output-files');
const at = (name: string) => join(folder, name);
const exchange = { request: { method: 'GET', url: 'http://gateway.example/v1/plans' }, response: { status: 401 } };
writeFileSync(at('exchanges'), JSON.stringify(exchange));
const judge = `verify --exchanges ${at('exchanges')}`;
const proxy = 'verify proxy --target http://127.0.0.1:9';
const books = 'verify books --url http://127.0.0.1:9 --orders true';

describe('a file with other content', () => {
  test.each([
    ...['json', 'markdown', 'junit', 'write-evidence'].map((name) => `${judge} --${name}`),
    ...['out', 'evidence'].map((name) => `${proxy} --${name}`),
    ...['json', 'junit'].map((name) => `${books} --${name}`),
    ...['json', 'junit', 'html', 'save'].map((name) => `explore --${name}`),
  ])('stays as it is: %s [S106]', async (line) => {
    const file = at('notes.txt');
    writeFileSync(file, '{"version": 1, "notes": "mine"}');
    const command = line.startsWith('explore') ? ['--', 'true'] : [];

    const { code, stderr } = await cli(...line.split(' '), file, ...command);

    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(
        `^${programOf(line.split(' '))[0].name}: ${line.split(' ').at(-1)}: must be a new or empty file, or one with .*; --force replaces it\\n$`,
      ),
    );
    expect(readFileSync(file, 'utf8')).toBe('{"version": 1, "notes": "mine"}');
  });

  test('is replaced with --force, and content of the kind without it', async () => {
    const file = at('report.json');
    writeFileSync(file, 'notes');
    expect((await cli(...judge.split(' '), '--json', file, '--force')).stderr).toBe('');
    const first = JSON.parse(readFileSync(file, 'utf8'));
    expect((await cli(...judge.split(' '), '--json', file)).stderr).toBe('');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...first, created: expect.any(String) });
    expect((await cli(...judge.split(' '), '--junit', file)).stderr).toContain('--junit: must be a new or empty file');
  });

  test('is not recorded into', () => {
    writeFileSync(at('recording'), 'notes');
    expect(() => recordExchanges(fetch, at('recording'))).toThrow(
      /recording: it has no recorded exchanges; name another/,
    );
    expect(readFileSync(at('recording'), 'utf8')).toBe('notes');
  });

  test('keeps its folder from becoming a copy of the docs', async () => {
    mkdirSync(at('site'));
    writeFileSync(at('site/index.html'), 'my shop');
    expect(await cli('docs', '--out', at('site'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /--out: must be a new or empty folder, or one with the docs; --force writes into it|are not built/,
      ),
    });
    expect(readdirSync(at('site'))).toEqual(['index.html']);
  });
});

test('the same file for two options is refused, also by a link or another path', async () => {
  writeFileSync(at('same'), '');
  symlinkSync(at('same'), at('link'));
  linkSync(at('same'), at('hard'));
  mkdirSync(at('deeper'));
  const cases = [
    [`${judge} --json ${at('new')} --junit ${at('deeper/../new')}`, '--junit: names the same file as --json'],
    [`${judge} --json ${at('same')} --markdown ${at('link')}`, '--markdown: names the same file as --json'],
    [`${proxy} --out ${at('same')} --evidence ${at('hard')}`, '--evidence: names the same file as --out'],
    [`${books} --json ${at('same')} --junit ${at('same')}`, '--junit: names the same file as --json'],
    [
      `verify --url http://127.0.0.1:9 --created ${at('new')} --record ${at('new')}`,
      '--record: names the same file as',
    ],
    [`explore --json ${at('new')} --html ${at('new')} -- true`, '--html: names the same file as --json'],
  ] as const;
  for (const [line, message] of cases)
    expect(await cli(...line.split(' '))).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect((await cli(...judge.split(' '), '--json', '/dev/null', '--junit', '/dev/null')).stderr).toBe('');
});

test.skipIf(process.platform === 'win32')(
  'reports have the mode of the mask, and recordings are for their owner [S62]',
  async () => {
    const [report, recording] = [at('mode.json'), at('mode.jsonl')];
    await cli(...judge.split(' '), '--json', report);
    expect(statSync(report).mode & 0o777).toBe(0o666 & ~process.umask());
    writeFileSync(recording, '');
    chmodSync(recording, 0o644);
    recordExchanges(fetch, recording);
    expect(statSync(recording).mode & 0o777).toBe(0o600);
  },
);

test.runIf(process.platform === 'linux')(
  'a disk that takes no more leaves the earlier report, and nothing beside it',
  { tags: 'long' },
  async () => {
    mkdirSync(at('full'));
    const [report, fresh] = [at('full/report.json'), at('full/fresh.json')];
    expect((await cli(...judge.split(' '), '--json', report)).stderr).toBe('');
    const before = readFileSync(report, 'utf8');
    for (const file of [report, fresh]) {
      const line = [process.execPath, ...commandLine(...judge.split(' '), '--json', file)];
      // Blocks of 512 or 1,024 bytes: less than the report has.
      const limited = promisify(execFile)('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', ...line]);
      await expect(limited).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^payment-gateway-verify: --json: cannot write .*: file too large; name another/),
      });
    }
    expect(readFileSync(report, 'utf8')).toBe(before);
    expect(readdirSync(at('full'))).toEqual(['report.json']);
  },
);
