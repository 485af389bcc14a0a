/**
 * The programs that some tests need. Each is a tag: `describe('in Chromium', { tags: 'chromium' }, …)`. Vitest skips the tests of a program that is
 * missing, and `test/skipped-reporter.ts` prints a line about them at the end. Only the PATH counts, so a run with another PATH behaves like another machine.
 */
import { spawnSync } from 'node:child_process';
import { chromiumPath, findProgram } from '../scripts/find-program.ts';

export interface Program {
  /** What the summary calls the tests. */
  readonly tests: string;
  /** Where the program is, or `undefined`. */
  readonly path: string | undefined;
  readonly missing: string;
  /** The Debian package to install. Without one, `REQUIRE_PROGRAMS` does not require the program. */
  readonly debian?: string;
}

const strace = findProgram('strace');

export const programs = {
  chromium: {
    tests: 'browser',
    path: chromiumPath(),
    missing: process.env.WITHOUT_BROWSER ? 'WITHOUT_BROWSER is set' : 'Chromium not found',
    debian: 'chromium',
  },
  redis: {
    tests: 'Redis',
    path: findProgram('redis-server', 'valkey-server'),
    missing: 'redis-server or valkey-server not found',
    debian: 'redis-server',
  },
  nginx: { tests: 'load balancer', path: findProgram('nginx'), missing: 'nginx not found', debian: 'nginx-light' },
  php: { tests: 'PHP', path: findProgram('php'), missing: 'php not found', debian: 'php-cli' },
  phpSqlite: {
    tests: 'PHP database',
    path: hasSqlite(findProgram('php')) ? findProgram('php') : undefined,
    missing: 'php with pdo_sqlite not found',
    debian: 'php-sqlite3',
  },
  python: { tests: 'Python', path: findProgram('python3'), missing: 'python3 not found', debian: 'python3' },
  pytest: {
    tests: 'pytest',
    path: findProgram('pytest', 'pytest-3'),
    missing: 'pytest not found',
    debian: 'python3-pytest',
  },
  phpunit: { tests: 'PHPUnit', path: findProgram('phpunit'), missing: 'phpunit not found', debian: 'phpunit' },
  bash: { tests: 'bash', path: findProgram('bash'), missing: 'bash not found' },
  zsh: { tests: 'zsh', path: findProgram('zsh'), missing: 'zsh not found', debian: 'zsh' },
  fish: { tests: 'fish', path: findProgram('fish'), missing: 'fish not found', debian: 'fish' },
  // Debian has no package.
  powershell: { tests: 'PowerShell', path: findProgram('pwsh'), missing: 'pwsh not found' },
  curl: { tests: 'curl', path: findProgram('curl'), missing: 'curl not found', debian: 'curl' },
  tar: { tests: 'release', path: findProgram('tar'), missing: 'tar not found', debian: 'tar' },
  openssl: { tests: 'TLS', path: findProgram('openssl'), missing: 'openssl not found', debian: 'openssl' },
  strace: {
    tests: 'failing disk',
    path: mayTrace(strace) ? strace : undefined,
    missing: strace ? 'strace may not trace processes here' : 'strace not found',
    // Installing it again does not help a container that forbids tracing.
    ...(!strace && { debian: 'strace' }),
  },
  sqlite: {
    tests: 'SQLite',
    path: process.getBuiltinModule?.('node:sqlite' as 'node:fs') && 'node:sqlite',
    missing: `Node ${process.versions.node} has no node:sqlite`,
  },
} satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

declare module 'vitest' {
  interface TestTags {
    program: ProgramName;
    length: 'long' | 'endurance';
  }
}

/** The path of a program. Throws if it is missing: call it only in a test with its tag. */
export function programPath(name: ProgramName): string {
  const { path, missing } = programs[name];
  if (path === undefined) throw new Error(`${missing}: give the test the tag "${name}"`);
  return path;
}

/** The tags for `vitest.config.ts`. Throws if `REQUIRE_PROGRAMS` is set and a Debian package would bring a missing program. */
export function programTags(): { name: ProgramName; description: string; skip: boolean }[] {
  const all = Object.entries(programs) as [ProgramName, Program][];
  const lacking = all.flatMap(([, { path, debian }]) => (path === undefined && debian ? [debian] : []));
  if (process.env.REQUIRE_PROGRAMS && lacking.length > 0) {
    throw new Error(`REQUIRE_PROGRAMS is set, and programs are missing: apt-get install ${lacking.join(' ')}`);
  }
  return all.map(([name, { path, tests }]) => ({ name, description: `${tests} tests`, skip: path === undefined }));
}

/** Whether strace is installed and may trace. Asked once: the workers of Vitest inherit the variable. */
function mayTrace(strace: string | undefined): boolean {
  if (strace === undefined) return false;
  process.env.STRACE_TRACES ??= String(spawnSync(strace, ['-o', '/dev/null', 'true']).status === 0);
  return process.env.STRACE_TRACES === 'true';
}

/** Whether a PHP has the driver of SQLite. Asked once: the workers of Vitest inherit the variable. */
function hasSqlite(php: string | undefined): boolean {
  if (php === undefined) return false;
  process.env.PHP_WITH_SQLITE ??= String(
    spawnSync(php, ['-r', 'exit((int) !extension_loaded("pdo_sqlite"));']).status === 0,
  );
  return process.env.PHP_WITH_SQLITE === 'true';
}
