import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageFolder } from '#package-root';

/** The folder of the installed package. The same code runs from `dist/src` and, in the tests, from `src`. */
export const packageRoot: URL = pathToFileURL(`${packageFolder}/`);

/** Returns the path of a file of the package. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, packageRoot));

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Returns the package.json of the package. */
export const packageManifest = (): Manifest => JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

/** Returns the version of the package, which the packages of the repository share. */
export const packageVersion = (): string => packageManifest().version;

/** Without these two, Prism takes newer ones on Node 24, which need it and bring a package with telemetry. */
const PINNED = ['@stoplight/prism-http-server', '@stoplight/prism-core'];

/** Returns the commands that install a package of Prism in the versions that our tests run with. */
export function installPrism(name: string): string {
  const { devDependencies } = packageManifest();
  const exact = [name, ...PINNED].map((one) => `${one}@${devDependencies[one]}`).join(' ');
  return `npm install -D -E ${exact}, or pnpm add -D -E ${exact}`;
}
