import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTRACT, manifest, packagePath, SANDBOX, VERIFY } from './packed.ts';

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
