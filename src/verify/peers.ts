import { loadPeer } from '../contract/peers.js';
import type { AjvClass } from './judge/body.js';

/** Loads ajv, an optional peer. Throws one line that says what to install when it is missing. */
export async function loadAjv(): Promise<AjvClass> {
  const { Ajv2020 } = await loadPeer(() => import('ajv/dist/2020.js'), 'verify needs', ['ajv']);
  return Ajv2020;
}
