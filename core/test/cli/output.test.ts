import { expect, test } from 'vitest';
import { withProgress } from '../../src/cli/output.ts';

const terminal = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string) => written.push(text) > 0 } as never };
};

test('shows a progress message on a terminal, and removes it, even after an error', async () => {
  const { written, stream } = terminal(true);
  expect(await withProgress('Advancing', async () => 7, stream)).toBe(7);
  await expect(withProgress('Copying', () => Promise.reject(new Error('full')), stream)).rejects.toThrow('full');
  expect(written).toEqual(['Advancing …', '', 'Copying …', ''].map((text) => `\r\u001b[K${text}`));
});

test('writes nothing into a pipe', async () => {
  const { written, stream } = terminal(false);
  expect(await withProgress('Advancing', async () => 7, stream)).toBe(7);
  expect(written).toEqual([]);
});
