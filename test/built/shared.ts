/**
 * Builds the package for tests: its modules before the run, and its pages and docs on the first call of `built`. It builds only parts that are older
 * than its sources.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    builtUrl: string;
  }
}

const ownScript = (path: string) => [
  '--conditions=payment-gateway-source',
  '--import',
  'ts-blank-space/register',
  path,
];

const compiler = (folder: string) => ['node_modules/typescript-native/bin/tsc', '-p', folder];
const COMPILED = ['dist/.tsbuildinfo', 'sandbox/dist/.tsbuildinfo', 'verify/dist/.tsbuildinfo'] as const;

/** For each part: a file as old as the part, its sources, and its build command. Each follows the parts that it needs. */
const parts = {
  contract: {
    result: COMPILED[0],
    sources: ['src', 'generated', 'tsconfig.json', 'package-lock.json'],
    build: compiler('src'),
  },
  sandbox: {
    result: COMPILED[1],
    sources: [COMPILED[0], 'sandbox/src', 'sandbox/generated', 'sandbox/tsconfig.json'],
    build: compiler('sandbox'),
  },
  verify: {
    result: COMPILED[2],
    sources: [COMPILED[0], 'verify/src', 'verify/tsconfig.json'],
    build: compiler('verify'),
  },
  derived: {
    result: 'sandbox/dist/derived/sandbox.openapi.json',
    sources: [
      'openapi.yaml',
      'evidence.yaml',
      ...COMPILED,
      ...['compile', 'generate', 'translation'].map((name) => `scripts/${name}`),
    ],
    build: ownScript('scripts/compile/main.ts'),
  },
  pages: {
    result: 'sandbox/dist/pages/buyer.js',
    sources: [
      'src',
      'sandbox/pages',
      'sandbox/src',
      'generated',
      'sandbox/generated',
      'scripts/pages',
      'scripts/docs/site/mark.svg',
      'package-lock.json',
    ],
    build: ownScript('scripts/pages/main.ts'),
  },
  docs: {
    result: 'dist/docs/index.html',
    sources: [
      'openapi.yaml',
      'evidence.yaml',
      'src',
      'sandbox/src',
      'verify/src',
      'generated',
      'scripts',
      'tables',
      'package-lock.json',
      'redocly.yaml',
      'CHANGELOG.md',
    ],
    build: ownScript('scripts/docs/main.ts'),
  },
};

export type Part = 'pages' | 'docs';

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Code of the guides imports the package by its name, and every sandbox reads derived files, also one that runs from the sources.
  for (const part of ['contract', 'sandbox', 'verify', 'derived'] as const) await bring(part);
  const builds = new Map<string, Promise<void>>();
  const server = createServer((request, response) => {
    const part = request.url?.slice(1) as Part;
    const build = builds.get(part) ?? bring(part);
    builds.set(part, build);
    build.then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('builtUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

async function bring(part: keyof typeof parts): Promise<void> {
  const { result, sources, build } = parts[part];
  if (existsSync(result) && changed(result) > Math.max(...sources.map(newest))) return;
  await promisify(execFile)(process.execPath, build);
  // The compiler writes nothing if only the times of its sources have changed.
  utimesSync(result, new Date(), new Date());
}

const changed = (path: string): number => statSync(path).mtimeMs;

/** Returns the time of the newest change below a path. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changed(path);
  return Math.max(...readdirSync(path).map((name) => newest(join(path, name))));
}
