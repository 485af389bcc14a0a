import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWith } from '../../../../test/cli/compiled.ts';
import { cli } from '../../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { startDeviatingServer } from '../../../../verify/test/deviating-server.ts';

const folder = temporaryFolder('proxy-guide');
const guide = readFileSync('scripts/docs/guide/en/proxy.md', 'utf8');
const commands = [...guide.matchAll(/^npx payment-gateway-verify ([^\\\n]*(?:\\\n.*)?)$/gm)].map(([, line = '']) =>
  line.split(/[\s\\]+/).map((word) => (/\.(jsonl?|patch)$/.test(word) ? join(folder, word) : word)),
);

test('the commands of the guide run in its order, and print its line', async () => {
  await using gateway = await startDeviatingServer({
    change: ({ path }, { body, ...reply }) =>
      path === '/v1/plans' ? { ...reply, body: { ...(body as object), total: undefined } } : undefined,
  });
  const [proxy = [], report = [], exchanges = []] = commands;
  const words = proxy.map((word) => (word === 'https://gateway.example' ? gateway.url : word));
  const { child, output, url } = await startWith({}, 'verify', ...words, '--port', '0');
  await (await fetch(`${url}/v1/plans`, { headers: { authorization: 'Bearer token' } })).text();
  child.kill('SIGINT');
  await once(child, 'close');
  const [, line = 'the line of the guide'] = /```text\n(.*)\n/.exec(guide) ?? [];
  expect(output.stdout).toContain(`\n${line}\n`);

  // A server on this machine proves nothing.
  const evidence = report.find((word) => word.endsWith('.json')) ?? '';
  writeFileSync(evidence, JSON.stringify({ ...JSON.parse(readFileSync(evidence, 'utf8')), circular: [] }));
  expect((await cli('verify', ...report)).code).toBe(1);
  expect(readFileSync(report.at(-1) ?? '', 'utf8')).toContain('+++ b/evidence.yaml');
  expect((await cli('verify', ...exchanges)).stdout).toContain('; 1 exchange.');
});
