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

test.each(others)('each entry of %s checks the version first, also where a bundler drops unused modules', (name) => {
  const { exports, sideEffects } = JSON.parse(readFileSync(packagePath(name, 'package.json'), 'utf8'));
  expect(sideEffects).toEqual(['./dist/src/same-version.js']);
  const sources = Object.values<Record<string, string>>(exports).flatMap(
    (entry) => entry['payment-gateway-source'] ?? [],
  );
  expect(sources.length).toBeGreaterThan(1);
  for (const source of sources) {
    const [first] = /^(?:import|export) [^;]*;/m.exec(readFileSync(packagePath(name, source), 'utf8')) ?? [];
    expect(first, source).toMatch(/^import '\.\.?\/same-version\.js';$/);
  }
});
