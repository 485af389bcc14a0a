import type { Ajv } from 'ajv';
import { objectAt, stringAt } from './json.js';
import { readPackageJson } from './package-files.js';

/** The validator's class. */
export type Ajv2020 = new (options: Record<string, unknown>) => Ajv;

/** An optional package is not installed. The message says how to install it. */
export class MissingPeer extends Error {
  override readonly name = 'MissingPeer';
}

/** Loads the package that mock, sandbox and verify require. */
export async function loadAjv(): Promise<Ajv2020> {
  const { Ajv2020 } = await loadPeer(() => import('ajv/dist/2020.js'), 'mock, sandbox and verify need', ['ajv']);
  return Ajv2020;
}

/**
 * Imports an optional peer.
 *
 * @param need the beginning of the error message, such as `the mock needs`
 * @param packages the packages to install
 * @throws MissingPeer when it is not installed
 */
export async function loadPeer<Module>(
  load: () => Promise<Module>,
  need: string,
  packages: readonly string[],
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (stringAt(cause, 'code') !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const versions = objectAt(readPackageJson('package.json'), 'peerDependencies');
    const names = packages.map((name) => `${name}@${String(versions[name])}`);
    const what = names.length > 1 ? 'packages that are not installed' : 'a package that is not installed';
    throw new MissingPeer(`${need} ${what}: npm install --save-dev --save-exact ${names.join(' ')}`, { cause });
  }
}
