import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveAll, SANDBOX } from '../generate/derive.ts';
import { unreachedDeclarations } from './declarations.ts';
import { removeStale } from './stale.ts';

for (const file of removeStale(process.cwd())) console.log(`Removed ${file}: its source is gone`);

const folder = 'dist/derived';
mkdirSync(folder, { recursive: true });
for (const [name, text] of deriveAll(readFileSync('openapi.yaml', 'utf8'), readFileSync(SANDBOX, 'utf8'))) {
  const file = join(folder, name);
  // A server that runs from this folder may be reading the file.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

// npm leaves these files out of the package: nobody can import a module that no export reaches.
const left = unreachedDeclarations(process.cwd()).map((file) => file.slice('dist'.length));
writeFileSync('dist/.npmignore', `${left.join('\n')}\n`);
