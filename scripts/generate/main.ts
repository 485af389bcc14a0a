import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateAll } from './generate.ts';

const files = await generateAll(await readFile('openapi.yaml', 'utf8'));
await mkdir('generated', { recursive: true });
await Promise.all([...files].map(([name, content]) => writeFile(join('generated', name), content)));
console.log(`generated/: ${[...files.keys()].join(', ')}`);
