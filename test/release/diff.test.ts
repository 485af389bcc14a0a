import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareWithLastRelease } from '../../scripts/release/diff.ts';
import { mayBreak } from '../../scripts/release/last-release.ts';
import { type Diff, redoclyDiff } from '../../scripts/release/redocly-diff.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

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
    directory = mkdtempSync(join(tmpdir(), 'release-'));
    git('init', '--quiet');
    commit('0.1.0', contract);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('says that there is no release', () => {
    git('tag', 'v0.2.0-rc.1');
    commit('0.2.0', contract);
    expect(compareWithLast(directory)).toEqual({
      isAllowed: true,
      lines: ['There is no release yet (no tag v1.2.3 before HEAD): nothing to compare with.'],
    });
  });

  it('passes without a change', () => {
    git('tag', 'v0.1.0');
    commit('0.1.0', contract);
    expect(compareWithLast(directory).lines).toEqual(['openapi.yaml against v0.1.0: 0 major, 0 minor, 0 patch.']);
  });

  it('fails on a field that is gone', () => {
    const comparison = change('        id: { type: integer }\n', '');
    expect(comparison.isAllowed).toBe(false);
    expect(comparison.lines.join('\n')).toMatch(/breaks: Property `id` of `Transaction` was removed/);
    expect(comparison.lines.at(-1)).toBe(
      'Undo this, or raise the version in package.json (now 0.1.0) to one that may break callers.',
    );
  });

  it('lets it go where the version announces a breaking release', () => {
    const comparison = change('        id: { type: integer }\n', '', '0.2.0');
    expect(comparison.isAllowed).toBe(true);
    expect(comparison.lines.join('\n')).toContain('breaks: Property `id`');
  });

  it('passes when an open vocabulary grows', () => {
    expect(change('[processing, paid]', '[processing, paid, refused]')).toEqual({
      isAllowed: true,
      lines: [expect.stringContaining('0 major')],
    });
  });

  it('fails when an open vocabulary loses a value', () => {
    const { isAllowed, lines } = change('[processing, paid]', '[processing]');
    expect(isAllowed).toBe(false);
    expect(lines).toContain('  breaks: #/components/schemas/Transaction/properties/status has lost the value paid.');
  });

  it('fails when an open vocabulary is closed', () => {
    const { isAllowed, lines } = change('x-extensible-enum', 'enum');
    expect(isAllowed).toBe(false);
    expect(lines).toContain(
      '  breaks: #/components/schemas/Transaction/properties/status is not an open vocabulary any more.',
    );
  });

  it('fails when a closed vocabulary of a response grows', () => {
    commit('0.1.0', contract.replace('x-extensible-enum', 'enum'));
    git('tag', 'v0.1.0');
    commit('0.1.0', contract.replace('x-extensible-enum: [', 'enum: [refused, '));
    expect(compareWithLast(directory).isAllowed).toBe(false);
  });

  it('compares a release with the one before it', () => {
    git('tag', 'v0.1.0');
    commit('0.2.0', contract.replace('        id: { type: integer }\n', ''));
    git('tag', 'v0.2.0');
    expect(compareWithLast(directory).lines[0]).toContain('against v0.1.0: 1 major');
  });

  it('compares with the newest release by number, not by name', () => {
    git('tag', 'v0.9.0');
    commit('0.10.0', contract.replace('        id: { type: integer }\n', ''));
    git('tag', 'v0.10.0');
    commit('0.10.0', contract.replace('        id: { type: integer }\n', ''));
    expect(compareWithLast(directory).lines).toEqual(['openapi.yaml against v0.10.0: 0 major, 0 minor, 0 patch.']);
  });

  /** Releases the contract as 0.1.0 and changes it. */
  function change(before: string, after: string, version = '0.1.0') {
    expect(contract).toContain(before);
    git('tag', 'v0.1.0');
    commit(version, contract.replace(before, after));
    return compareWithLast(directory);
  }

  function commit(version: string, text: string): void {
    writeFileSync(join(directory, 'openapi.yaml'), text);
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ version }));
    git('add', '.');
    git(
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      version,
    );
  }
});

describe('a breaking release', () => {
  it.each([
    ['v1.4.2', '2.0.0', true],
    ['v0.1.0', '0.2.0', true],
    ['v0.9.0', '1.0.0', true],
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
