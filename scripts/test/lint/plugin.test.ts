import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { isObject } from '../../../core/src/util/json.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { lint } from './lint.ts';

const folder = temporaryFolder('evidence-file');

test('the evidence file joins its contract, a finding names the place in both, and an id that no operation has is one', {
  tags: 'long',
}, async () => {
  const contract = parse(readFileSync('scripts/test/lint/contract.yaml', 'utf8'));
  const resources: Record<string, unknown> = { payOrder: { type: 'Order', action: 'act' } };
  const evidence: Record<string, Record<string, unknown>> = { 'x-resources': resources };
  for (const key of ['x-source-document', 'x-evidence-sources', 'x-evidence-register', 'x-test-values']) {
    evidence[key] = contract[key];
    delete contract[key];
  }
  const operations = Object.values(contract.paths).flatMap((item) => Object.values(Object(item)));
  for (const operation of operations.filter(isObject)) {
    resources[String(operation.operationId)] = operation['x-resource'];
    delete operation['x-resource'];
  }
  Object.assign(evidence['x-evidence-register']?.['order-states'] ?? {}, { level: 'guessed' });
  Object.assign(resources.createOrder ?? {}, { type: 'Shop' });
  contract['x-evidence-of'] = { security: 'guessed' };
  writeFileSync(join(folder, 'openapi.yaml'), stringify(contract));
  writeFileSync(join(folder, 'evidence.yaml'), stringify(evidence));

  const [problems = []] = await lint([join(folder, 'openapi.yaml')]);

  const places = problems.map(({ rule, at }) => `${rule} ${at}`);
  expect(places).toContain('gateway/extension-shapes x-evidence-register/order-states/level');
  // Redocly shows no line of evidence.yaml, and openapi.yaml has evidence of its own at the top.
  const inEvidence = problems.filter(({ message }) => message.startsWith('evidence.yaml, ')).map(({ at }) => at);
  expect(inEvidence).toContain('x-evidence-register/order-states/level');
  expect(inEvidence.filter((at) => !/^x-(?:evidence-register|resources|test-values)/.test(at))).toEqual([]);
  expect(places).toContain('gateway/resource-declared paths/~1orders/post/x-resource');
  expect(problems).toContainEqual(
    expect.objectContaining({
      at: 'x-resources/payOrder',
      message: expect.stringContaining('No operation has the id'),
    }),
  );
});
