import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** The packages, with a source file of each. */
export const sources = {
  'payment-gateway-contract': 'src/index.ts',
  'payment-gateway-core': 'core/src/util/index.ts',
  'payment-gateway-sandbox': 'sandbox/src/index.ts',
  'payment-gateway-verify': 'verify/src/index.ts',
};

/** Returns the options that an editor reads for a file: those of the nearest `tsconfig.json`. */
export function editorConfig(file: string): ts.ParsedCommandLine {
  const path = ts.findConfigFile(resolve(file), ts.sys.fileExists) ?? '';
  const { config } = ts.parseConfigFileTextToJson(path, readFileSync(path, 'utf8'));
  return ts.parseJsonConfigFileContent(config, ts.sys, resolve(path, '..'), undefined, path);
}

const isBuilt = (path: string) => /\/dist(\/|$)/.test(path) && !/\/node_modules\/(?!payment-gateway)/.test(path);
/** What an editor sees after `npm ci`: no package is built. */
export const unbuilt: ts.System = {
  ...ts.sys,
  fileExists: (path) => !isBuilt(path) && ts.sys.fileExists(path),
  directoryExists: (path) => !isBuilt(path) && ts.sys.directoryExists(path),
};
