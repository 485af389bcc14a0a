/** What the modules below a folder import from each other, types included. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** The modules that each module imports, by their paths from the root: `src/mock/mock.ts`. */
export type Imports = ReadonlyMap<string, readonly string[]>;

export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return importsOf(new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])));
}

/** Imports, exports from elsewhere, `import()` as an expression and as a type. Those of packages are left out. */
export function importsOf(sources: ReadonlyMap<string, string>): Imports {
  return new Map(
    [...sources].map(([file, source]) => {
      const relative = specifiers(file, source).filter((specifier) => specifier.startsWith('.'));
      const targets = relative.map((specifier) => {
        const target = posix.join(posix.dirname(file), specifier).replace(/(?<!\.d)\.js$/, '.ts');
        return sources.has(`${target}x`) ? `${target}x` : target;
      });
      return [file, [...new Set(targets)]];
    }),
  );
}

function specifiers(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

/** Every circle once, as the modules on it. */
export function circles(imports: Imports): string[][] {
  const found: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    state.set(file, 'open');
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    state.set(file, 'done');
  };
  for (const file of imports.keys()) visit(file);
  return found;
}

/**
 * The imports that run up: from a layer to one that comes after it, or to another one of the same place.
 *
 * @param layers places from the bottom to the top; those in one line know nothing of each other. A file belongs to the
 *   longest place that its path begins with.
 */
export function upward(imports: Imports, layers: readonly (readonly string[])[]): string[] {
  const places = layers.flatMap((line, level) => line.map((place) => ({ place, level })));
  const placeOf = (file: string) =>
    places
      .filter(({ place }) => file === place || file.startsWith(`${place}/`))
      .reduce<{ place: string; level: number } | undefined>(
        (longest, one) => (one.place.length > (longest?.place.length ?? 0) ? one : longest),
        undefined,
      );
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
