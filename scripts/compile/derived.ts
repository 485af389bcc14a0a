import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { buildInto } from '../build/folder.ts';
import { EVIDENCE } from '../contract/read.ts';
import { deriveAll, SANDBOX } from '../generate/derive.ts';

// Derives the files in `dist/derived` of the packages. Programs read them; source files do not import them.

const [contract = '', control = '', evidence] = ['openapi.yaml', SANDBOX, EVIDENCE].map((file) =>
  readFileSync(file, 'utf8'),
);
const derived = [...deriveAll(contract, control, evidence)];

for (const dist of ['dist', 'sandbox/dist']) {
  await buildInto(dist, async ({ out }) => {
    mkdirSync(join(out, 'derived'));
    for (const [file, text] of derived) {
      if (posix.dirname(file) === `${dist}/derived`) writeFileSync(join(out, 'derived', basename(file)), text);
    }
  });
}
