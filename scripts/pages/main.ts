import { join } from 'node:path';
import { buildInto } from '../build/folder.ts';
import { buildPages } from './build.ts';

// Bundles the pages of the sandbox to dist/pages.
const dist = 'sandbox/dist';
await buildInto(dist, ({ out }) => buildPages(join(out, 'pages')));
console.log(`Pages written: ${dist}/pages`);
