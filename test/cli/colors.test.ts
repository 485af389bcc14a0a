import { describe, expect, test } from 'vitest';
import { some } from '../property-runs.ts';
import { commandLine, cli as inPipe } from './compiled.ts';
import { inTerminal } from './terminal.ts';

// In CI, Node takes a terminal for one without colors.
const { NO_COLOR: _, FORCE_COLOR: _forced, CI: _ci, ...env } = process.env;
const mistake = [process.execPath, ...commandLine('start', '--webhook', 'ftp://receiver.example', '--port', 'x')];
/** The colors of a text, as `[31m`. */
const colorsOf = (text: string) => text.replaceAll('\u001b', '^').match(/\^\[\d+m/g) ?? [];

describe('an error', { tags: 'python' }, () => {
  test('has its program in red in a terminal, and lines that fit', async () => {
    const { code, output } = await inTerminal('', mistake, { ...env, TERM: 'xterm' });
    expect([code, colorsOf(output)]).toEqual([1, ['^[31m', '^[0m', '^[31m', '^[0m']]);
    expect(output).toMatch(/ --webhook: .*\r\n {2}\S.*\r\n/);
  });

  test.each(some([{ NO_COLOR: '1' }, { TERM: 'dumb' }]))('has no color with %j', async (variables) => {
    const { code, output } = await inTerminal('', mistake, { ...env, TERM: 'xterm', ...variables });
    expect([code, colorsOf(output)]).toEqual([1, []]);
    expect(output).toContain('--port: must be a whole number');
  });

  test('has no color in a pipe', async () => {
    const { stderr } = await inPipe('start', '--port', 'x');
    expect(stderr).toBe('payment-gateway-sandbox: --port: must be a whole number from 0 to 65535\n');
  });
});
