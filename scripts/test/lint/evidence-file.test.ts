import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { isObject } from '../../../core/src/util/json.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const folder = temporaryFolder('evidence-file');

/** Lints the sound small contract with its evidence in a file of its own. Returns Redocly's text about each problem. */
async function lintSplit(change: (evidence: Record<string, Record<string, unknown>>) => void): Promise<string> {
  const contract = parse(readFileSync('scripts/test/lint/contract.yaml', 'utf8'));
  const evidence: Record<string, Record<string, unknown>> = { 'x-resources': {} };
  for (const key of ['x-source-document', 'x-evidence-sources', 'x-evidence-register', 'x-test-values']) {
    evidence[key] = contract[key];
    delete contract[key];
  }
  const operations = Object.values(contract.paths).flatMap((item) => Object.values(Object(item)));
  for (const operation of operations.filter(isObject)) {
    Object.assign(evidence['x-resources'] ?? {}, { [String(operation.operationId)]: operation['x-resource'] });
    delete operation['x-resource'];
  }
  change(evidence);
  writeFileSync(join(folder, 'openapi.yaml'), stringify(contract));
  writeFileSync(join(folder, 'evidence.yaml'), stringify(evidence));
  return new Promise((resolve) => {
    const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', '--format', 'checkstyle'];
    execFile(process.execPath, [...args, join(folder, 'openapi.yaml')], (_error, stdout) => resolve(stdout));
  });
}

const lineOf = (text: string) =>
  readFileSync(join(folder, 'evidence.yaml'), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

test('a finding names the evidence file and its line, and an id that no operation has is one', {
  tags: 'long',
}, async () => {
  const found = await lintSplit((evidence) => {
    Object.assign(evidence['x-evidence-register']?.['order-states'] ?? {}, { level: 'guessed' });
    Object.assign(evidence['x-resources']?.createOrder ?? {}, { type: 'Shop' });
    Object.assign(evidence['x-resources'] ?? {}, { payOrder: { type: 'Order', action: 'act' } });
  });
  const [, ofEvidence = ''] = found.split(/(?=<file name="[^"]*evidence\.yaml")/);
  expect(ofEvidence).toContain(`line="${lineOf('level: guessed')}"`);
  expect(ofEvidence).toContain('gateway/extension-shapes');
  expect(ofEvidence).toContain('gateway/resource-declared');
  // Redocly points to the first line of an object.
  expect(ofEvidence).toMatch(new RegExp(`line="${lineOf('payOrder') + 1}"[^>]*No operation has the id`));
});
