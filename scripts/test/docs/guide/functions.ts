import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { test } from 'vitest';
import { once } from '../../../../core/src/util/memoize.js';
import { built } from '../../../../test/built/built.ts';
import { programPath } from '../../../../test/programs.ts';
import { listingsOf, transpiled } from '../listings.ts';
import { type LossyGateway, startLossyGateway } from './lossy-gateway.ts';

const run = promisify(execFile);
const ADDRESS = 'http://127.0.0.1:4010';

/** Functions of the guides' code, as a shop that copied the files. Calls outside of functions are left out. */
export interface Shop extends AsyncDisposable {
  /** Calls a function of the guides, or creates an object of a class. Each call in PHP is a process, as on a web server. */
  call(name: string, ...values: unknown[]): Promise<unknown>;
  /** Another process of the shop, for example after a crash. It has the same files. */
  restart(): void;
  /** Calls a function in a process that the test can kill. Resolves when the process ends. */
  callAndDie(kill: AbortSignal, name: string, ...values: unknown[]): Promise<void>;
  /** The files of the shop. */
  readonly folder: string;
  /** Returns the rows of a SQL query in the database of the shop in PHP. */
  query(sql: string): Promise<string[][]>;
}

export type GuideLanguage = 'TypeScript' | 'PHP';

/** Writes the files of the guides to a new folder, with a gateway at `url`. */
export async function startShop(language: GuideLanguage, url: string): Promise<Shop> {
  // Inside the package, so that the files can import the built package by its name.
  const folder = await mkdtemp(join(process.cwd(), 'dist', 'shop-'));
  const { program, ...shop } = await (language === 'PHP' ? phpShop : typescriptShop)(folder, url);
  return {
    ...{ ...shop, folder },
    async callAndDie(signal, name, ...values) {
      const [command = '', ...args] = program(name, values);
      const env = { ...process.env, PAYMENT_GATEWAY_TOKEN: 'shop' };
      await run(command, args, { env, signal, killSignal: 'SIGKILL' }).catch(() => {});
    },
    query: async (sql) => (await shop.call('rowsOf', sql)) as string[][],
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns a test with a shop, at a gateway that can lose responses. Both end with the test. */
export const shopTest = (language: GuideLanguage) =>
  test.extend<{ gateway: LossyGateway; shop: Shop }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of other fixtures from it
    async gateway({}, use) {
      await using gateway = await startLossyGateway();
      await use(gateway);
    },
    async shop({ gateway }, use) {
      await using shop = await startShop(language, gateway.url);
      await use(shop);
    },
  });

/** The TypeScript of the guides as modules that export their functions. Compiled once, because each test has a shop of its own. */
const typescriptModules = once(() =>
  listingsOf('ts').map(({ file, code }) => {
    const { text, names } = declarationsOf(code.replace("?? '',\n});", "|| 'shop', retryDelayMs: 1 });"));
    const exported = `${text.replace(/^export /gm, '')}\nexport { ${names.join(', ')} };`;
    return { file: file.replace(/ts$/, 'mjs'), names, code: transpiled(exported.replaceAll(".js'", ".mjs'")) };
  }),
);

async function typescriptShop(folder: string, url: string) {
  const files = new Map<string, string>();
  for (const { file, names, code } of typescriptModules()) {
    const path = join(folder, file);
    for (const name of names) files.set(name, path);
    await writeFile(path, code.replaceAll(ADDRESS, url));
  }
  await writeFile(
    join(folder, 'driver.mjs'),
    'const [file, name, values] = JSON.parse(process.argv[2]);\nawait (await import(file))[name](...values);',
  );
  await built('compiled');
  let count = 0;
  return {
    async call(name: string, ...values: unknown[]) {
      const module = await import(`${pathToFileURL(files.get(name) ?? '')}?process=${count}`);
      const isClass = /^class\b/.test(`${module[name]}`);
      return isClass ? new module[name](...values) : module[name](...values);
    },
    restart: () => void count++,
    program: (name: string, values: readonly unknown[]) => [
      process.execPath,
      join(folder, 'driver.mjs'),
      JSON.stringify([pathToFileURL(files.get(name) ?? ''), name, values]),
    ],
  };
}

/** Returns the imports, types, constants and functions of a program, without the calls that `await`. */
function declarationsOf(code: string): { text: string; names: string[] } {
  const source = ts.createSourceFile('guide.ts', code, ts.ScriptTarget.ES2022, true);
  const names: string[] = [];
  const kept = source.statements.filter((statement) => {
    if (ts.isExpressionStatement(statement) || ts.isTryStatement(statement)) return false;
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) names.push(statement.name?.text ?? '');
    if (!ts.isVariableStatement(statement)) return true;
    const [declaration] = statement.declarationList.declarations;
    if (!declaration?.initializer || !ts.isIdentifier(declaration.name)) return false;
    if (ts.isAwaitExpression(declaration.initializer)) return false;
    names.push(declaration.name.text);
    return true;
  });
  return { text: kept.map((statement) => statement.getFullText()).join(''), names };
}

async function phpShop(folder: string, url: string) {
  const files = new Map<string, string>();
  for (const { code } of listingsOf('php')) {
    const [, file] = /^<\?php\n\/\/ ([\w-]+\.php)\n/.exec(code) ?? [];
    if (!file) continue;
    const [declarations = ''] = code.split(/^(?=\$|echo )/m);
    for (const [, name = ''] of declarations.matchAll(/^function (\w+)/gm)) files.set(name, file);
    await writeFile(join(folder, file), declarations.replaceAll(ADDRESS, url));
  }
  const driver = `<?php
set_error_handler(function (int $level, string $message) { if (error_reporting() & $level) throw new ErrorException($message); });
[$file, $name, $values] = json_decode($argv[1], true);
require __DIR__ . "/$file";
try { echo json_encode(['value' => $name(...$values)]); }
catch (Throwable $error) { echo json_encode(['error' => $error->getMessage()]); }`;
  await writeFile(join(folder, 'driver.php'), driver);
  const rows =
    "<?php require_once __DIR__ . '/hooks.php'; function rowsOf($sql) { return query($sql)->fetchAll(PDO::FETCH_NUM); }";
  await writeFile(join(folder, 'rows.php'), rows);
  files.set('rowsOf', 'rows.php');
  const program = (name: string, values: readonly unknown[]) => [
    programPath('php'),
    join(folder, 'driver.php'),
    JSON.stringify([files.get(name), name, values]),
  ];
  return {
    program,
    async call(name: string, ...values: unknown[]) {
      const [php = '', ...args] = program(name, values);
      const { stdout } = await run(php, args, { env: { ...process.env, PAYMENT_GATEWAY_TOKEN: 'shop' } });
      const { value, error } = JSON.parse(stdout);
      if (error !== undefined) throw new Error(error);
      return value;
    },
    restart: () => {},
  };
}
