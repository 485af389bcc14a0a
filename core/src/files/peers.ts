import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { objectAt, stringAt } from '../util/index.js';
import { contractFile, readContractJson } from './package-files.js';

/** An optional package is missing or too old. The message names the command that installs it. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
}

/** The oldest version of an optional package that works. package.json accepts any, so that no installation fails. */
const OLDEST: Readonly<Record<string, string>> = {
  // Version 5 works, but a wrong password and a stopped server both look like a server that does not respond.
  '@redis/client': '6.0.0',
};

/**
 * Imports an optional peer.
 *
 * @param need the beginning of the error message, such as `state: Redis needs`
 * @param packages the packages to install
 * @throws PeerError when one is not installed, or is too old
 */
export async function loadPeer<Module>(
  load: () => Promise<Module>,
  need: string,
  packages: readonly string[],
): Promise<Module> {
  const refuse = (what: string, cause?: unknown) => {
    // The versions that the tests run with.
    const versions = objectAt(readContractJson('package.json'), 'devDependencies');
    const names = packages.map((name) => `${name}@${String(versions[name])}`);
    return new PeerError(`${need} ${what}: npm install --save-dev --save-exact ${names.join(' ')}`, { cause });
  };
  let module: Module;
  try {
    module = await load();
  } catch (cause) {
    if (!/MODULE_NOT_FOUND$/.test(stringAt(cause, 'code') ?? '')) throw cause;
    const isOne = packages.length === 1;
    throw refuse(isOne ? 'a package that is not installed' : 'packages that are not installed', cause);
  }
  for (const name of packages) {
    const [oldest, version] = [OLDEST[name], installedVersion(name)];
    if (oldest === undefined || version === undefined || !isOlder(version, oldest)) continue;
    throw refuse(`${name} ${oldest} or newer, and ${version} is installed`);
  }
  return module;
}

/** Returns the version of a package with a CommonJS entry; undefined if it cannot be found out. */
function installedVersion(name: string): string | undefined {
  let folder: string;
  try {
    folder = dirname(createRequire(contractFile('package.json')).resolve(name));
  } catch {
    return undefined;
  }
  for (; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (stringAt(manifest, 'name') === name) return stringAt(manifest, 'version');
  }
  return undefined;
}

const isOlder = (version: string, oldest: string): boolean =>
  version.localeCompare(oldest, 'en', { numeric: true }) < 0;
