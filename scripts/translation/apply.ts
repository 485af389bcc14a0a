import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../types.ts';
import { redocly } from './redocly.ts';

const config = fileURLToPath(new URL('redocly.yaml', import.meta.url));

/**
 * A contract after the changes of an overlay. Redocly, which renders the docs, applies overlays too, so no further library is
 * needed for that.
 *
 * @throws with what Redocly printed
 */
export async function applyOverlay(contract: string, overlay: string): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'overlay-'));
  try {
    const before = join(folder, 'openapi.yaml');
    const changes = join(folder, 'overlay.yaml');
    const after = join(folder, 'after.json');
    await Promise.all([writeFile(before, contract), writeFile(changes, overlay)]);
    await redocly(['bundle', before, '--overlay', changes, '--config', config, '-o', after]);
    return JSON.parse(await readFile(after, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
