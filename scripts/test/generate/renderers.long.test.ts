import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { evidenceText } from '../../../core/src/contract/evidence.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { readOwnContract } from '../../contract/read.ts';
import { generatePortableJson } from '../../generate/portable.ts';

const folder = temporaryFolder('renderer');

test('a stock renderer shows the evidence of each operation of the portable form', () => {
  const contract = readOwnContract();
  writeFileSync(join(folder, 'openapi.json'), generatePortableJson(contract));
  const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'build-docs'];
  execFileSync(process.execPath, [...redocly, join(folder, 'openapi.json'), '-o', join(folder, 'index.html')], {
    stdio: 'pipe',
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const { operationsAndWebhooks, placedOf } = contractOf(contract.root);
  for (const operation of operationsAndWebhooks) {
    expect(html).toContain(`Evidence: ${evidenceText(placedOf(operation).evidence)} - `);
  }
});
