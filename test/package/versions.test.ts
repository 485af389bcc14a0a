import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { built } from '../built/built.ts';
import { some } from '../property-runs.ts';
import { CONTRACT, install, manifest, npmIn, type Packed, pack, packagePath, SANDBOX, VERIFY } from './packed.ts';

const others = [SANDBOX, VERIFY] as const;
const { version } = manifest(CONTRACT);

test('the three packages have one version, and the others need exactly that version of the contract', () => {
  expect(others.map((name) => manifest(name).version)).toEqual([version, version]);
  expect(others.map((name) => manifest(name).peerDependencies[CONTRACT])).toEqual([version, version]);
});

test('the programs that need the contract check its version with the same code', () => {
  const [sandbox, verify] = others.map((name) =>
    readFileSync(packagePath(name, 'src/cli/contract-version.ts'), 'utf8'),
  );
  expect(sandbox).toBe(verify);
});

describe('with another version of the contract', () => {
  let packed: Packed;
  beforeAll(async () => {
    await Promise.all([built('pages'), built('docs')]);
    packed = pack();
  });
  afterAll(() => packed.remove());

  /** Returns a project whose contract package has another version. */
  function upgraded(called: string) {
    const project = install(packed, called);
    const file = `node_modules/${CONTRACT}/package.json`;
    const installed = JSON.parse(readFileSync(join(project.directory, file), 'utf8'));
    project.write(file, JSON.stringify({ ...installed, version: '99.0.0' }));
    return project;
  }

  it.each(some(others))('%s says in one sentence which versions differ', (name) => {
    const { status, stdout, stderr } = upgraded(`upgraded ${name}`).program(name, '--help');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `${name} ${version} needs ${CONTRACT} ${version}, but 99.0.0 is installed: install the same version of both packages\n`,
    );
  });

  it.each(others)('%s says in one sentence that the contract is not installed', { tags: 'long' }, (name) => {
    const project = install(packed, `without the contract ${name}`);
    rmSync(join(project.directory, 'node_modules', CONTRACT), { recursive: true });
    const { status, stdout, stderr } = project.program(name, '--help');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `${name} ${version} needs ${CONTRACT} ${version}, which is not installed: install the same version of both packages\n`,
    );
  });

  it('npm reports that the versions differ', { tags: 'long' }, () => {
    const { status, stdout } = npmIn(upgraded('reported').directory, 'ls', '--json');
    expect(status).toBe(1);
    const { problems }: { problems: string[] } = JSON.parse(stdout);
    expect(problems.some((problem) => problem.startsWith(`invalid: ${CONTRACT}@99.0.0 `))).toBe(true);
  });
});
