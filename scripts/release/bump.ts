/**
 * Sets the version of the packages, of the contract and where one needs another, and updates the lock file:
 * `npm run release:version -- 1.2.3`. `npm version --workspaces` would install in between, when the versions differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MANIFESTS } from '../generate/types-versions.ts';

/** The packages that others need in exactly the same version. */
const OURS = ['payment-gateway-contract', 'payment-gateway-core'];

/** A version without build metadata, as semver.org defines it: not `01.2.3`, not `1.2.3-rc..1`. */
const NUMBER = '(?:0|[1-9]\\d*)';
const PART = `(?:${NUMBER}|\\d*[a-zA-Z-][\\da-zA-Z-]*)`;
const VERSION = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){2}(?:-${PART}(?:\\.${PART})*)?$`);

/** Sets the version in the repository in this folder. Throws for any other form than `1.2.3` or `1.2.3-rc.1`. */
export function bump(directory: string, version: string): void {
  if (!VERSION.test(version)) throw new Error(`${version}: must be a version such as 1.2.3`);
  for (const file of MANIFESTS.map((path) => join(directory, path))) {
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    manifest.version = version;
    for (const needed of [manifest.dependencies, manifest.peerDependencies])
      for (const name of OURS) if (needed?.[name] !== undefined) needed[name] = version;
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const contract = join(directory, 'openapi.yaml');
  const text = readFileSync(contract, 'utf8');
  writeFileSync(contract, text.replace(/^( {2}version: ).*$/m, `$1${version}`));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: directory,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) bump(process.cwd(), process.argv[2] ?? '');
