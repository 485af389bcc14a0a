import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cli } from '../cli/in-process.ts';
import { complaintsOf } from '../docs/compiler.ts';

const texts = {
  'README.md': readFileSync('README.md', 'utf8'),
  'README.pt-BR.md': readFileSync('README.pt-BR.md', 'utf8'),
};
const skill = readFileSync('skills/test-payments/SKILL.md', 'utf8');
const codeOf = (text: string, fence: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);

afterEach(() => vi.restoreAllMocks());

describe.each(Object.entries(texts))('%s', (_, text) => {
  test('has 130 lines at most', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  });

  test('has programs that compile', () => {
    const programs = codeOf(text, 'ts').map((code, index) => [`readme-${index}.mts`, code]);
    expect(programs.length).toBeGreaterThan(2);
    expect(complaintsOf(Object.fromEntries(programs))).toEqual([]);
  });
});

test('both languages have the same code, apart from comments', () => {
  const code = (text: string) =>
    [...codeOf(text, 'ts'), ...codeOf(text, 'sh')].join('').replaceAll(/ *(\/\/ .*|# .*)$/gm, '');
  expect(code(texts['README.pt-BR.md'])).toBe(code(texts['README.md']));
});

const documents = Object.entries({ ...texts, 'SKILL.md': skill });

test.each(documents)('the commands of %s exist, with their options', async (_, text) => {
  const commands = [...text.matchAll(/payment-gateway-contract (?!\/)([a-z]+)((?: --[a-z-]+)*)/g)];
  expect(commands.length).toBeGreaterThan(2);
  for (const [, command = '', options = ''] of commands) {
    const { code, stdout } = await cli(command, '--help');
    expect(code, command).toBe(0);
    for (const option of options.trim().split(' ').filter(Boolean)) expect(stdout, command).toContain(option);
  }
});
