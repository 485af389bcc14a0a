import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { inTerminal } from '../../../test/cli/terminal.ts';
import { startDeviatingServer } from '../deviating-server.ts';

// interruption.test.ts has the other answers.
test('verify in a terminal asks, and writes if the answer is "y"', { tags: 'python' }, async () => {
  await using server = await startDeviatingServer();
  const folder = mkdtempSync(join(tmpdir(), 'verify-terminal-'));
  try {
    const writes = ['--entry', 'list-order', '--allow', 'write', '--created', join(folder, 'created.jsonl')];
    const command = [process.execPath, ...commandLine('verify'), '--url', server.url, ...writes];
    const { code, output } = await inTerminal('y', command, { ...process.env, PAYMENT_GATEWAY_TOKEN: 'token' });
    expect(output.indexOf('Requests:')).toBeLessThan(output.indexOf('Go on? [y/N]'));
    expect({ code, wrote: server.received.some(({ method }) => method === 'POST') }).toEqual({
      code: 0,
      wrote: true,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
