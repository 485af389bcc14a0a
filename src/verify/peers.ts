import { loadPeer } from '../contract/peers.js';
import type { AjvClass } from './judge/body.js';

/** Loads the optional peer ajv. If it is missing, throws one line that names the package to install. */
export async function loadAjv(): Promise<AjvClass> {
  const { Ajv2020 } = await loadPeer(() => import('ajv/dist/2020.js'), 'verify needs', ['ajv']);
  return Ajv2020;
}
