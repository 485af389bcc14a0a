import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { built } from '../built/built.ts';
import { listen } from '../listen.ts';
import { some } from '../property-runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandLine } from './compiled.ts';
import { cli, contract, programOf, programs, run } from './in-process.ts';

const folder = temporaryFolder('gateway-mistakes');
const missing = join(folder, 'missing', 'file');
const directory = join(folder, 'directory');
mkdirSync(directory);
writeFileSync(join(folder, 'text'), 'x');
/** A link to itself. */
const loop = join(folder, 'loop');
symlinkSync('loop', loop);

/** A named pipe without a writer or a reader. */
const pipe = join(folder, 'pipe');
const hasPipe = spawnSync('mkfifo', [pipe]).status === 0;

/** The commands of all programs, as `cli` takes them. */
const commands = ['docs', ...Object.keys(programs.sandbox.commands), 'verify'];

test.each(commands)('%s reports a long unknown option and a stray long word in short lines', async (command) => {
  const long = 'x'.repeat(100_000);
  const { code, stderr } = await cli(command, `--${long}`, '1', long, '2');
  expect(code).toBe(['verify', 'explore'].includes(command) ? 2 : 1);
  expect(stderr).toMatch(/^(payment-gateway-(?:contract|sandbox|verify): .{1,1001}\n)+$/);
  expect(stderr).not.toContain('did you mean --?');
});

test.each(
  Object.values(programs).flatMap((program) => Object.keys(program.commands).map((name) => ({ program, name }))),
)('$program.name: help $name prints the help of the command', async ({ program, name }) => {
  const { stdout } = await run(program, ['help', name]);
  expect(stdout).toBe((await run(program, [name, '--help'])).stdout);
  expect(stdout.startsWith(`npx ${program.name} `)).toBe(true);
  expect(stdout).not.toMatch(/undefined|\n{3}/);
});

describe('a command of another package', () => {
  test('is named by the sandbox', async () => {
    expect((await run(programs.sandbox, ['mock'])).stderr).toContain('npx payment-gateway-contract --help');
    expect((await run(programs.sandbox, ['verify', '--har'])).stderr).toContain('npx payment-gateway-verify --help');
  });
});

describe('a word that is no file and near a command', () => {
  const { sandbox, verify } = programs;
  test.each([
    [contract, 'dosc', 'docs'],
    [contract, 'help mokc', 'mock'],
    [sandbox, 'help refnd', 'refund'],
    [sandbox, '--port 0 evnets', 'events'],
    [verify, '--rate 5 bokos --url http://127.0.0.1:9', 'books'],
    [verify, 'first.har bokos --har', 'books'],
    [verify, '--har bokos', 'books'],
  ] as const)('%#: %o %s gets "did you mean"', async (program, line, meant) => {
    const { code, stderr } = await run(program, line.split(' '));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${program.name}: \\w+: is not a command; did you mean ${meant}\\? npx .*\n$`));
  });

  test('a command after options is named as one, and a file of such a name is read', async () => {
    expect((await run(verify, ['--url', 'http://127.0.0.1:9', 'books'])).stderr).toBe(
      'payment-gateway-verify: books: is a command, which comes before all options: npx payment-gateway-verify books --help\n',
    );
    const file = join(folder, 'books');
    writeFileSync(file, '{}');
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await run(verify, ['--har', file])).stderr).toContain('is not a HAR file');
  });
});

describe('without a command', () => {
  test('the sandbox and verify read the options of their usual command', async () => {
    expect((await run(programs.sandbox, ['--port', 'x'])).stderr).toMatch(/^payment-gateway-sandbox: --port: /);
    expect((await run(programs.verify, ['missing.har', '--rate', 'x'])).stderr).toMatch(
      /^payment-gateway-verify: --rate: /,
    );
  });

  test('the contract prints its help and fails', async () => {
    const { code, stdout } = await cli('contract');
    expect([code, stdout]).toEqual([1, (await cli('contract', '--help')).stdout]);
  });
});

describe('a wrong path names its option, before the command starts', () => {
  const inputs = [
    'start --scenario',
    'assumptions --from',
    'fault any reset --from',
    'explore --replay',
    ...['exchanges', 'report', 'accept', 'compare', 'clean-up', 'resume'].map((name) => `verify --${name}`),
  ];
  const outputs = [
    ...['json', 'markdown', 'junit', 'write-evidence', 'created', 'record'].map(
      (name) => `verify --exchanges ${folder}/text --${name}`,
    ),
    ...['out', 'evidence'].map((name) => `verify proxy --target http://127.0.0.1:9 --${name}`),
    ...['json', 'junit'].map((name) => `verify books --url http://127.0.0.1:9 --orders true --${name}`),
    ...['save', 'json', 'junit', 'html'].map((name) => `explore --${name}`),
  ];
  const news = ['verify --url http://127.0.0.1:9 --created', 'verify --url http://127.0.0.1:9 --record'];
  const below = join(folder, 'text', 'below');
  const READ = 'a file that exists and that you may read';
  const WRITE = 'a file in a folder that exists';
  const rows: [lines: string[], path: string, be: string][] = [
    ...[missing, loop, below].map((path): [string[], string, string] => [inputs, path, READ]),
    ...[missing, below].map((path): [string[], string, string] => [outputs, path, WRITE]),
    [[...inputs, ...outputs], directory, 'a file, not a folder'],
    [hasPipe ? [...inputs, ...outputs] : [], pipe, 'a file, not a named pipe'],
    [inputs, '/dev/zero', 'a file, not a device'],
    [news, join(folder, 'text'), 'a new file; this one exists already'],
  ];
  const each = rows.flatMap(([lines, path, be]) => lines.map((line) => [line, path, be] as const));
  test.each(each)('%s %s', async (line, path, be) => {
    const command = line.startsWith('explore') ? ['--', 'true'] : [];
    const { code, stderr } = await cli(...line.split(' '), path, ...command);
    const option = line.split(' ').at(-1);
    expect(stderr).toBe(`${programOf(line.split(' '))[0].name}: ${option}: must be ${be}\n`);
    expect(code).toBe(/^(verify|explore)/.test(line) ? 2 : 1);
  });
});

describe('an input that has another content names its option, the file and what to pass', () => {
  const half = join(folder, 'half.json');
  writeFileSync(half, '{"log": {"entries": [{"request": ');
  const empty = join(folder, 'empty');
  writeFileSync(empty, '');
  /** As PowerShell writes texts. */
  const utf16 = join(folder, 'utf16');
  writeFileSync(utf16, Buffer.from('\ufeff{"log": 1}', 'utf16le'));
  const encoded = 'it is not UTF-8 text; pass another file';
  const recorded = 'pass a file of recordExchanges or --record';
  test.each([
    ['verify --har', half, 'is not JSON, or only a part of it; save the HAR file again'],
    ['verify --har', empty, 'is not JSON, or only a part of it; save the HAR file again'],
    ['verify --har', missing, 'no such file or directory; pass another file'],
    ['verify --har', directory, 'illegal operation on a directory; pass another file'],
    ['verify --har', loop, 'too many symbolic links encountered; pass another file'],
    ...['--har', '--report', '--exchanges x --accept', '--exchanges x --compare'].map((words) => [
      `verify ${words}`,
      utf16,
      encoded,
    ]),
    ['verify --exchanges', half, recorded],
    ['verify --exchanges', empty, 'has no exchange with a response; record again'],
    ['verify --url http://127.0.0.1:9 --resume', half, recorded],
    ['verify --url http://127.0.0.1:9 --clean-up', half, 'pass the file of its --created'],
    ['verify --report', half, 'is not JSON; pass a file that --json wrote'],
    ['verify --exchanges x --compare', half, 'is not JSON; pass a file that --json wrote'],
    ['start --port 0 --scenario', utf16, 'it is not UTF-8 text'],
    ['start --port 0 --scenario', half, 'must be sufficiently indented and end with a }'],
    ['fault any --from', half, 'has no exchange; it must be a HAR file, or have {"request", "response"} on each line'],
    ['fault any 503 --body', `@${utf16}`, encoded],
    ['fault any 503 --body', `@${missing}`, 'no such file or directory; pass another file'],
    [
      'assumptions --from',
      half,
      'is not a line that a sandbox of this version wrote; remove the file and run the tests again',
    ],
    ['start --as', half, 'a file that verify --json wrote and that you may read'],
    ['trigger transaction.created --to http://127.0.0.1:9 --data', half, 'or a file that contains one'],
  ])('%s %s', async (line, path, problem) => {
    vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'any');
    onTestFinished(() => void vi.unstubAllEnvs());
    const words = line.replace('--exchanges x', `--exchanges ${join(folder, 'text')}`).split(' ');
    const { code, stderr } = await cli(...words, path);
    const [first = ''] = stderr.split('\n');
    expect(first.startsWith(`${programOf(words)[0].name}: ${words.at(-1)}: `)).toBe(true);
    expect(first.endsWith(problem)).toBe(true);
    expect(code).toBe(line.startsWith('verify') ? 2 : 1);
  });
});

test('a write through a link to nothing creates the file that it names', async () => {
  const link = join(folder, 'link-to-new');
  symlinkSync('new', link);
  const exchange = { request: { method: 'GET', url: 'http://gateway.example/v1/plans' }, response: { status: 401 } };
  writeFileSync(join(folder, 'exchanges'), JSON.stringify(exchange));
  await cli('verify', '--exchanges', join(folder, 'exchanges'), '--json', link);
  expect(existsSync(join(folder, 'new'))).toBe(true);
});

test.runIf(existsSync('/dev/full'))('a full disk names the option', async () => {
  await built('pages'); // The report in HTML has their style.
  for (const name of some(['json', 'html', 'junit'])) {
    const { code, stderr } = await cli('explore', `--${name}`, '/dev/full', '--', process.execPath, '-e', '');
    expect([code, stderr]).toEqual([
      2,
      `payment-gateway-sandbox: --${name}: cannot write /dev/full: no space left on device; name another place\n`,
    ]);
  }
});

describe.skipIf(!hasPipe)('a named pipe delays no command', () => {
  test.each(
    some([
      `verify ${pipe}`,
      `verify books ${pipe}`,
      `init ${pipe}`,
      `trigger transaction.created --to http://127.0.0.1:9 --data ${pipe}`,
      `fault any 503 --body @${pipe}`,
      `start --as ${pipe}`,
      `start --state ${pipe}`,
    ]),
  )('%s', async (line) => {
    // Node 22 warns about its SQLite.
    const words = ['--no-warnings', ...commandLine(...line.split(' '))];
    const ended = promisify(execFile)(process.execPath, words, { timeout: 60_000 });
    const { killed, stderr } = await ended.then(
      () => expect.fail('it succeeded'),
      (error: { readonly killed: boolean; readonly stderr: string }) => error,
    );
    expect(killed).toBe(false);
    expect(stderr).toMatch(/^(payment-gateway-(?:contract|sandbox|verify): [^\n]{1,400}\n)+$/);
  });
});

describe('an address without a sandbox', () => {
  const places: Record<string, () => Promise<string>> = {
    'another server': () =>
      listen(createServer((_, response) => response.writeHead(404).end('{"errors":["not here"]}'))),
    'a web page': () => listen(createServer((_, response) => response.end('<html>'))),
    'a server that resets': () => listen(createSocketServer((socket) => socket.resetAndDestroy())),
    'a server that hangs up': () => listen(createSocketServer((socket) => socket.once('data', () => socket.end()))),
  };
  test.each(Object.keys(places))('%s gets one line with advice', async (place) => {
    const url = (await places[place]?.()) ?? '';
    const lines = ['demo', 'events', 'pay 1', 'export', 'advance 1d', 'redeliver 1', 'list', 'get 1', 'open', 'reset'];
    for (const args of [...lines, 'populate', 'fault any reset'].map((line) => line.split(' '))) {
      const { code, stdout, stderr } = await cli(...args, '--url', url);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        new RegExp(
          `^payment-gateway-sandbox: ${url}: (no sandbox answers there|is not a sandbox).*start one with .*--url.*\n$`,
        ),
      );
    }
  });
});

test('a redirect to another address does not get the request [S35]', async () => {
  const arrived: (string | undefined)[] = [];
  const target = await listen(
    createServer(({ url }, response) => {
      arrived.push(url);
      response.end('{}');
    }),
  );
  const url = await listen(
    createServer((_, response) => void response.writeHead(307, { location: `${target}/` }).end()),
  );
  for (const args of [['pay', '1'], ['set-status', '1', 'paid'], ['events'], ['reset'], ['populate']]) {
    expect(await cli(...args, '--url', url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${url}: is not a sandbox (HTTP 307)`),
    });
  }
  expect(arrived).toEqual([]);
});

test.runIf(existsSync('/dev/full'))('a full disk is reported, and the exit code is 1', async () => {
  const command = `"${process.execPath}" "${commandLine('contract')[0]}" --help > /dev/full`;
  await expect(promisify(execFile)('sh', ['-c', command])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^payment-gateway-contract: cannot print: ENOSPC.*\n$/),
  });
});
