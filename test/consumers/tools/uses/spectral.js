import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const findings = JSON.parse(readFileSync('out/findings.json', 'utf8'));
assert.deepEqual(
  findings.map(({ code, path }) => `${code} at ${path.join('.')}`),
  // Nobody is known whom a user of the API could ask.
  ['info-contact at info'],
);
