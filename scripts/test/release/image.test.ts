import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = temporaryFolder('image');
const json = (path: string) => JSON.parse(readFileSync(root + path, 'utf8'));

describe('the container image', () => {
  const manifest = json('package.json');
  const image = json('.docker/package.json');
  const lock = json('.docker/package-lock.json');
  const dockerfile = readFileSync(`${root}.docker/Dockerfile`, 'utf8');

  test('installs the dependencies and peers of the packages, in the versions that the tests use', () => {
    const all = [manifest, json('core/package.json'), json('sandbox/package.json')].map((one) => ({
      ...one.dependencies,
      ...one.peerDependencies,
    }));
    // The packages themselves are copied, and the sandbox never starts Prism.
    const isNeeded = (name: string) => !/^(?:payment-gateway-|@stoplight\/)/.test(name);
    const names = Object.keys(Object.assign({}, ...all)).filter(isNeeded);
    const tested = json('package-lock.json').packages;
    expect(image.dependencies).toEqual(
      Object.fromEntries(names.sort().map((name) => [name, tested[`node_modules/${name}`].version])),
    );
  });

  test('installs from a lock file alone, which fits its package.json', () => {
    expect(dockerfile).not.toMatch(/npm (?:install|i|add|update|exec)\b|npx|--no-package-lock/);
    expect(dockerfile).toContain('COPY .docker/package.json .docker/package-lock.json ./');
    expect(dockerfile.match(/npm ci --ignore-scripts/g)).toHaveLength(2);
    expect(lock.packages[''].dependencies).toEqual(image.dependencies);
    for (const [name, version] of Object.entries(image.dependencies)) {
      expect(lock.packages[`node_modules/${name}`].version, name).toBe(version);
    }
  });

  test('holds the packed packages, and can be built from those that npm publishes', () => {
    expect(dockerfile).toContain('COPY --from=packages /payment-gateway-*.tgz /packages/');
    // Nothing of the repository is copied except into the stage that the release replaces.
    const [replaced = '', ...stages] = dockerfile.split(/^FROM /m).slice(1);
    expect(replaced).toContain(' AS packages');
    const copied = stages.flatMap((stage) => stage.match(/(?<=^(?:COPY|ADD) )(?!--from=).*(?= \S+$)/gm) ?? []);
    expect(copied).toEqual(['.docker/package.json .docker/package-lock.json']);
  });

  test('unpacks the contract and the sandbox, and ends if one is missing', { tags: 'tar' }, () => {
    const [, script = ''] = /^RUN (for name in (?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
    const unpack = () =>
      spawnSync('sh', ['-c', script.replaceAll('/packages/', `${folder}/packages/`)], { cwd: folder }).status;
    const names = ['contract', 'core', 'sandbox'].map((part) => `payment-gateway-${part}`);
    for (const path of ['packages', 'node_modules', 'package']) mkdirSync(join(folder, path));
    for (const name of names) {
      writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name }));
      execFileSync('tar', ['-czf', `packages/${name}-1.0.0.tgz`, 'package'], { cwd: folder });
    }
    expect(unpack()).toBe(0);
    const manifestOf = (name: string) => readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    expect(names.map((name) => JSON.parse(manifestOf(name)).name)).toEqual(names);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    rmSync(join(folder, 'packages/payment-gateway-contract-1.0.0.tgz'));
    expect(unpack()).toBe(1);
  });

  test('runs nothing on the platform of the image, so that no emulator is needed', () => {
    expect(dockerfile.split(/^FROM /m).at(-1)).not.toMatch(/^RUN /m);
  });

  test('every package of the lock file has a checksum, without an install script [S79]', () => {
    const { '': _, ...packages } = lock.packages as Record<string, { integrity?: string; hasInstallScript?: boolean }>;
    for (const [path, { integrity, hasInstallScript }] of Object.entries(packages)) {
      expect(integrity, path).toMatch(/^sha512-/);
      expect(hasInstallScript, path).toBeUndefined();
    }
  });

  test('the lock file is what npm would make of the package.json', { tags: 'long' }, () => {
    // Offline: npm compares the two without asking the registry.
    const listed = execFileSync('npm', ['ls', '--package-lock-only', '--all', '--json'], { cwd: `${root}.docker` });
    expect(JSON.parse(listed.toString()).problems).toBeUndefined();
  });
});
