import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EVIDENCE } from '../contract/read.ts';
import { deriveAll, SANDBOX } from '../generate/derive.ts';
import { removeStale } from './stale.ts';
import { unreachedFiles } from './unreached.ts';

for (const pkg of ['.', 'sandbox', 'verify'])
  for (const file of removeStale(resolve(pkg))) console.log(`Removed ${file}: its source is gone`);

const [contract = '', control = '', evidence] = ['openapi.yaml', SANDBOX, EVIDENCE].map((file) =>
  readFileSync(file, 'utf8'),
);
for (const [file, text] of deriveAll(contract, control, evidence)) {
  mkdirSync(dirname(file), { recursive: true });
  // A server that runs from this folder may be reading the file.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

// npm leaves these files out of the package, because users can import only modules that an export reaches.
for (const pkg of ['.', 'sandbox', 'verify']) {
  const left = unreachedFiles(resolve(pkg)).map((file) => file.slice('dist'.length));
  // A test of a fresh clone may derive files before it compiles the package.
  mkdirSync(`${pkg}/dist`, { recursive: true });
  writeFileSync(`${pkg}/dist/.npmignore`, `${left.join('\n')}\n.tsbuildinfo\n`);
}
