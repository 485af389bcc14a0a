import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SANDBOX } from './derive.ts';
import { FIXTURES, generateFixture } from './fixtures.ts';
import { generateAll } from './generate.ts';
import { generateSecurity, SECURITY } from './security.ts';
import { generateTypesVersions, MANIFESTS } from './types-versions.ts';

const files = await generateAll(await readFile('openapi.yaml', 'utf8'), await readFile(SANDBOX, 'utf8'));
for (const file of FIXTURES.keys()) files.set(file, generateFixture(file, await readFile(file, 'utf8')));
files.set(SECURITY, generateSecurity(await readFile(SECURITY, 'utf8')));
for (const file of MANIFESTS) files.set(file, generateTypesVersions(await readFile(file, 'utf8')));
for (const [file, content] of files) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
console.log(`Wrote ${[...files.keys()].join(', ')}`);
