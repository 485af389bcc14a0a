import type { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { Ajv } from 'ajv';
import { objectAt, stringAt } from './json.js';
import { readPackageJson } from './package-files.js';

/** What the mock takes from packages that users of the client alone do not install. */
export interface Peers {
  createInstance: typeof createInstance;
  getHttpOperationsFromSpec: typeof getHttpOperationsFromSpec;
  Ajv2020: new (options: Record<string, unknown>) => Ajv;
}

/** Loads the optional peers. Throws one line that says what to install when one of them is missing. */
export async function loadPeers(): Promise<Peers> {
  try {
    const [prism, ajv] = await Promise.all([import('@stoplight/prism-http'), import('ajv/dist/2020.js')]);
    return {
      createInstance: prism.createInstance,
      getHttpOperationsFromSpec: prism.getHttpOperationsFromSpec,
      Ajv2020: ajv.Ajv2020,
    };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new Error(`the mock needs packages that are not installed: npm install ${peerPackages().join(' ')}`, {
      cause,
    });
  }
}

function isMissing(error: unknown): boolean {
  const code = stringAt(error, 'code');
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** Name and version of each peer, as this package declares them. */
export function peerPackages(): string[] {
  return Object.entries(objectAt(readPackageJson('package.json'), 'peerDependencies')).map(
    ([name, version]) => `${name}@${String(version)}`,
  );
}
