import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EVIDENCE, readOwnContract } from '../contract/read.ts';
import { INSTALL_TEXTS, isReleased, withInstallText } from '../release/install.ts';
import { SANDBOX } from './derive.ts';
import { generateParameters, PARAMETERS } from './register.ts';

const contract = readOwnContract();
// The option tables, which the generators import, need the numbers. So they are written first.
await writeFile(PARAMETERS, generateParameters(contract));
const { generateActSchemas } = await import('./acts.ts');
const { FIXTURES, generateFixture } = await import('./fixtures.ts');
const { generateAll } = await import('./generate.ts');
const { generateReadme, COUNTED_READMES } = await import('./readme.ts');
const { generateSecurity, SECURITY } = await import('./readme.ts');
const { generateTypesVersions, MANIFESTS } = await import('./types-versions.ts');

const control = generateActSchemas(SANDBOX, await readFile(SANDBOX, 'utf8'));
const files = await generateAll(await readFile('openapi.yaml', 'utf8'), control, await readFile(EVIDENCE, 'utf8'));
files.set(SANDBOX, control);
for (const file of FIXTURES) files.set(file, generateFixture(file, await readFile(file, 'utf8')));
files.set(SECURITY, generateSecurity(await readFile(SECURITY, 'utf8')));
for (const [file, language] of Object.entries(COUNTED_READMES))
  files.set(file, generateReadme(await readFile(file, 'utf8'), contract, language));
const released = isReleased();
for (const file of INSTALL_TEXTS)
  files.set(file, withInstallText(file, files.get(file) ?? (await readFile(file, 'utf8')), released));
for (const file of MANIFESTS) files.set(file, generateTypesVersions(await readFile(file, 'utf8')));
for (const [file, content] of files) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
console.log(`Wrote ${[...files.keys()].join(', ')}`);
