import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { editorConfig, sources, unbuilt } from './editor.ts';

test.each(Object.values(sources))('an editor finds the sources of each package from %s without a build', (file) => {
  const { options, fileNames, errors } = editorConfig(file);
  expect(errors).toEqual([]);
  expect(fileNames).toContain(resolve(file));
  for (const [name, source] of Object.entries(sources)) {
    const { exports } = JSON.parse(readFileSync(`${source.split('src/')[0]}package.json`, 'utf8')) as {
      exports: Record<string, string | { 'payment-gateway-source'?: string }>;
    };
    for (const [entry, target] of Object.entries(exports)) {
      if (typeof target === 'string' || !target['payment-gateway-source']) continue;
      const specifier = name + entry.slice(1);
      const asModule = ts.ModuleKind.ESNext;
      const found = ts.resolveModuleName(specifier, resolve(file), options, unbuilt, undefined, undefined, asModule);
      const expected = resolve(source.replace(/src\/.*/, ''), target['payment-gateway-source']);
      expect([specifier, found.resolvedModule?.resolvedFileName]).toEqual([specifier, expected]);
    }
  }
});
