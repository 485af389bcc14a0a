import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildInto } from '../build/folder.ts';
import { buildPages } from './build.ts';

// Bundles the pages of the sandbox to dist/pages and prints the sizes.
const dist = 'sandbox/dist';
const pages = await buildInto(dist, ({ out }) => buildPages(join(out, 'pages')));
const weights = pages.map(({ name, bytes }) => [name, gzipSync(bytes).byteLength] as const);
const sum = weights
  .filter(([name]) => !['findings.css', 'licenses.txt', 'qr.js'].includes(name))
  .reduce((total, [, weight]) => total + weight, 0);
console.log(
  `Pages written: ${dist}/pages, ${sum} bytes gzipped (${weights.map(([name, weight]) => `${name} ${weight}`).join(', ')})`,
);
