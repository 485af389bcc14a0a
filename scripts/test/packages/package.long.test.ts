import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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

  it('serves the contract with the Prism of the project', () => {
    project.link('@stoplight/prism-http', '@stoplight/prism-http-server');
    expect(
      serve(
        project,
        `
        const client = createGatewayClient({ baseUrl: mock.url, accessToken: 'test-token', retries: 0 });
        const { data, response } = await client.GET('/v1/customers');
        print(response.status, Array.isArray(data.data));
      `,
      ),
    ).toEqual([[200, true]]);
  });
});

describe('in a project that has installed Prism', () => {
  it('uses one prism-core, without a package that has telemetry or an install script [S81]', () => {
    const { peerDependencies, devDependencies } = manifest(CONTRACT);
    // The command of the guide names prism-core, too.
    const peers = [...Object.keys(peerDependencies), '@stoplight/prism-core'].map(
      (peer) => `${peer}@${devDependencies[peer]}`,
    );
    const lock = JSON.parse(lockFile(packed, 'peers', peers));
    const installed = Object.entries<{ version: string; hasInstallScript?: boolean }>(lock.packages);
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([path]) => path.includes('scarf'))).toEqual([]);
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    const cores = installed.filter(([path]) => path.endsWith('@stoplight/prism-core'));
    expect(cores.map(([, { version }]) => version)).toEqual([devDependencies['@stoplight/prism-core']]);
  });
});

const mockConsumer = `
  import { type MockServerOptions, startMockServer } from '${CONTRACT}/mock';

  const options: MockServerOptions = { port: 0 };
  const mock = await startMockServer(options);
  console.log(mock.url);
  await mock.close();
`;
