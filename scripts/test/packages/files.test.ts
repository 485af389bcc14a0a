import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { packFirst } from './pack-first.ts';
import {
  CONTRACT,
  CORE,
  importable,
  importing,
  install,
  manifest,
  type PackageName,
  type Packed,
  packageNames,
  packagePath,
  SANDBOX,
  VERIFY,
} from './packed.ts';

let packed: Packed;
packFirst((made) => {
  packed = made;
});

/** The files of each package except its modules and their declarations. */
const OTHERS: Readonly<Record<PackageName, readonly string[]>> = {
  [CONTRACT]: [
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'LEIAME.md', 'SECURITY.md', 'package-root.cjs', 'package.json'],
    ...['generated/openapi.json', 'evidence.yaml', 'openapi.yaml'],
    ...['openapi.portable.json', 'openapi.pt-br.overlay.yaml'].map((name) => `dist/derived/${name}`),
    'dist/docs-search.js',
    // Everything that the docs consist of, apart from the contract: one archive per language.
    ...['dist/docs/docs.br', 'dist/docs/pt-br/docs.br'],
  ],
  [CORE]: ['LICENSE', 'README.md', 'generated/evidence.json', 'package-root.cjs', 'package.json'],
  [SANDBOX]: [
    ...[
      'LICENSE',
      'README.md',
      'LEIAME.md',
      'package-root.cjs',
      'package.json',
      'skills/integrate-payments/SKILL.md',
      'skills/test-payments/SKILL.md',
    ],
    ...['phpunit/PaymentGatewaySandbox.php', 'pytest/payment_gateway_sandbox.py', 'shop.yaml'].map(
      (name) => `testing/${name}`,
    ),
    ...['buyer.css', 'buyer.js', 'console.css', 'console.js', 'findings.css', 'icon.svg', 'licenses.txt', 'qr.js'].map(
      (name) => `dist/pages/${name}`,
    ),
    ...['sandbox.openapi.json', 'scenario.schema.json'].map((name) => `dist/derived/${name}`),
  ],
  [VERIFY]: [
    ...['LICENSE', 'README.md', 'LEIAME.md', 'package-root.cjs', 'package.json'],
    ...['src/recordings/exchange.schema.json', 'src/report/report.schema.json'],
  ],
};

describe.each(packageNames)('the packed files of %s', { tags: 'long' }, (name) => {
  const isModule = (path: string) => /^dist\/(?:src|generated)\/.*(?:\.js|\.d\.ts)$/.test(path);
  const modules = () => packed.packages[name].files.filter(isModule);
  const importsOf = (path: string) => imports(readFileSync(packagePath(name, path), 'utf8'));
  const entries = () => {
    const { bin, exports } = manifest(name);
    const exported = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? target : [target.types ?? '', target.default ?? ''],
    );
    return [...Object.values(bin ?? {}), ...exported].map((path) => posix.normalize(path));
  };

  it('are the files that a user needs', () => {
    const others = packed.packages[name].files.filter((path) => !isModule(path));
    expect(others).toEqual([...OTHERS[name]].sort());
    const sources = ['src', 'generated'].flatMap((folder) => sourcesBelow(name, folder));
    const isCompiled = (path: string) => sources.includes(path.replace(/^dist\/|(?:\.js|\.d\.ts)$/g, ''));
    expect(modules().filter((path) => !isCompiled(path))).toEqual([]);
  });

  it('include each file that an export or a program reaches', () => {
    const reached = new Set(entries());
    // A set also visits the files that join it.
    for (const path of reached)
      for (const specifier of modules().includes(path) ? importsOf(path) : []) {
        if (!specifier.startsWith('.')) continue;
        const file = posix.join(posix.dirname(path), specifier);
        reached.add(path.endsWith('.d.ts') ? file.replace(/\.js$/, '.d.ts') : file);
      }
    expect([...reached].filter((file) => !packed.packages[name].files.includes(file))).toEqual([]);
  });

  it('import nothing that package.json does not declare', () => {
    const { dependencies, peerDependencies } = manifest(name);
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const undeclared = modules()
      .flatMap((path) => importsOf(path).map((specifier) => ({ path, specifier })))
      .filter(({ specifier }) => !/^(\.|node:|#)/.test(specifier))
      .filter(({ specifier }) => !declared.some((one) => specifier === one || specifier.startsWith(`${one}/`)));
    expect(undeclared).toEqual([]);
  });

  it('have declarations without the generic arrays of TypeScript 5.7, which an older compiler refuses', () => {
    const declarations = modules().filter((path) => path.endsWith('.d.ts'));
    const generic = declarations.filter((path) =>
      /Array<ArrayBuffer/.test(readFileSync(packagePath(name, path), 'utf8')),
    );
    expect(generic).toEqual([]);
  });

  it('satisfy publint', async () => {
    const { buffer: tarball } = Uint8Array.from(readFileSync(packed.packages[name].tarball));
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });
});

it('the packages of an empty project share one contract, and provide what every export names', { tags: 'long' }, () => {
  const project = install(packed, 'all');
  const entries = packageNames.flatMap(importable).filter((entry) => !entry.endsWith('.json'));
  expect(entries).toEqual(expect.arrayContaining([`${CONTRACT}/mock`, `${SANDBOX}/testing`]));
  project.write('every-export.js', importing(entries));
  const { status, stderr } = project.node('every-export.js');
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(join(project.directory, 'node_modules', SANDBOX))).not.toContain('node_modules');
});

/** The TypeScript modules below a folder of a package, without their extension. */
function sourcesBelow(name: PackageName, folder: string): string[] {
  if (!readdirSync(packagePath(name, '.')).includes(folder)) return [];
  return readdirSync(packagePath(name, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')).replace(/\.ts$/, ''));
}

function imports(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...text.matchAll(/(?<!-)\b(?:from|import)\s*\(?\s*['"]([^'"\s]+)['"]/g)].map(
    ([, specifier = '']) => specifier,
  );
}
