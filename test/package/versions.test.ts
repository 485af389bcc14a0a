import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTRACT, CORE, manifest, packagePath, SANDBOX, VERIFY } from './packed.ts';

const others = [SANDBOX, VERIFY] as const;
const { version } = manifest(CONTRACT);

test.each([CORE, ...others] as const)(
  '%s has the version of the contract, and needs exactly that version of it',
  (name) => {
    expect([manifest(name).version, manifest(name).peerDependencies[CONTRACT]]).toEqual([version, version]);
  },
);

test.each(others)('%s installs exactly its version of the core', (name) => {
  expect(manifest(name).dependencies[CORE]).toBe(version);
});

test('the programs that need the contract check its version with the same code', () => {
  const [sandbox, verify] = others.map((name) =>
    readFileSync(packagePath(name, 'src/cli/contract-version.ts'), 'utf8'),
  );
  expect(sandbox).toBe(verify);
});
