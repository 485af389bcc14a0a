import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['src', 'core/src', 'sandbox/src', 'sandbox/pages', 'verify/src', 'scripts', 'tables'];

/** The names that several files may export, by the reason. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'The core and the contract package are closed to each other, so each has its own': [
    ...['isObject', 'packageFile', 'parseJson', 'timeUp', 'withTimeout'],
  ],
  'Each page has its texts': ['texts', 'say'],
};

/** Returns the names that a file exports by a declaration. A default export has no name for others. */
function exportedNames(text: string): string[] {
  const declared = /^export (?:abstract |async )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;
  // What a generator writes is in a template.
  return [...new Set([...text.replace(/`[^`]*`/g, '``').matchAll(declared)].map(([, name = '']) => name))];
}

/** Returns the files that export each name. */
function filesByName(): Map<string, string[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/^test[/\\]/.test(file))
      .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
  );
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of exportedNames(readFileSync(root + file, 'utf8')))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

test('a name that leaves its file has one meaning, apart from the listed ones', () => {
  const repeated = [...filesByName()].filter(([, files]) => files.length > 1);
  const allowed = Object.values(SHARED).flat();
  expect(Object.fromEntries(repeated.filter(([name]) => !allowed.includes(name)))).toEqual({});
  // A listed name that is unique again must leave the list.
  const names = repeated.map(([name]) => name);
  expect(allowed.filter((name) => !names.includes(name))).toEqual([]);
});
