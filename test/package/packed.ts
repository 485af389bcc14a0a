/** The package as npm packs it, and an empty project that has installed it. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const name = 'payment-gateway-contract';

export interface Packed {
  /** The folder of everything below; remove it when done. */
  readonly folder: string;
  readonly tarball: string;
  /** Paths inside the package, sorted. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
  remove(): void;
}

export function pack(): Packed {
  if (!existsSync(join(root, 'dist/src/index.js'))) throw new Error('Nothing is built: npm run build comes first.');
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  // Without scripts, or packing would build again below the feet of the other tests.
  const output = npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder);
  const [report]: { filename: string; unpackedSize: number; files: { path: string }[] }[] = JSON.parse(output);
  if (report === undefined) throw new Error(`npm pack says nothing of a package: ${output}`);
  return {
    folder,
    tarball: join(folder, report.filename),
    files: report.files.map((file) => file.path).sort(),
    unpackedBytes: report.unpackedSize,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export interface Project {
  readonly directory: string;
  write(path: string, text: string): void;
  /** Runs node in the project. */
  node(...args: string[]): SpawnSyncReturns<string>;
  /** Makes packages of this repository resolvable, as if they were installed too. */
  link(...packages: string[]): void;
}

/** Creates a project in the folder of the package, and installs only the tarball. */
export function install({ folder, tarball }: Packed, called: string): Project {
  const directory = join(folder, called);
  // npm takes seconds, and a copy takes milliseconds: npm installs the first project, and the others are copies.
  const first = join(folder, 'installed');
  if (!existsSync(first)) {
    mkdirSync(first);
    writeFileSync(join(first, 'package.json'), JSON.stringify({ version: '1.0.0', private: true, type: 'module' }));
    npm(first, 'install', tarball, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund');
  }
  cpSync(first, directory, { recursive: true, verbatimSymlinks: true });
  const write = (path: string, text: string) => writeFileSync(join(directory, path), text);
  return {
    directory,
    write,
    node: (...args) => spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', timeout: 60_000 }),
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
      import { createGatewayClient } from '${name}';
      import { startMockServer } from '${name}/mock';
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

/** Returns a program that imports each of these exports, such as './mock'. */
export function importing(entries: readonly string[]): string {
  const imports = entries.map((entry, index) => {
    const names = entry.endsWith('.json') ? `_${index}` : `* as _${index}`;
    return `import ${names} from '${name}${entry.slice(1)}';`;
  });
  return `${imports.join('\n')}\nconsole.log(${entries.map((_, index) => `_${index}`)});`;
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

/** The lock file of a new project that installs the tarball and other packages; nothing is unpacked. */
export function lockFile({ folder, tarball }: Packed, called: string, others: readonly string[]): string {
  const directory = join(folder, called);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: called, version: '1.0.0', private: true }));
  npm(directory, 'install', tarball, ...others, '--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund');
  return readFileSync(join(directory, 'package-lock.json'), 'utf8');
}

function npm(cwd: string, ...args: string[]): string {
  // npm is a script for the shell on Windows; npm run tells where its JavaScript is.
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  return execFileSync(command, [...first, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** This package's own package.json. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Runs the command of an installed package, here. */
export function tool(path: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root, encoding: 'utf8' });
}
