import { createRequire } from 'node:module';
import { objectAt, stringAt } from '../util/index.js';
import { contractFile, readContractJson } from './package-files.js';

/** The oldest version of an optional package that works. package.json accepts any, so that no installation fails. */
const OLDEST: Readonly<Record<string, string>> = {
  // Version 5 works, but a wrong password and a stopped server both look like a server that does not respond.
  '@redis/client': '6.0.0',
};

/**
 * Imports an optional package. Throws one line, with the command that installs it, if it is not installed or too old.
 *
 * @param need the beginning of the error message, such as `a state on Redis needs`
 */
export async function loadPeer<Module>(load: () => Promise<Module>, need: string, name: string): Promise<Module> {
  const refuse = (what: string, cause?: unknown) => {
    // The version that the tests run with.
    const tested = objectAt(readContractJson('package.json'), 'devDependencies')[name];
    return new Error(`${need} ${what}: npm install --save-dev --save-exact ${name}@${tested}`, { cause });
  };
  const module = await load().catch((cause: unknown) => {
    const isMissing = /MODULE_NOT_FOUND$/.test(stringAt(cause, 'code') ?? '');
    throw isMissing ? refuse('a package that is not installed', cause) : cause;
  });
  const [oldest = '', version = oldest] = [OLDEST[name], installedVersion(name)];
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw refuse(`${name} ${oldest} or newer, and ${version} is installed`);
  return module;
}

/** Returns the version of a package; undefined if it cannot be found out. */
function installedVersion(name: string): string | undefined {
  try {
    return stringAt(createRequire(contractFile('package.json'))(`${name}/package.json`), 'version');
  } catch {
    return undefined;
  }
}
