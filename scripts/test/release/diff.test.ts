import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { compareWithLastRelease, type Diff, redoclyDiff } from '../../release/diff.ts';
import { mayBreak } from '../../release/releases.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Ignores the git settings of the machine, which may sign commits and tags or run hooks. */
const withoutGitSettings = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };

const contract = `openapi: 3.1.0
info: { title: Sample, version: 1.0.0 }
paths:
  /v1/transactions:
    get:
      responses:
        '200':
          description: A transaction
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Transaction' }
components:
  schemas:
    Transaction:
      type: object
      properties:
        id: { type: integer }
        status: { type: string, x-extensible-enum: [processing, paid] }
`;

const compared = new Map<string, Diff>();
/** Redocly's process takes most of a second, and most tests compare the same contracts. */
function diffOnce(released: string, current: string): Diff {
  const key = JSON.stringify([released, current]);
  const diff = compared.get(key) ?? redoclyDiff(released, current);
  compared.set(key, diff);
  return diff;
}

describe('the contract against the last release', () => {
  const compareWithLast = (directory: string) => compareWithLastRelease(directory, diffOnce);

  let directory: string;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, stdio: 'pipe', env: withoutGitSettings });

  beforeEach(() => {
    directory = temporaryFolder('release');
    git('init', '--quiet');
    commit('0.1.0', contract);
  });

  it('reports the missing release', () => {
    git('tag', 'v0.2.0-rc.1');
    commit('0.2.0', contract);
    expect(compareWithLast(directory)).toEqual({
      isAllowed: true,
      lines: ['There is no release yet (no tag v1.2.3 before HEAD): nothing to compare with.'],
    });
  });

  const ID = '        id: { type: integer }\n';
  it.each<[string, string, string, string, string, boolean, string]>(
    some([
      ['passes without a change', '', '', '', '0.1.0', true, 'against v0.1.0: 0 major, 0 minor, 0 patch.'],
      ['fails on a field that is gone', '', ID, '', '0.1.0', false, 'Property `id` of `Transaction` was removed'],
      ['takes it where the version announces a breaking release', '', ID, '', '0.2.0', true, 'breaks: Property `id`'],
      ['passes when an open vocabulary grows', '', ', paid]', ', paid, refused]', '0.1.0', true, '0 major'],
      ['fails when it loses a value', '', ', paid]', ']', '0.1.0', false, 'status has lost the value paid.'],
      ['fails when it is closed', '', 'x-extensible-enum', 'enum', '0.1.0', false, 'status is not an open vocabulary'],
      ['fails when a closed one of a response grows', 'enum', ', paid]', ', paid, refused]', '0.1.0', false, '1 major'],
    ]),
  )('%s', (_, vocabulary, before, after, version, isAllowed, says) => {
    const released = vocabulary === '' ? contract : contract.replace('x-extensible-enum', vocabulary);
    expect(released).toContain(before);
    commit('0.1.0', released);
    git('tag', 'v0.1.0');
    commit(version, released.replace(before, after));
    const comparison = compareWithLast(directory);
    expect(comparison.isAllowed).toBe(isAllowed);
    expect(comparison.lines.join('\n')).toContain(says);
    if (!isAllowed) {
      expect(comparison.lines.at(-1)).toBe(
        'Undo this, or raise the version in package.json (now 0.1.0) to one that may break callers.',
      );
    }
  });

  it('compares a release with the one before it', { tags: 'long' }, () => {
    git('tag', 'v0.1.0');
    commit('0.2.0', contract.replace(ID, ''));
    git('tag', 'v0.2.0');
    expect(compareWithLast(directory).lines[0]).toContain('against v0.1.0: 1 major');
  });

  it('compares with the newest release by number, not by name', { tags: 'long' }, () => {
    git('tag', 'v0.9.0');
    commit('0.10.0', contract.replace(ID, ''));
    git('tag', 'v0.10.0');
    commit('0.10.0', contract.replace(ID, ''));
    expect(compareWithLast(directory).lines).toEqual(['openapi.yaml against v0.10.0: 0 major, 0 minor, 0 patch.']);
  });

  function commit(version: string, text: string): void {
    writeFileSync(join(directory, 'openapi.yaml'), text);
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ version }));
    git('add', '.');
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    git(...author, 'commit', '--quiet', '--allow-empty', '-m', version);
  }
});

describe('a breaking release', () => {
  it.each([
    ['v1.4.2', '2.0.0', true],
    ['v0.1.0', '0.2.0', true],
    ['v1.4.2', '1.5.0', false],
    ['v0.1.0', '0.1.1', false],
  ])('from %s to %s is announced: %s', (released, version, expected) => {
    expect(mayBreak(released, version)).toBe(expected);
  });
});

describe('this contract', () => {
  // A source archive has no history.
  it.skipIf(!existsSync(join(root, '.git')))('breaks nothing that its last release promised', () => {
    const { isAllowed, lines } = compareWithLastRelease(root);
    expect(isAllowed, lines.join('\n')).toBe(true);
  });
});
