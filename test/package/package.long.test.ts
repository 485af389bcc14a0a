import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { packFirst } from './pack-first.ts';
import { CONTRACT, compile, install, lockFile, manifest, type Packed, type Project, root, serve } from './packed.ts';

let packed: Packed;
packFirst((made) => {
  packed = made;
});

describe('in a project', () => {
  let project: Project;
  beforeAll(() => {
    project = install(packed, 'mock');
  });

  it('provides types of the mock that compile with those of Node', () => {
    project.link('@types/node');
    expect(compile(project, mockConsumer, ['node'])).toBe('');
  });

  it('runs as the container does, healthy as soon as it listens', async () => {
    // No engine builds the image here, so its commands are run in a project that has installed the same.
    const command = (instruction: string): string[] =>
      JSON.parse(new RegExp(`${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]');
    const dockerfile = readFileSync(join(root, '.docker/Dockerfile'), 'utf8');
    const [, ...entrypoint] = command('ENTRYPOINT').map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word));
    const [, ...healthcheck] = command('CMD');
    const child = spawn(process.execPath, [...entrypoint, '--port', '0'], { cwd: project.directory });
    try {
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? 'nothing listens';
      const isHealthy = (url: string) =>
        project.node(...healthcheck.map((word) => word.replace('http://127.0.0.1:4010', url))).status;
      expect(isHealthy(url)).toBe(0);
      expect((await fetch(`${url}/docs/`)).status).toBe(200);
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(isHealthy(url)).toBe(1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('makes responses up where Prism is installed', () => {
    project.link('@stoplight/prism-http', '@stoplight/prism-core');
    expect(
      serve(
        project,
        `
        const headers = { authorization: 'Bearer test-token', prefer: 'dynamic=true' };
        const generated = await fetch(mock.url + '/v1/customers/77', { headers });
        print(generated.status, typeof (await generated.json()).id);
      `,
      ),
    ).toEqual([[200, 'number']]);
  });
});

describe('in a project that has installed Prism', () => {
  it('uses one prism-core, without a package that has telemetry or an install script [S81]', () => {
    const { peerDependencies, devDependencies } = manifest(CONTRACT);
    const peers = Object.keys(peerDependencies).map((peer) => `${peer}@${devDependencies[peer]}`);
    const lock = JSON.parse(lockFile(packed, 'peers', peers));
    const installed = Object.entries<{ version: string; hasInstallScript?: boolean }>(lock.packages);
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([path]) => path.includes('scarf'))).toEqual([]);
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    const cores = installed.filter(([path]) => path.endsWith('@stoplight/prism-core'));
    expect(cores.map(([, { version }]) => version)).toEqual([devDependencies['@stoplight/prism-core']]);
  });

  it('is served by the unmodified Prism with the line of the guide', async () => {
    const guide = readFileSync(join(root, 'scripts/docs/guide/en/mock.md'), 'utf8');
    const [line = ''] = /^npx .*prism-cli(?:\\\n|.)*$/m.exec(guide) ?? [];
    const { devDependencies } = manifest(CONTRACT);
    expect(line).toContain(`@stoplight/prism-cli@${devDependencies['@stoplight/prism-cli']} `);
    const project = install(packed, 'prism', [CONTRACT]);
    project.link('@stoplight/prism-cli');
    const port = await freePort();
    // npm links the package of the line and downloads nothing.
    const env = { ...process.env, npm_config_offline: 'true' };
    const options = { cwd: project.directory, detached: true, env, stdio: 'ignore' } as const;
    const child = spawn('sh', ['-c', `${line} --port ${port}`], options);
    try {
      const headers = { authorization: 'Bearer token' };
      const get = () => fetch(`http://127.0.0.1:${port}/v1/customers`, { headers }).then(({ status }) => status);
      await expect.poll(() => get().catch(() => 0), { timeout: 60_000, interval: 200 }).toBe(200);
    } finally {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }
  });
});

const mockConsumer = `
  import { type MockServerOptions, startMockServer } from '${CONTRACT}/mock';

  const options: MockServerOptions = { port: 0 };
  const mock = await startMockServer(options);
  console.log(mock.url, mock.requests.length);
  await mock.close();
`;
