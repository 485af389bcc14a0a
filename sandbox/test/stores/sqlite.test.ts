import { execFile } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { programs } from '../../../test/programs.ts';
import { forgetState, openStore, StateVersionError, StoreUnavailable } from '../../src/stores/index.js';
import { START, STORE_VERSION } from '../../src/stores/store.js';
import { type Connection, commitTo, connect, describeSqlite, put, sqlite, stores, temporaryFiles } from './stores.js';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Returns the lines that `child.ts` prints. `shell` runs before, for example to set limits. */
async function linesOfChild(file: string, count: number, shell: string): Promise<string[]> {
  const node = [process.execPath, '--no-warnings', '--import', './scripts/typescript.mjs', CHILD];
  const command = ['-c', `${shell}; exec "$@"`, 'sh', ...node, file, String(count)];
  const { stdout } = await promisify(execFile)('sh', command);
  return stdout.trim().split('\n');
}

test.skipIf(programs.sqlite.path)(
  'A Node without node:sqlite refuses a state file and says which version has it',
  async () => {
    await expect(openStore('/nowhere/state.db')).rejects.toThrow(/^a state file needs Node 22\.13 or newer[^\n]*$/);
  },
);

describeSqlite('A state file', () => {
  const files = temporaryFiles();
  const open = stores();

  test('on a full disk: commits fail with one line, nothing is half written, and later commits succeed', async () => {
    const file = files.next();
    // A limit on file sizes fails like a full disk.
    const lines = await linesOfChild(file, 1e9, "trap '' XFSZ; ulimit -f 4096");
    expect(lines.pop()).toMatch(/^StoreUnavailable: the state file \S+ cannot be used: the disk is full[^\n]*$/);
    expect(lines.length).toBeGreaterThan(10);
    const store = await open(file);
    const changes = await store.changes('a', START);
    expect([changes.sequence, changes.rows.length]).toEqual([lines.length, lines.length + 1]);
    await commitTo(store, changes, [put('more')]);
    const connection = connect(file);
    expect(connection.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    connection.close();
  });

  test('uses synchronous NORMAL and a write-ahead log, which the published figures assume', async () => {
    const { DatabaseSync } = sqlite();
    const { exec } = DatabaseSync.prototype;
    const opened = new Set<Connection>();
    // The mode belongs to the connection, so another connection cannot read it from the file.
    DatabaseSync.prototype.exec = function (sql) {
      opened.add(this);
      exec.call(this, sql);
    };
    try {
      await commitTo(await open(files.next()), START, [put('a')]);
    } finally {
      DatabaseSync.prototype.exec = exec;
    }
    const modes = [...opened].map((connection) => [
      connection.prepare('PRAGMA synchronous').get(),
      connection.prepare('PRAGMA journal_mode').get(),
    ]);
    // 0 is OFF, which loses commits in a power failure. 2 is FULL, which waits for the disk.
    expect(modes).toEqual([[{ synchronous: 1 }, { journal_mode: 'wal' }]]);
  });

  test('that is read-only is refused with one line', async () => {
    const file = files.next();
    const store = await open(file);
    const at = await commitTo(store, START, [put('a')]);
    await store.close();
    chmodSync(file, 0o444);
    // The superuser may write to any file, so another user opens it.
    const isSuperuser = process.getuid?.() === 0;
    if (isSuperuser) chmodSync(dirname(file), 0o777);
    const shell = isSuperuser ? 'set -- setpriv --reuid 65534 --clear-groups "$@"' : ':';
    expect(await linesOfChild(file, 1, shell)).toEqual([
      expect.stringMatching(/^StoreUnavailable: the state file \S+ cannot be used: it cannot be written to[^\n]*$/),
    ]);
    chmodSync(file, 0o644);
    expect(await (await open(file)).changes('a', at)).toMatchObject({ ...at, rows: [] });
  });

  test('that is damaged fails with one line', async () => {
    const file = files.next();
    const store = await open(file);
    const rows = Array.from({ length: 2000 }, (_, index) => put(`row/${index}`, 'x'.repeat(200)));
    await commitTo(store, START, rows);
    await store.close();
    const handle = openSync(file, 'r+');
    for (let page = 1; page * 4096 < statSync(file).size; page++)
      writeSync(handle, Buffer.alloc(4000, page), 0, 4000, page * 4096);
    closeSync(handle);
    const failure = await open(file)
      .then((damaged) => damaged.changes('a', START))
      .then(
        () => expect.fail('it did not fail'),
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).toMatch(/: the state file \S+ cannot be used: it is damaged[^\n]*$/);
  });

  test('of another version or of another program, or without a database, is refused in one line and left unchanged', async () => {
    const newer = files.next();
    await (await open(newer)).close();
    const connection = connect(newer);
    connection.exec(`PRAGMA user_version = ${STORE_VERSION + 1}`);
    connection.close();
    const older = files.next();
    const former = connect(older);
    former.exec('CREATE TABLE objects (id); PRAGMA application_id = 0x70676373; PRAGMA user_version = 2');
    former.close();
    const foreign = files.next();
    const program = connect(foreign);
    program.exec('CREATE TABLE notes (text)');
    program.close();
    const text = files.next();
    writeFileSync(text, 'This text is long enough for the header of a file.\n'.repeat(20));
    const onlyThis = `but this version of the package reads only version ${STORE_VERSION}`;
    for (const [file, type, message] of [
      [newer, StateVersionError, `has state version ${STORE_VERSION + 1}, ${onlyThis}`],
      [older, StateVersionError, `has state version 2, ${onlyThis}`],
      [foreign, StateVersionError, 'is a SQLite file of another program'],
      [text, StoreUnavailable, 'it is not a state file of the sandbox: use a new file'],
    ] as const) {
      const before = readFileSync(file);
      const failure = await open(file).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(type);
      expect(String(failure)).toContain(message);
      expect(String(failure)).toMatch(/^[^\n]+$/);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
    await expect(forgetState(foreign)).rejects.toThrow('is not a state file of the sandbox, and was not removed');
    for (const file of [newer, older]) expect(await forgetState(file)).toBe(`removed ${file}`);
    expect(await forgetState(older)).toBe(`there is no file ${older}`);
  });

  test('that another process locks fails after a time-out without blocking the event loop, then works again', async () => {
    const file = files.next();
    const store = await open(file);
    const at = await commitTo(store, START, [put('a')]);
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticker = setInterval(() => ticks++, 5);
    const committing = store.commit('a', at, [put('b')], { wake: undefined });
    expect((await store.changes('a', START)).rows).toEqual([put('a')]);
    await expect(committing).rejects.toThrow(/^the state file \S+ cannot be used: another process keeps it locked$/);
    await expect(committing).rejects.toBeInstanceOf(StoreUnavailable);
    clearInterval(ticker);
    expect(ticks).toBeGreaterThan(10);
    setTimeout(() => other.exec('ROLLBACK'), 200);
    expect((await commitTo(store, at, [put('b')])).sequence).toBe(2);
    other.close();
  });

  test('is neither read nor written after it, or a file next to it, was moved, removed or replaced', async () => {
    for (const change of [
      (file: string) => renameSync(file, `${file}.moved`),
      (file: string) => rmSync(file),
      (file: string) => writeFileSync(`${file}.new`, '') === renameSync(`${file}.new`, file),
      (file: string) => rmSync(`${file}-wal`),
      (file: string) => rmSync(`${file}-shm`),
      (file: string) => ['-wal', '-shm'].map((suffix) => rmSync(file + suffix)),
    ]) {
      const file = files.next();
      const store = await open(file);
      const at = await commitTo(store, START, [put('a')]);
      change(file);
      for (const call of [store.commit('a', at, [put('b')], { wake: undefined }), store.changes('a', at)]) {
        await expect(call).rejects.toBeInstanceOf(StoreUnavailable);
        await expect(call).rejects.toThrow(/ was moved or replaced: restart the sandbox$/);
      }
      // Another process creates the missing files.
      await openStore(file).then(
        (other) => other.close(),
        () => {},
      );
      await expect(store.changes('a', at)).rejects.toThrow(/restart the sandbox$/);
    }
  });

  test('is readable only for its owner, with the files next to it, also if it existed [S20]', async () => {
    const file = files.next();
    await commitTo(await open(file), START, [put('a')]);
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    await open(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('goes on from its last commit, even if the clock was set back since', async () => {
    const file = files.next();
    const { now } = Date;
    const ahead = now() + 3_600_000;
    Date.now = () => ahead;
    try {
      await commitTo(await open(file), START, [put('a')]);
    } finally {
      Date.now = now;
    }
    expect((await (await open(file)).changes('a', START)).now).toBeGreaterThanOrEqual(ahead);
  });

  test('ends a turn that is too long, because the clock was set back', async () => {
    const file = files.next();
    const store = await open(file);
    const at = await commitTo(store, START, [put('a')]);
    const connection = connect(file);
    connection.exec(`UPDATE accounts SET turn = 'ended', turn_until = ${Date.now() + 3_600_000}`);
    connection.close();
    expect(await store.commit('a', at, [put('b')], { wake: undefined })).toMatchObject({ ok: true });
  });
});
