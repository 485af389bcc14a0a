/**
 * Each read, write, sync and removal of a state file fails once, or from then on: acknowledged writes survive, and every write is whole or absent.
 * strace answers the calls. What SQLite reads and writes in shared memory (the -shm file) makes no call, so it cannot fail here.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { programPath, programs } from '../../../test/programs.ts';
import { START } from '../../src/stores/store.ts';
import { connect, stores, temporaryFiles } from '../stores/stores.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const CHILD = [`${root}/sandbox/test/trust/commits.mjs`, `${root}/sandbox/dist/src/stores/index.js`];

const COMMITS = 6;

/** After the first ones, one call of so many fails. `npm run check -- io-errors --long` lets each fail. */
const STEP = Number(process.env.TRUST_STEP ?? 8);

/** What SQLite asks of the system, and what a failing disk answers. A state file is never renamed: SQLite removes its journal instead. */
const FAULTS = [
  ['pread64', 'EIO'],
  ['pwrite64', 'EIO'],
  ['pwrite64', 'ENOSPC'],
  ['fdatasync,fsync', 'EIO'],
  ['ftruncate', 'EIO'],
  ['openat', 'EIO'],
  ['unlink', 'EIO'],
] as const;

// A tag inside of another one would replace it.
describe.runIf(programs.sqlite.path)('The state file on a failing disk', { tags: 'strace' }, tests);

function tests(): void {
  beforeAll(() => built('compiled'));
  const files = temporaryFiles();
  const open = stores();

  /** Runs the commits, and returns their output and the calls that strace saw on the file and its neighbors. */
  async function commit(file: string, ...options: readonly string[]) {
    const log = `${file}.log`;
    const paths = ['', '-wal', '-shm', '-journal'].flatMap((suffix) => ['-P', file + suffix]);
    const command = [process.execPath, '--no-warnings', ...CHILD, file, String(COMMITS)];
    const { stdout } = await promisify(execFile)(programPath('strace'), [
      ...['-f', '-y', '-qq', '-o', log, ...paths, ...options],
      ...command,
    ]);
    return { lines: stdout.trimEnd().split('\n'), calls: readFileSync(log, 'utf8').trimEnd().split('\n') };
  }

  async function problemsAfter(file: string, lines: readonly string[]): Promise<string[]> {
    const errors = lines.filter((line) => !line.startsWith('kept '));
    const unclear = errors.filter(
      (line) => !/^StoreUnavailable: the state file \S+ cannot be used: [^\n]+$/.test(line),
    );
    const { rows } = await (await open(file)).changes('a', START);
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    const wrong = Array.from({ length: COMMITS }, (_, number) => number).filter((number) => {
      const [one, other] = [values.get(`one/${number}`), values.get(`other/${number}`)];
      const isKept = lines.includes(`kept ${number}`);
      return one !== other || (isKept && one === undefined);
    });
    const connection = connect(file);
    const check = connection.prepare('PRAGMA integrity_check').get()?.integrity_check;
    connection.close();
    return [
      ...unclear.map((line) => `unclear: ${line}`),
      ...wrong.map((number) => `commit ${number} is lost or half there`),
      ...(check === 'ok' ? [] : [`damaged: ${check}`]),
    ];
  }

  test.each(FAULTS)('survives that %s fails with %s [S83]', { timeout: 3_600_000 }, async (call, error) => {
    let reached = 0;
    let isReached = true;
    const problems: string[] = [];
    const failAt = async (number: number, further: '' | '+') => {
      const file = files.next();
      const name = call.split(',')[0];
      const inject = `inject=${call}:error=${error}:when=${number}${further}`;
      const { lines, calls } = await commit(file, '-e', `trace=${call}`, '-e', inject);
      if (!calls.some((line) => line.includes('(INJECTED)'))) {
        isReached = false;
        return;
      }
      reached++;
      const found = await problemsAfter(file, lines);
      problems.push(...found.map((problem) => `${name} ${number}${further} ${error}: ${problem}`));
    };
    // The first calls open the file. Each one fails.
    for (let number = 1; isReached; number += number < 8 ? 1 : STEP)
      await Promise.all([failAt(number, ''), failAt(number, '+')]);
    expect(problems).toEqual([]);
    console.log(`${call} failed with ${error} in ${reached} runs`);
  });

  test('is synced before pages move from the log into it, and before the log is removed', async () => {
    const file = files.next();
    const { lines, calls } = await commit(file, '-e', 'trace=pwrite64,fdatasync,fsync,unlink,ftruncate');
    expect(lines).toHaveLength(COMMITS);
    const unsynced = new Set<string>();
    const early: string[] = [];
    let moved = 0;
    for (const line of calls) {
      const [, call, path = ''] = /(\w+)\((?:\d+<)?"?([^>",]*)/.exec(line) ?? [];
      const part = path.slice(file.length) || 'file';
      if (call === 'fdatasync' || call === 'fsync') unsynced.delete(part);
      if (call === 'pwrite64' && part === 'file' && unsynced.has('-wal')) early.push(line);
      if (call === 'pwrite64' && part === 'file') moved++;
      if ((call === 'unlink' || call === 'ftruncate') && part === '-wal' && unsynced.has('file')) early.push(line);
      if (call === 'pwrite64') unsynced.add(part);
    }
    expect(moved).toBeGreaterThan(COMMITS);
    expect(early).toEqual([]);
  });
}
