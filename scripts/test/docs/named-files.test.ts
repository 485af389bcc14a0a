import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.ts';
import { built } from '../../../test/built/built.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const skill = readFileSync('sandbox/skills/test-payments/SKILL.md', 'utf8');
const guide = readFileSync('scripts/docs/guide/en/machines.md', 'utf8');

/** Returns the paths below the address of the sandbox that the skill names, and the path of each name that follows one. */
function pathsOfSkill(): string[] {
  return skill.split('\n').flatMap((line) => {
    const [, path] = /`http:\/\/127\.0\.0\.1:4010(\/[^`]+)`/.exec(line) ?? [];
    if (path === undefined) return [];
    const next = [...line.matchAll(/`([\w-]+\.md)`/g)].map(([, name = '']) => path.replace(/[^/]+$/, name));
    return [path, ...next];
  });
}

const namesOfGuide = [...guide.matchAll(/\]\(\/([\w.-]+)\)|^\| `(\S+)`/gm)].map(([, link, name]) => link ?? name ?? '');
const filled = (path: string) => path.replace('<guide>', 'pix').replace('<operation>', 'createtransaction');

describe('the files of the docs that a text names', { tags: 'long' }, () => {
  const folder = temporaryFolder('named-files');
  let sandbox: SandboxServer;
  beforeAll(async () => {
    await built('docs');
    execFileSync(process.execPath, ['dist/src/cli/main.js', 'docs', '--out', folder]);
    sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  });
  afterAll(() => sandbox?.close());

  test('are there, at the address of the sandbox and in the folder of `docs --out`', async () => {
    const paths = [...pathsOfSkill(), ...namesOfGuide.map((name) => `/docs/${name}`)].map(filled);
    expect(paths).toEqual(expect.arrayContaining(['/docs/guides/test-cards.md', '/docs/llms.txt']));
    for (const path of new Set(paths)) {
      const response = await fetch(sandbox.url + path);
      expect([response.status, path]).toEqual([200, path]);
      const file = join(folder, path.replace('/docs/', ''));
      if (path.startsWith('/docs/')) expect(readFileSync(file, 'utf8'), path).toBe(await response.text());
    }
  });

  test('are not named by their path in the package, which has them in an archive', () => {
    const llms = readFileSync(join(folder, 'llms.txt'), 'utf8');
    for (const text of [skill, guide, llms]) expect(text).not.toContain('dist/docs');
    for (const [, link = ''] of llms.matchAll(/\]\(([^)]+)\)/g))
      expect(existsSync(join(folder, link)), link).toBe(true);
  });
});
