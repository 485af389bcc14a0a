import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The best of the public contracts that were scored with the same tool: Redocly's museum example. */
const bestPublic = 86.5;

test('the contract scores better than the best public example', () => {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'score', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'],
    { encoding: 'utf8', env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  const { agentReadiness, subscores } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  console.log(`redocly score ${agentReadiness} of 100`, subscores);
  expect(agentReadiness).toBeGreaterThan(bestPublic);
});
