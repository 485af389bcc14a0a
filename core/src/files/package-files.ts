import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contractFolder, packageFolder } from '#package-root';
import { isObject, type JsonObject } from '../util/index.js';

/** Returns the path of a file below a folder. */
export const fileIn = (folder: string, path: string): string =>
  fileURLToPath(new URL(path, pathToFileURL(`${folder}/`)));

/** Returns the path of a file of the contract package. */
export const contractFile = (path: string): string => fileIn(contractFolder, path);

/** Reads a JSON file of the contract package. Throws one line that names the file if that fails. */
export const readContractJson = (path: string): JsonObject => readJsonFile(contractFile(path));

/** Reads a JSON file of this package. Throws one line that names the file if that fails. */
export const readCoreJson = (path: string): JsonObject => readJsonFile(fileIn(packageFolder, path));

/** Returns the version of the contract package, which the packages of the repository share. */
export const contractVersion = (): string => String(readContractJson('package.json').version);

/** Returns the name and version of the contract package, as reports have it. */
export const contractTitle = (): string => `payment-gateway-contract ${contractVersion()}`;

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
