import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startDeviatingServer } from './deviating-server.ts';

test('the unmodified tool runs flows that read, and sends no requests of flows that write', async () => {
  await using server = await startDeviatingServer();
  const output = await respect(
    '--server',
    `gateway=${server.url}`,
    '--input',
    'token=any',
    ...['list-plans', 'retrieve-transactions', 'plan', 'pix', 'card', 'configuration'].flatMap((flow) => [
      '--workflow',
      flow,
    ]),
  );
  const got = server.received;
  const paths = got.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
  expect(
    paths.filter((path) => !path.startsWith('GET ')),
    output,
  ).toEqual([]);
  expect(paths, output).toContainEqual(expect.stringMatching(/^GET \/v1\/transactions\/\d+\/history$/));
  expect(
    paths.filter((path) => path === 'GET /v1/plans'),
    output,
  ).toHaveLength(2);
}, 120_000);

/** Runs the command-line tool on the unmodified flows. */
function respect(...args: string[]): Promise<string> {
  expect(existsSync('verify.arazzo.yaml')).toBe(true);
  const child = spawn(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'respect', 'verify.arazzo.yaml', ...args],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' } },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}
