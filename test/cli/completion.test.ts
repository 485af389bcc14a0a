import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flagOf } from '../../core/src/util/option-table.js';
import { SANDBOX_OPTIONS } from '../../sandbox/src/options/sandbox-options.js';
import { programPath } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cli } from './in-process.ts';

const folder = temporaryFolder('cli-completion');

const scriptOf = new Map<string, string>();
for (const shell of ['bash', 'fish', 'powershell', 'zsh']) {
  scriptOf.set(shell, join(folder, shell));
  writeFileSync(join(folder, shell), (await cli('completion', shell)).stdout);
}

/** Returns what bash completes for the last word. */
function inBash(...words: string[]): string[] {
  const program = `source "$1"; shift
    complete -p payment-gateway-sandbox > /dev/null || exit 1
    COMP_WORDS=(payment-gateway-sandbox "$@"); COMP_CWORD=$#
    _payment_gateway_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync(programPath('bash'), [
    '--norc',
    '-c',
    program,
    'bash',
    scriptOf.get('bash') ?? '',
    ...words,
  ]);
  return output.toString().split('\n').filter(Boolean);
}

describe('completion bash', { tags: 'bash' }, () => {
  test('completes commands', () => {
    expect(inBash('set')).toEqual(['settle', 'set-status']);
    expect(inBash('')).toEqual(
      expect.arrayContaining(['start', 'list', 'completion', '--help', '--scenario', '--version']),
    );
  });

  test('completes exactly the options of a command', () => {
    const flags = Object.entries(SANDBOX_OPTIONS).flatMap(([key, option]) => flagOf(key, option) ?? []);
    const own = flags.map((flag) => `--${flag}`);
    expect(inBash('start', '--').sort()).toEqual(
      [...own, '--scenario', '--forget', '--examples', '--open', '--help'].sort(),
    );
    expect(inBash('refund', '1001', '--a')).toEqual(['--amount']);
  });

  test('completes the known values of options and arguments', () => {
    expect(inBash('authenticate', '1001', '--outcome', '')).toEqual(['approved', 'declined', 'timed_out']);
    expect(inBash('list', 'tran')).toEqual(['transactions']);
    expect(inBash('trigger', 'link.p')).toEqual(['link.paid']);
    expect(inBash('fault', 'createTr')).toEqual(['createTransaction']);
    // Without known values, bash completes file names.
    expect(inBash('explore', '--junit', '')).toEqual([]);
  });
});

/** Returns what zsh completes for the last word: it calls the function with these variables, and selects what begins with the word. */
function inZsh(...words: string[]): string[] {
  const program = `compdef() { }
    source "$1"; shift
    emulate sh
    COMP_WORDS=(payment-gateway-sandbox "$@"); COMP_CWORD=$#
    _payment_gateway_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const file = scriptOf.get('zsh') ?? '';
  const output = execFileSync(programPath('zsh'), ['-fc', program, 'zsh', file, ...words]).toString();
  return output.split('\n').filter((one) => one !== '' && one.startsWith(words.at(-1) ?? ''));
}

/** Returns what fish completes for the last word. */
function inFish(...words: string[]): string[] {
  const line = ['payment-gateway-sandbox', ...words].join(' ');
  const program = 'source $argv[1]; complete -C $argv[2]';
  const output = execFileSync(programPath('fish'), ['--no-config', '-c', program, scriptOf.get('fish') ?? '', line]);
  return output
    .toString()
    .split('\n')
    .map((one) => one.split('\t')[0] ?? '')
    .filter(Boolean);
}

/** Returns what PowerShell completes for the last word. */
function inPowershell(...words: string[]): string[] {
  const line = ['payment-gateway-sandbox', ...words].join(' ');
  const program = `Get-Content -Raw '${scriptOf.get('powershell')}' | Invoke-Expression
    (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
  const output = execFileSync(programPath('powershell'), ['-NoProfile', '-NonInteractive', '-Command', program]);
  return output.toString().split(/\r?\n/).filter(Boolean);
}

describe.each([
  ['fish', inFish],
  ['powershell', inPowershell],
  ['zsh', inZsh],
] as const)('completion %s', (shell, completed) => {
  test('completes commands, options and known values', { tags: shell }, () => {
    expect(completed('set').sort()).toEqual(['set-status', 'settle']);
    expect(completed('')).toEqual(expect.arrayContaining(['start', 'list', 'completion']));
    expect(completed('--sc')).toEqual(['--scenario']);
    expect(completed('refund', '1001', '--a')).toEqual(['--amount']);
    expect(completed('authenticate', '1001', '--outcome', '').sort()).toEqual(['approved', 'declined', 'timed_out']);
    expect(completed('list', 'tran')).toEqual(['transactions']);
    expect(completed('trigger', 'link.p')).toEqual(['link.paid']);
    // Without known values, the shell completes file names.
    expect(completed('explore', '--junit', 'package.js')).toEqual(
      shell === 'zsh' ? [] : [expect.stringMatching(/package\.json$/)],
    );
  });
});

test('refuses another shell', async () => {
  const { stderr } = await cli('completion', 'csh');
  expect(stderr).toContain('<shell>: must be one of bash, fish, powershell, zsh');
});
