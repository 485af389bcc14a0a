import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandLine, packageFolder } from './compiled.ts';
import { cli } from './in-process.ts';

test('the contract package lists its commands', async () => {
  const { code, stdout } = await cli('contract', '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^npx payment-gateway-contract <command>\n/);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const words of [['help'], ['-h'], ['docs', '--help']])
    expect(await cli('contract', ...words)).toEqual({ code, stdout, stderr: '' });
  expect((await cli('contract', '--version')).stdout).toMatch(/^payment-gateway-contract \d+\.\d+\.\d+\n$/);
});

test.each([
  ['mok', 'mok: is not a command; did you mean mock? npx payment-gateway-contract --help lists them'],
  ['explore', 'explore: is not a command; npx payment-gateway-contract --help lists them'],
  ['a\u001bb', 'a\ufffdb: is not a command; npx payment-gateway-contract --help lists them'],
  ['x'.repeat(100_000), `${'x'.repeat(40)}: is not a command; npx payment-gateway-contract --help lists them`],
])('the unknown command %j gets one line', async (word, says) => {
  expect(await cli('contract', word)).toEqual({ code: 1, stdout: '', stderr: `payment-gateway-contract: ${says}\n` });
});

test('mock runs the Prism of the project with the contract, and ends with a signal', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, commandLine('mock', '--port', `${port}`), { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const status = async () => {
    const headers = { authorization: 'Bearer token', prefer: 'example=boleto' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/transactions/1`, { headers }).catch(() => undefined);
    return (await response?.json())?.payment_method;
  };
  await expect.poll(status).toBe('boleto');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
});

test('mock passes the exit code of Prism on', { tags: 'long' }, async () => {
  const child = spawn(process.execPath, commandLine('mock', '--no-such-option'), { stdio: 'ignore' });
  expect((await once(child, 'exit'))[0]).not.toBe(0);
});

test('without Prism, mock names the packages to install, with their versions', { tags: 'long' }, async () => {
  // Outside of the repository, where no parent folder has Prism.
  const folder = temporaryFolder('mock-without-prism');
  cpSync(join(packageFolder, '..'), join(folder, 'node_modules'), { recursive: true });
  const main = join(folder, 'node_modules/payment-gateway-contract/dist/src/cli/main.js');
  const child = spawn(process.execPath, [main, 'mock'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  expect((await once(child, 'close'))[0]).toBe(1);
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = ['cli', 'http-server', 'core'].map((part) => `@stoplight/prism-${part}`);
  const packages = named.map((name) => `${name}@${devDependencies[name]}`).join(' ');
  expect(said).toBe(
    `payment-gateway-contract: mock: needs Prism: npm install -D -E ${packages}, or pnpm add -D -E ${packages}\n`,
  );
});
