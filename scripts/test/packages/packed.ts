/** The packages as npm packs them, and empty projects that have installed them. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const CONTRACT = 'payment-gateway-contract';
export const CORE = 'payment-gateway-core';
export const SANDBOX = 'payment-gateway-sandbox';
export const VERIFY = 'payment-gateway-verify';
/** The packages, and the folder of each. */
const FOLDERS = {
  [CONTRACT]: root,
  [CORE]: join(root, 'core'),
  [SANDBOX]: join(root, 'sandbox'),
  [VERIFY]: join(root, 'verify'),
} as const;
export type PackageName = keyof typeof FOLDERS;
export const packageNames = Object.keys(FOLDERS) as PackageName[];

export interface PackedPackage {
  readonly tarball: string;
  /** Paths inside the package, sorted. */
  readonly files: readonly string[];
}

export interface Packed {
  /** The folder of everything below; remove it when done. */
  readonly folder: string;
  readonly packages: Readonly<Record<PackageName, PackedPackage>>;
  remove(): void;
}

export function pack(): Packed {
  for (const folder of Object.values(FOLDERS))
    if (!existsSync(join(folder, 'dist/src'))) throw new Error('Nothing is built: npm run build comes first.');
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  // As the release packs. Without scripts, or packing would build again while other tests use the build.
  const options = ['--json', '--ignore-scripts', '--workspaces', '--include-workspace-root'];
  const output = npm(root, 'pack', ...options, '--pack-destination', folder);
  const reports: Record<string, { name: string; filename: string; files: { path: string }[] }> = JSON.parse(output);
  const packed = (name: PackageName): PackedPackage => {
    const report = Object.values(reports).find((one) => one.name === name);
    if (report === undefined) throw new Error(`npm pack packs no ${name}: ${output}`);
    return { tarball: join(folder, report.filename), files: report.files.map((file) => file.path).sort() };
  };
  return {
    folder,
    packages: {
      [CONTRACT]: packed(CONTRACT),
      [CORE]: packed(CORE),
      [SANDBOX]: packed(SANDBOX),
      [VERIFY]: packed(VERIFY),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export interface Project {
  readonly directory: string;
  write(path: string, text: string): void;
  /** Runs node in the project. */
  node(...args: string[]): SpawnSyncReturns<string>;
  /** Runs the program of an installed package. */
  program(name: PackageName, ...args: string[]): SpawnSyncReturns<string>;
  /** Makes packages of this repository resolvable, as if they were installed too. */
  link(...packages: string[]): void;
}

/** Creates a project in the folder of the packages, and installs only the tarballs. Default: all packages. */
export function install({ folder, packages }: Packed, called: string, names = packageNames): Project {
  const directory = join(folder, called);
  // npm takes seconds, and a copy takes milliseconds: npm installs the first project, and the others are copies.
  const first = join(folder, ['installed', ...names].join(' '));
  if (!existsSync(first)) {
    mkdirSync(first);
    writeFileSync(join(first, 'package.json'), JSON.stringify({ version: '1.0.0', private: true, type: 'module' }));
    const tarballs = names.map((name) => packages[name].tarball);
    npm(first, 'install', ...tarballs, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund');
  }
  cpSync(first, directory, { recursive: true, verbatimSymlinks: true });
  const write = (path: string, text: string) => writeFileSync(join(directory, path), text);
  const node = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', timeout: 60_000 });
  return {
    directory,
    write,
    node,
    program: (name, ...args) => node(join('node_modules', name, manifest(name).bin?.[name] ?? ''), ...args),
    link(...packages) {
      for (const one of packages) {
        const link = join(directory, 'node_modules', one);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(root, 'node_modules', one), link, 'junction');
        for (const [command, file] of Object.entries(binOf(one))) {
          mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true });
          symlinkSync(join(root, 'node_modules', one, file), join(directory, 'node_modules/.bin', command));
        }
      }
    },
  };
}

/** What a program prints that has a mock, a list for each `print`. */
export function serve(project: Project, program: string): unknown[] {
  project.write(
    'module.js',
    `
      import { createGatewayClient } from '${CONTRACT}';
      import { startMockServer } from '${CONTRACT}/mock';
      const print = (...values) => console.log(JSON.stringify(values));
      const mock = await startMockServer({ port: 0 });
      ${program}
      await mock.close();
    `,
  );
  const { stdout, stderr } = project.node('module.js');
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const strictest = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Returns the exports of a package that a program can import, such as `payment-gateway-contract/mock`. */
export function importable(name: PackageName): string[] {
  const entries = Object.keys(manifest(name).exports).filter((entry) => !entry.endsWith('.yaml'));
  return entries.map((entry) => name + entry.slice(1));
}

/** Returns a program that imports each of these specifiers. */
export function importing(specifiers: readonly string[]): string {
  const imports = specifiers.map((specifier, index) => {
    const names = specifier.endsWith('.json') ? `_${index}` : `* as _${index}`;
    return `import ${names} from '${specifier}';`;
  });
  return `${imports.join('\n')}\nconsole.log(${specifiers.map((_, index) => `_${index}`)});`;
}

/** Returns the messages of the newest compiler for a program in the project. */
export function compile(project: Project, program: string, types: readonly string[] = []): string {
  const compilerOptions = { ...strictest, types };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  project.write('program.ts', program);
  return project.node(join(root, 'node_modules/typescript-native/bin/tsc'), '--project', '.').stdout;
}

function binOf(one: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, 'node_modules', one, 'package.json'), 'utf8')).bin ?? {};
}

/** The lock file of a new project that installs the contract's tarball and other packages; nothing is unpacked. */
export function lockFile({ folder, packages }: Packed, called: string, others: readonly string[]): string {
  const directory = join(folder, called);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: called, version: '1.0.0', private: true }));
  const specs = [packages[CONTRACT].tarball, ...others];
  npm(directory, 'install', ...specs, '--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund');
  return readFileSync(join(directory, 'package-lock.json'), 'utf8');
}

function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = npmIn(cwd, ...args);
  if (status !== 0) throw new Error(`npm ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** Runs npm in a folder. */
export function npmIn(cwd: string, ...args: string[]): SpawnSyncReturns<string> {
  // npm is a script for the shell on Windows; npm run tells where its JavaScript is.
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  return spawnSync(command, [...first, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The package.json of a package of this repository. */
export function manifest(name: PackageName): Manifest {
  return JSON.parse(readFileSync(packagePath(name, 'package.json'), 'utf8'));
}

/** Returns the path of a file of a package of this repository, which is also the packed file. */
export function packagePath(name: PackageName, path: string): string {
  return join(FOLDERS[name], path);
}
