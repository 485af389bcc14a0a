/** Reads which modules import which, types included. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** The modules that each module imports, by their paths from the root: `src/client/client.ts`. */
export type Imports = ReadonlyMap<string, readonly string[]>;

export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return importsOf(new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])), readEntries(root));
}

/** The source file behind each entry of the packages that others import: `payment-gateway-contract/mock` is `src/mock/index.ts`. */
export function readEntries(root: string): ReadonlyMap<string, string> {
  const entries = ['', 'core'].flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(posix.join(root, folder, 'package.json'), 'utf8'));
    return Object.entries<string | Record<string, string>>(exports).flatMap(([entry, conditions]) => {
      const source = typeof conditions === 'string' ? undefined : conditions['payment-gateway-source'];
      return source ? [[posix.join(name, entry), posix.join(folder, source)] as const] : [];
    });
  });
  return new Map(entries);
}

/**
 * Imports, exports from elsewhere, `import()` as an expression and as a type.
 *
 * @param entries the source files of packages in this repository, by the name that other packages import; all other packages are left out
 */
export function importsOf(
  sources: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, string> = new Map(),
): Imports {
  return new Map(
    [...sources].map(([file, source]) => {
      const targets = specifiers(source).flatMap((specifier) => {
        if (!specifier.startsWith('.')) return entries.get(specifier) ?? [];
        const target = posix.join(posix.dirname(file), specifier).replace(/(?<!\.d)\.js$/, '.ts');
        return sources.has(`${target}x`) ? `${target}x` : target;
      });
      return [file, [...new Set(targets)]];
    }),
  );
}

/** Reads tokens alone, because a tree of each file takes two seconds more. An import in a regular expression counts, too. */
function specifiers(source: string): string[] {
  return ts.preProcessFile(source, true, false).importedFiles.map(({ fileName }) => fileName);
}

/** Each cycle once, as the nodes on it. */
export function cycles(graph: Imports): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    if (done.has(node)) return;
    if (path.includes(node)) {
      found.push([...path.slice(path.indexOf(node)), node]);
      return;
    }
    path.push(node);
    for (const target of graph.get(node) ?? []) visit(target);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return found;
}

/** The same imports between the files and folders that lie side by side: `a/b/x.ts -> a/c/y.ts` becomes `a/b -> a/c`. */
export function importsOfFolders(imports: Imports): Imports {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [file.split('/'), target.split('/')];
      const depth = from.findIndex((part, index) => part !== to[index]) + 1;
      if (depth === 0) continue;
      const folder = from.slice(0, depth).join('/');
      folders.set(folder, (folders.get(folder) ?? new Set()).add(to.slice(0, depth).join('/')));
    }
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}

/**
 * The imports that run up: from a layer to a later one, or to another folder of the same layer.
 *
 * @param layers folders from the bottom to the top; the folders of one layer do not import each other
 */
export function upward(imports: Imports, layers: readonly (readonly string[])[]): string[] {
  const places = layers.flatMap((layer, level) => layer.map((place) => ({ place, level })));
  const placeOf = (file: string) => places.find(({ place }) => file === place || file.startsWith(`${place}/`));
  return [...imports].flatMap(([file, targets]) => {
    const from = placeOf(file);
    if (!from) return [`${file} has no layer`];
    return targets.flatMap((target) => {
      const to = placeOf(target);
      const isDown = to !== undefined && (to.level < from.level || to.place === from.place);
      return isDown ? [] : [`${file} -> ${target}`];
    });
  });
}
