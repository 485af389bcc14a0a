import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject } from './json.js';

/**
 * The folder of the installed package: the nearest one above this file with a package.json.
 * The same code runs from `dist/src` and, in the tests, from `src`.
 */
export const packageRoot: URL = findPackageRoot(new URL('.', import.meta.url));

/** Returns the path of a file of the package. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, packageRoot));
}

/** Reads a JSON file of the package. Throws one line that names the file if that fails. */
export function readPackageJson(path: string): JsonObject {
  const file = packageFile(path);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(
      `${file}: cannot be read; install the package again, or run \`npm run compile\` in its repository`,
      {
        cause,
      },
    );
  }
  if (!isObject(content)) throw new Error(`${file}: is not a JSON object`);
  return content;
}

function findPackageRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error(`no package.json above ${fileURLToPath(folder)}`);
  return findPackageRoot(parent);
}
