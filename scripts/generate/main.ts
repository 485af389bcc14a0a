import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SANDBOX } from './derive.ts';
import { FIXTURES, generateFixture } from './fixtures.ts';
import { generateAll, generateSandbox } from './generate.ts';
import { generateOptionDocs } from './option-docs.ts';

const files = new Map([
  ...(await generateAll(await readFile('openapi.yaml', 'utf8'))),
  ...(await generateSandbox(await readFile(SANDBOX, 'utf8'))),
  ['option-docs.ts', generateOptionDocs()],
]);
await mkdir('generated', { recursive: true });
await Promise.all([...files].map(([name, content]) => writeFile(join('generated', name), content)));
for (const file of FIXTURES.keys()) await writeFile(file, generateFixture(file, await readFile(file, 'utf8')));
console.log(`generated/: ${[...files.keys()].join(', ')}`);
