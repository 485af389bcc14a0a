import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { flagOf, type OptionTable } from '../../core/src/util/option-table.js';
import { SANDBOX_OPTIONS } from '../../sandbox/src/options/sandbox-options.js';
import { cli, programs, run } from './in-process.ts';

/** Invalid values for each option that takes a value. */
const BAD: Readonly<Record<string, readonly string[]>> = {
  port: ['x', '-1', '65536', '1.5'],
  host: ['a b', ' ', 'x'.repeat(100_000)],
  log: ['loud'],
  token: ['two words'],
  seed: [''],
  latency: ['-1', '60001', 'NaN'],
  'failure-rate': ['1.1', '-0.1', 'x'],
  'allow-host': ['a:1', 'http://a'],
  'journal-bytes': ['-1', '1.5'],
  'request-timeout': ['0', '1.5'],
  clock: ['yesterday', '2026-13-01'],
  webhook: ['nowhere', 'ftp://127.0.0.1/', 'http://8.8.8.8/'],
  state: ['redis://', 'redis://127.0.0.1/0?x=1'],
  keep: ['0', '1.5'],
  'keep-accounts': ['0', 'x'],
  'snapshot-bytes': ['0', 'x'],
  settle: ['soon', '1', '9999y'],
  'pix-paid-after': ['soon', '-1s'],
  'pix-expires-after': ['soon', ''],
  'boleto-grace-days': ['-1', '3651', '1.5'],
  accounts: ['two'],
  'public-url': ['nowhere', 'http://a/?b'],
};

const cases = Object.entries(SANDBOX_OPTIONS as OptionTable).flatMap(([key, option]) => {
  const name = flagOf(key, option);
  if (name === undefined) return [];
  // Every option needs invalid values, so this fails for a new option without them.
  const values = option.type === 'boolean' ? ['yes'] : (BAD[name] ?? ['no bad value is listed']);
  return values.map((value) => ({ name, value }));
});

afterEach(() => vi.unstubAllEnvs());

describe('an invalid value prints one line that begins with the option as typed', () => {
  test.each(cases)('start --$name=$value', async ({ name, value }) => {
    const { code, stderr } = await cli('start', `--${name}=${value}`);
    expect(stderr).toMatch(new RegExp(`^payment-gateway-sandbox: --${name}[: ].+\n$`));
    expect(code).toBe(1);
  });
});

test('all invalid values are reported at once', async () => {
  const given = Object.entries(BAD).map(([name, [value]]) => `--${name}=${value}`);
  const { stderr } = await cli('start', ...given);
  const named = stderr.split('\n').flatMap((line) => /^payment-gateway-sandbox: --([\w-]+)/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual(Object.keys(BAD).sort());
});

test('the error for a bad state from the environment names the variable, and hides the password', async () => {
  vi.stubEnv('PAYMENT_GATEWAY_STATE', 'redis://user:S3CR3T@127.0.0.1/x');
  const { code, stderr } = await cli('start');
  expect(stderr).toMatch(/^payment-gateway-sandbox: PAYMENT_GATEWAY_STATE: must be .+\n$/);
  expect([code, stderr.includes('S3CR3T')]).toEqual([1, false]);
});

test.each(['yesterday', '{}', '5', 'P'])('advance %s explains what the duration must be', async (word) => {
  const { code, stderr } = await cli('advance', word);
  expect(stderr).toBe('payment-gateway-sandbox: <duration>: a duration is written like 31d, 12h, 90s, 1mo or P1M\n');
  expect(code).toBe(1);
});

describe('the help of a command', () => {
  const _help = (columns: number) => {
    const before = process.stdout.columns;
    process.stdout.columns = columns;
    return cli('start', '--help').finally(() => {
      process.stdout.columns = before;
    });
  };

  test('fits 80 columns for every command', async () => {
    for (const program of Object.values(programs)) {
      for (const args of [[], ...Object.keys(program.commands).map((name) => [name])]) {
        const { stdout } = await run(program, [...args, '--help']);
        const long = stdout.split('\n').filter((line) => line.length > 80);
        expect(long, `${program.name} ${args.join(' ')}`).toEqual([]);
      }
    }
  });

  test('explains the argument, keeps an option with its value, and names a default in MiB', async () => {
    const help = async (...args: string[]) => (await cli(...args, '--help')).stdout;
    expect(await help('pay')).toMatch(/^ {2}<id> +the id of a transaction, link or subscription$/m);
    expect(await help('advance')).toMatch(/^ {2}<duration> +like 31d, .* the units are/ms);
    expect(await help('authenticate')).toContain('\n    --outcome <approved|declined|timed_out> [options]\n');
    expect(await help('fault')).toMatch(/^ {2}--after commit {2}/m);
    expect((await help('start')).replace(/\s+/g, ' ')).toContain('(default: 67108864, which is 64 MiB)');
  });

  test('of an act has its own text for an option that several acts take', async () => {
    const amounts: (string | undefined)[] = [];
    for (const act of ['pay', 'capture', 'refund']) {
      const { stdout } = await cli(act, '--help');
      const [, help] = /--amount <centavos>([\s\S]*?)\n {2}--/.exec(stdout) ?? [];
      amounts.push(help?.replace(/\s+/g, ' ').trim());
    }
    expect(new Set(amounts).size).toBe(amounts.length);
    expect(amounts.every((text) => text?.includes('if omitted'))).toBe(true);
  });

  test('is suggested for an unknown command', async () => {
    const { code, stderr } = await cli('lisn');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'payment-gateway-sandbox: lisn: is not a command; did you mean list? npx payment-gateway-sandbox --help lists the commands\n',
    );
  });
});

test('no text tells npx to look up the short name, which another package could take', () => {
  const folders = [
    'src',
    'scripts',
    'sandbox/src',
    'sandbox/pages',
    'sandbox/skills',
    'sandbox/testing',
    'verify/src',
    '.github',
  ];
  const texts = ['README.md', 'LEIAME.md', 'SECURITY.md', 'CONTRIBUTING.md'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.startsWith(join('scripts', 'test'))),
  );
  expect(files.length).toBeGreaterThan(100);
  const named = [...texts, ...files].filter((file) =>
    /npx (?:--yes )?payment-gateway(?!-(?:contract|sandbox|verify))/.test(readFileSync(file, 'utf8')),
  );
  expect(named).toEqual([]);
});
