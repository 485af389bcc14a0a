import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageFile, packageVersion } from '../package-files.js';
import { isObject, type JsonObject } from '../util/index.js';

export { packageFile, packageRoot, packageVersion } from '../package-files.js';

/** Returns the path of a file below a folder. */
export const fileIn = (folder: string, path: string): string =>
  fileURLToPath(new URL(path, pathToFileURL(`${folder}/`)));

/** Returns the name and version of the package, as reports have it. */
export const packageTitle = (): string => `payment-gateway-contract ${packageVersion()}`;

/** Reads a JSON file of the package. Throws one line that names the file if that fails. */
export const readPackageJson = (path: string): JsonObject => readJsonFile(packageFile(path));

/** Reads a JSON file that a package brings along. Throws one line that names the file if that fails. */
export function readJsonFile(file: string): JsonObject {
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
