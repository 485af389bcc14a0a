import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

const SKIPPED = new Set(['node_modules', 'dist', '.git']);

/** Returns the lock files below a folder of the repository. */
function locksBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : locksBelow(path);
    return ['package-lock.json', 'npm-shrinkwrap.json'].includes(entry.name) ? [path] : [];
  });
}

const locks = locksBelow('.');

test('the lock files of the tree are found', () => {
  expect(locks).toEqual(expect.arrayContaining(['package-lock.json', join('.docker', 'package-lock.json')]));
});

test.each(locks)('%s pins the content of each package of a registry, but not its address', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  // The root and the workspaces are folders of the tree, and a bundled package is part of another one.
  const installed = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(installed.length).toBeGreaterThan(0);
  expect(installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual(
    [],
  );
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('npm writes no address of a registry into a lock file', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('omit-lockfile-registry-resolved=true');
});
