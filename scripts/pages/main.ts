import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { buildPages } from './build.ts';

// Bundles the pages of the sandbox to dist/pages and prints the sizes.
const out = 'sandbox/dist/pages';
await rm(out, { recursive: true, force: true });
const weights = (await buildPages(out)).map(({ name, bytes }) => [name, gzipSync(bytes).byteLength] as const);
const sum = weights
  .filter(([name]) => !['findings.css', 'licenses.txt', 'qr.js'].includes(name))
  .reduce((total, [, weight]) => total + weight, 0);
console.log(
  `Pages written: ${out}, ${sum} bytes gzipped (${weights.map(([name, weight]) => `${name} ${weight}`).join(', ')})`,
);
