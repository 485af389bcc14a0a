import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const findings = JSON.parse(readFileSync('out/findings.json', 'utf8'));
assert.deepEqual(
  findings.map(({ code, path }) => `${code} at ${path.join('.')}`),
  // The API has no known contact.
  ['info-contact at info'],
);
