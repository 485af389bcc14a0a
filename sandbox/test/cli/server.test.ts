import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { cli as cliProcess, startSandbox } from '../../../test/cli/compiled.ts';
import { cli, programs, run as runProgram } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { some } from '../../../test/property-runs.ts';

describe('each program', () => {
  test.each(Object.values(programs))('$name --help lists the commands', async (program) => {
    const { code, stdout } = await runProgram(program, ['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^npx ${program.name} [<[]command[>\\]] \\[options\\]\n`));
    for (const name of Object.keys(program.commands)) expect(stdout).toContain(`\n  ${name} `);
  });

  test.each(Object.values(programs))('$name --version prints its name and version', async (program) => {
    const { stdout } = await runProgram(program, ['--version']);
    expect(stdout).toMatch(new RegExp(`^${program.name} \\d+\\.\\d+\\.\\d+\n$`));
  });

  test('runs in a separate process', async () => {
    expect(await cliProcess('start', '--help')).toMatchObject({
      code: 0,
      stdout: (await cli('start', '--help')).stdout,
    });
  });

  test('all mistakes are reported at once, one line each', async () => {
    const wrong = ['--prot', '1', '--log=loud', '--failure-rate', '2', '--cors=yes', '--host'];
    const { code, stderr } = await cli('start', ...wrong);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'payment-gateway-sandbox: --prot: is not an option; did you mean --port?',
      'payment-gateway-sandbox: --cors: takes no value',
      'payment-gateway-sandbox: --host: needs a value (<address>)',
      'payment-gateway-sandbox: --log: must be one of pretty, verbose, json, warnings, silent',
      'payment-gateway-sandbox: --failure-rate: must be a number from 0 to 1',
    ]);
  });

  test.each(['tok-S3CR3T', '4532015112830366', 'S3CR3T.1'])(
    'an argument in the wrong place is not printed, because it may be a secret: %s',
    async (secret) => {
      const places = ['--port', '--latency', '--failure-rate', '--log', '--allow-host'];
      const { code, stderr } = await cli('start', ...places.map((name) => `${name}=http://${secret}`), 'x', secret);
      const numbers = await cli('start', ...places.slice(0, 4).map((name) => `${name}=${secret}`));
      expect([code, numbers.code]).toEqual([1, 1]);
      expect(stderr.trim().split('\n')).toHaveLength(6);
      expect(numbers.stderr.trim().split('\n')).toHaveLength(4);
      expect(stderr + numbers.stderr).not.toMatch(/S3CR3T|4532/);
    },
  );
});

test.each([
  ['-4111111111111111', 'start: takes a command only after two dashes: start -- <command>'],
  ['-port=S3CR3T', 'an option begins with two dashes; did you mean --port?'],
  ['-hots', 'an option begins with two dashes; did you mean --host?'],
])('a word with one dash counts as one mistake, and is not printed: %s', async (word, mistake) => {
  const { code, stderr } = await cli('start', word);
  expect([code, stderr]).toEqual([1, `payment-gateway-sandbox: ${mistake}\n`]);
});

describe('payment-gateway-sandbox start', () => {
  test('starts with short lines: its addresses, and not its token', async () => {
    const { output, url } = await startSandbox('--docs', '--token', 'very-secret-token');
    expect(output.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(output.stdout).toContain(`API      ${url}\nConsole  ${url}/_sandbox/\nDocs     ${url}/docs/\n`);
    expect(output.stdout).toContain('"Authorization: Bearer $TOKEN"');
    expect(output.stdout + output.stderr).not.toContain('very-secret-token');
  });

  test.each(some(['SIGINT', 'SIGTERM'] as const))('%s finishes pending requests and exits with 0', async (signal) => {
    const { child, output, url } = await startSandbox('--latency', '300', '--log', 'json');
    // Node's server answers this header as soon as it has the request.
    const headers = { authorization: 'Bearer token', expect: '100-continue' };
    const request = get(`${url}/v1/customers/1`, { headers });
    await once(request, 'continue');
    child.kill(signal);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(404);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(output.stderr).toBe('');
  });

  test('a second Ctrl-C ends it at once', { tags: 'long' }, async () => {
    const { child, url } = await startSandbox('--latency', '60000', '--log', 'silent');
    const request = get(`${url}/v1/customers/1`, {
      headers: { authorization: 'Bearer token', expect: '100-continue' },
    });
    request.on('error', () => {});
    await once(request, 'continue');
    const ended = once(child, 'close');
    const again = setInterval(() => child.kill('SIGINT'), 100);
    expect(await ended).toEqual([130, null]);
    clearInterval(again);
  });

  test.each(some(['stdout', 'stderr'] as const))(
    'continues if the reader of its %s is gone',
    { tags: 'long' },
    async (stream) => {
      const { child, output, url } = await startSandbox('--log', 'json');
      child[stream].destroy();

      for (let i = 0; i < 20; i++) expect((await fetch(`${url}/v1/customers/${i}`)).status).toBe(401);
      expect(child.exitCode).toBe(null);
      expect(output.stderr).toMatch(/^(?:warning: .*\n)?$/);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  test('a busy port prints one line and exits with 1', async () => {
    const { port } = new URL(await listen(createServer()));
    expect(await cli('start', '--port', String(port))).toMatchObject({
      code: 1,
      stderr: `payment-gateway-sandbox: port: ${port} is in use; stop the program that uses it, or choose another with --port\n`,
    });
    vi.stubEnv('npm_lifecycle_event', 'start');
    const { stderr } = await cli('start', '--port', String(port));
    vi.unstubAllEnvs();
    expect(stderr).toMatch(/ choose another with -- --port\n$/);
  });

  test('warns if other machines can reach it, and admits only the hosts of --allow-host, which can be repeated', async () => {
    const hosts = ['--host', '0.0.0.0', '--allow-host', 'server', '--allow-host', '10.0.0.7'];
    const { output, url } = await startSandbox(...hosts, '--log', 'silent');
    expect(output.stderr).toBe('warning: --host: other machines can reach the sandbox on 0.0.0.0\n');
    const statusFor = async (host: string) => {
      const [response] = await once(get(`${url}/_sandbox/health`, { headers: { host } }), 'response');
      return response.resume().statusCode;
    };
    expect(await statusFor('mock:4010')).toBe(200);
    expect(await statusFor('10.0.0.7')).toBe(200);
    expect(await statusFor('evil.example')).toBe(403);
    expect(await cli('start', '--allow-host', 'http://server')).toMatchObject({
      code: 1,
      stderr: 'payment-gateway-sandbox: --allow-host: must be host names or addresses, without a port\n',
    });
  });

  test('logs one JSON object per line', { tags: 'long' }, async () => {
    const { output, url } = await startSandbox('--log', 'json', '--token', 'right');
    await fetch(`${url}/v1/customers/1`, { headers: { authorization: 'Bearer wrong' } });
    await expect.poll(() => output.stdout.trim().split('\n').length).toBe(2);
    expect(JSON.parse(output.stdout.trim().split('\n')[1] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      operationId: 'retrieveCustomer',
      method: 'GET',
      status: 401,
      duration: expect.any(Number),
      evidence: 'assumed path-known-other-method',
      errors: ['authorization: is not the token that the server was started with'],
    });
  });
});
