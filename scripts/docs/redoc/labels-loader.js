// @ts-check
import { applyPatches, wordPatches } from './translate.js';

const patches = wordPatches(JSON.parse(process.env.DOCS_WORDS ?? '{"labels":{},"texts":{}}'));

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<{ source?: string | ArrayBuffer | Uint8Array }>} next
 */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/@redocly\/cli\/lib\/chunks\/\w+\.js$/.test(url) || loaded.source === undefined) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  // The one chunk that renders; the words of others are not shown.
  if (!source.includes('translate:(')) return loaded;
  return { ...loaded, source: applyPatches(source, patches, () => {}) };
}
