import { objectAt, stringAt } from '../../core/src/util/json.ts';

/** The package.json of each package of this repository. */
export const MANIFESTS = ['package.json', 'core/package.json', 'sandbox/package.json', 'verify/package.json'];

/**
 * Returns a package.json with the `typesVersions` that follow from its `exports`. TypeScript reads them instead of `exports` where
 * `moduleResolution` is `node10`.
 */
export function generateTypesVersions(text: string): string {
  const manifest: unknown = JSON.parse(text);
  const files = Object.entries(objectAt(manifest, 'exports')).flatMap(([entry, target]) => {
    const file = stringAt(target, 'types') ?? (entry.endsWith('.json') ? String(target) : undefined);
    // These two are found without.
    return file === undefined || ['.', './package.json'].includes(entry) ? [] : [[entry.slice(2), [file.slice(2)]]];
  });
  return `${JSON.stringify({ ...Object(manifest), typesVersions: { '*': Object.fromEntries(files) } }, null, 2)}\n`;
}
