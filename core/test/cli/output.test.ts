import { expect, onTestFinished, test, vi } from 'vitest';
import { printError, setProgram, withProgress } from '../../src/cli/output.ts';

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

/** What `printError` writes to standard error with these properties. */
function printed(properties: object, message: string): string {
  const written: string[] = [];
  const stream = { ...properties, write: (text: string) => written.push(text) > 0 };
  const spy = vi.spyOn(process, 'stderr', 'get').mockReturnValue(stream as never);
  onTestFinished(() => spy.mockRestore());
  // Other files of this worker run programs.
  setProgram('payment-gateway');
  printError(message);
  return written.join('');
}

test('an error fits a terminal, its program in red, and has one line in a pipe', () => {
  const message = '--webhook: a receiver of events  needs an address that begins with http:// or https://';
  const terminal = { isTTY: true, columns: 60, hasColors: () => true };
  expect(printed(terminal, message)).toBe(
    `\u001b[31mpayment-gateway:\u001b[0m --webhook: a receiver of events needs an\n  address that begins with http:// or https://\n`,
  );
  expect(printed({ ...terminal, hasColors: () => false }, message)).not.toContain('\u001b');
  expect(printed({}, message)).toBe(`payment-gateway: ${message}\n`);
});
