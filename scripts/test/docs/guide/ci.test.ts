import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandLine, start } from '../../../../test/cli/compiled.ts';

const run = promisify(execFile);
const guide = readFileSync('scripts/docs/guide/en/ci.md', 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);

interface Job {
  readonly script?: readonly string[];
  readonly steps?: readonly { readonly run?: string }[];
  readonly services?: object;
  readonly variables?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The jobs of the snippets: those of GitHub are below `jobs`. */
const jobs = blocks('yaml').map((code): Job => {
  const file = parse(code) as { readonly jobs?: { readonly test: Job }; readonly test?: Job };
  return file.jobs?.test ?? file.test ?? {};
});
const commandsOf = ({ script, steps = [] }: Job) => script ?? steps.flatMap(({ run }) => run ?? []);
const sandboxLines = [...blocks('sh'), ...jobs.flatMap(commandsOf)].filter((line) =>
  line.startsWith('npx payment-gateway-sandbox '),
);

const CHECK = `
  const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
  const response = await fetch(url + '/v1/customers', { headers: { authorization: 'Bearer ' + token } });
  process.exit(response.ok ? 0 : 1);`;

describe('the guide for CI', () => {
  test('has a snippet with a command and one with a service for GitHub Actions and for GitLab', () => {
    expect(jobs.map(({ steps, services }) => [steps ? 'github' : 'gitlab', services ? 'service' : 'command'])).toEqual([
      ['github', 'command'],
      ['gitlab', 'command'],
      ['github', 'service'],
      ['gitlab', 'service'],
    ]);
    expect(sandboxLines).toHaveLength(3);
    expect(new Set(sandboxLines.map((line) => line.trim())).size).toBe(1);
  });

  test.each(sandboxLines.slice(0, 1))('%s runs tests with a sandbox', async (line) => {
    const [, , ...words] = line.trim().split(' ');
    const options = words.slice(0, words.indexOf('--') + 1);
    expect(words.slice(options.length)).toEqual(['npm', 'test']);
    await run(process.execPath, commandLine('start', ...options, process.execPath, '-e', CHECK));
  });

  test('the address of each service is that of the image, and the sandbox answers to its name', async () => {
    const [, port = ''] = /^EXPOSE (\d+)$/m.exec(readFileSync('.docker/Dockerfile', 'utf8')) ?? [];
    const { url } = await start('start', '--port', '0', '--host', '0.0.0.0');
    for (const { env, variables } of jobs.filter(({ services }) => services)) {
      const { PAYMENT_GATEWAY_URL = '', PAYMENT_GATEWAY_TOKEN = '' } = { ...env, ...variables };
      const address = new URL(PAYMENT_GATEWAY_URL);
      expect(address.port).toBe(port);
      const headers = { host: address.host, authorization: `Bearer ${PAYMENT_GATEWAY_TOKEN}` };
      const status = await new Promise((resolve, reject) => {
        const asked = request(`http://127.0.0.1:${new URL(url).port}/v1/customers`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject).end();
      });
      expect([address.host, status]).toEqual([address.host, 200]);
    }
  });
});
