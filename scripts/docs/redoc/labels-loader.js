// @ts-check
const labels = process.env.DOCS_LABELS ?? '{}';
const translate = /translate:\((\w+),(\w+)\)=>\(typeof \2=="string"\?\2:\2\?\.defaultValue\)\|\|\1\|\|""/;

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<{ source?: string | ArrayBuffer | Uint8Array }>} next
 */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/@redocly\/cli\/lib\/chunks\/\w+\.js$/.test(url) || loaded.source === undefined) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  const patched = source.replace(
    translate,
    (_, key, otherwise) =>
      `translate:(${key},${otherwise})=>(${labels})[${key}]||(typeof ${otherwise}=="string"?${otherwise}:${otherwise}?.defaultValue)||${key}||""`,
  );
  return { ...loaded, source: patched };
}
