import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { built } from '../built/built.ts';
import { freePort } from '../free-port.ts';
import { install, lockFile, manifest, name, type Packed, pack, root, tool } from './packed.ts';

// Other people's tools, and installs that ask the registry.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let packed: Packed;
beforeAll(async () => {
  await Promise.all([built('modules'), built('pages'), built('docs')]);
  packed = pack();
});
afterAll(() => packed.remove());

describe('the packed files', () => {
  it('satisfy attw as an ESM-only package', () => {
    // The YAML file has no types, and needs none.
    const options = [
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './openapi.yaml',
      './openapi.pt-br.overlay.yaml',
      './verify.arazzo.yaml',
      '--no-color',
      '--no-emoji',
    ];
    const { status, stdout, stderr } = tool('@arethetypeswrong/cli/dist/index.js', packed.tarball, ...options);
    expect(status, stdout + stderr).toBe(0);
    for (const entry of [
      '',
      '/types',
      '/mock',
      '/sandbox',
      '/webhooks',
      '/verify',
      '/openapi.json',
      '/openapi.portable.json',
      '/sandbox.openapi.json',
    ]) {
      expect(stdout).toContain(`"${name}${entry}"`);
    }
  });
});

describe('in a project with Prism beside it', () => {
  it('brings one prism-core, no package that reports on its users and none with an install script', () => {
    const { peerDependencies } = manifest();
    const peers = Object.entries(peerDependencies).map(([peer, version]) => `${peer}@${version}`);
    const lock = JSON.parse(lockFile(packed, 'peers', peers));
    const installed = Object.entries<{ version: string; hasInstallScript?: boolean }>(lock.packages);
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([path]) => path.includes('scarf'))).toEqual([]);
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    const cores = installed.filter(([path]) => path.endsWith('@stoplight/prism-core'));
    expect(cores.map(([, { version }]) => version)).toEqual([peerDependencies['@stoplight/prism-core']]);
  });

  it('is served by the unmodified Prism with the line of the README', async () => {
    const [line] = /^npx .*prism-cli.*$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    const { devDependencies } = manifest();
    expect(line).toContain(`@stoplight/prism-cli@${devDependencies['@stoplight/prism-cli']} `);
    const project = install(packed, 'prism');
    project.link('@stoplight/prism-cli');
    const port = await freePort();
    // What is linked is what the line names: nothing is downloaded.
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
