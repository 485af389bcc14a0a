import { createRequire } from 'node:module';
import type { factory } from '@stoplight/prism-core';
import type { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { Ajv } from 'ajv';
import { objectAt, stringAt } from '../wire/json.js';
import { readPackageJson } from './package-files.js';

/** What the mock takes from packages that users of the client alone do not install. */
export interface Peers {
  factory: typeof factory;
  Ajv2020: new (options: Record<string, unknown>) => Ajv;
  /** Takes about a second, most of it for the makers of fake data: loaded when an answer has to be made up. */
  loadPrismHttp: () => Promise<PrismHttp>;
}
export interface PrismHttp {
  createInstance: typeof createInstance;
  getHttpOperationsFromSpec: typeof getHttpOperationsFromSpec;
}

/** Loads the optional peers. Throws one line that says what to install when one of them is missing. */
export async function loadPeers(): Promise<Peers> {
  try {
    const [core, ajv] = await Promise.all([import('@stoplight/prism-core'), import('ajv/dist/2020.js')]);
    createRequire(import.meta.url).resolve('@stoplight/prism-http'); // there, but not loaded yet
    const loadPrismHttp = () => import('@stoplight/prism-http');
    return { factory: core.factory, Ajv2020: ajv.Ajv2020, loadPrismHttp };
  } catch (cause) {
    const code = stringAt(cause, 'code');
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new Error(`the mock needs packages that are not installed: npm install ${peerPackages().join(' ')}`, {
      cause,
    });
  }
}

/** Name and version of each peer, as this package declares them. */
function peerPackages(): string[] {
  return Object.entries(objectAt(readPackageJson('package.json'), 'peerDependencies')).map(
    ([name, version]) => `${name}@${String(version)}`,
  );
}
