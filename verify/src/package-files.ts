import { fileIn, readJsonFile } from 'payment-gateway-core/files';
import { packageFolder } from '#package-root';

/** Returns the path of a file of this package. */
export const packageFile = (path: string): string => fileIn(packageFolder, path);

/** Reads a JSON file of this package. */
export const readPackageJson = (path: string) => readJsonFile(packageFile(path));
