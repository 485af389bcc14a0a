/**
 * Builds a part of the packages when a test first asks for it with `built`, if the part is older than its sources. A type error stops only the tests
 * that ask for the compiled modules, with the lines of the compiler.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
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

/** For each part: a file as old as the part, its sources, and the program that builds it. */
const parts = {
  derived: {
    result: 'sandbox/dist/derived/sandbox.openapi.json',
    sources: [
      'openapi.yaml',
      'evidence.yaml',
      ...['generated', 'core/src', 'core/generated', 'sandbox/src', 'sandbox/generated'],
      ...['compile', 'contract', 'generate', 'translation'].map((name) => `scripts/${name}`),
    ],
    program: 'scripts/compile/derived.ts',
  },
  compiled: {
    result: 'verify/dist/src/cli/main.js',
    sources: [
      'openapi.yaml',
      'evidence.yaml',
      ...['src', 'generated', 'core/src', 'core/generated', 'sandbox/src', 'sandbox/generated', 'verify/src'],
      ...['tsconfig.json', 'tsconfig.build.json'],
      ...['src', 'core', 'sandbox', 'verify'].map((folder) => `${folder}/tsconfig.build.json`),
      ...['build', 'compile', 'generate', 'translation'].map((name) => `scripts/${name}`),
      'package.json',
      'package-lock.json',
    ],
    program: 'scripts/compile/main.ts',
  },
  pages: {
    result: 'sandbox/dist/pages/buyer.js',
    sources: [
      ...['src', 'core/src', 'sandbox/pages', 'sandbox/src', 'generated', 'sandbox/generated'],
      ...['scripts/build', 'scripts/pages', 'scripts/docs/site/mark.svg', 'package-lock.json'],
    ],
    program: 'scripts/pages/main.ts',
  },
  docs: {
    result: 'dist/docs/index.html',
    sources: [
      ...['openapi.yaml', 'evidence.yaml', 'redocly.yaml', 'CHANGELOG.md', 'package.json', 'package-lock.json'],
      ...['src', 'core/src', 'sandbox/src', 'sandbox/skills', 'verify/src', 'scripts', 'tables'],
      ...['generated', 'core/generated', 'sandbox/generated'],
    ],
    program: 'scripts/docs/main.ts',
  },
};

export type Part = Exclude<keyof typeof parts, 'derived'>;

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Every sandbox reads these files, also one that runs from the sources. They need no compiler.
  await bring('derived').catch(({ message }) => console.error(message));
  const builds = new Map<Part, Promise<void>>();
  const build = (part: Part): Promise<void> => {
    // The builds of pages and docs load the compiled core.
    const started = builds.get(part) ?? (part === 'compiled' ? bring(part) : build('compiled').then(() => bring(part)));
    builds.set(part, started);
    return started;
  };
  const server = createServer((request, response) => {
    build(request.url?.slice(1) as Part).then(
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
  const { result, sources, program } = parts[part];
  if (existsSync(result) && changed(result) > Math.max(...sources.map(newest))) return;
  const options = ['--conditions=payment-gateway-source', '--import', 'ts-blank-space/register'];
  await promisify(execFile)(process.execPath, [...options, program]).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
}

const changed = (path: string): number => statSync(path).mtimeMs;

/** Returns the time of the newest change below a path, without its tests. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changed(path);
  const names = readdirSync(path).filter((name) => name !== 'test');
  return Math.max(...names.map((name) => newest(join(path, name))));
}
