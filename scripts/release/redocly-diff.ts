import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Rating {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

export interface Diff {
  readonly summary: Rating;
  /** One sentence for each breaking change. */
  readonly breaking: readonly string[];
}

interface Report {
  readonly summary: Rating;
  readonly changes: readonly {
    readonly path: string;
    readonly kind: string;
    readonly impact: keyof Rating;
    readonly verdicts: readonly { readonly impact: keyof Rating; readonly message: string }[];
  }[];
}

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** Returns the result of `redocly diff` for two contracts, given as text. */
export function redoclyDiff(released: string, current: string): Diff {
  const directory = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    writeFileSync(join(directory, 'released.yaml'), released);
    writeFileSync(join(directory, 'current.yaml'), current);
    // Through a file, because a pipe may be cut off when the process exits. A new folder keeps redocly.yaml and lint out.
    const options = ['--format', 'json', '--output', 'report.json', '--fail-on', 'none', '--lint-config', 'off'];
    execFileSync(process.execPath, [redocly, 'diff', 'released.yaml', 'current.yaml', ...options], {
      cwd: directory,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const report: Report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'));
    return { summary: report.summary, breaking: report.changes.flatMap(breakingSentences) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function breakingSentences({ path, kind, impact, verdicts }: Report['changes'][number]): string[] {
  if (impact !== 'major') return [];
  const messages = verdicts.filter((verdict) => verdict.impact === 'major').map(({ message }) => message);
  return messages.length > 0 ? messages.map((message) => `${message} (${path})`) : [`${path} was ${kind}.`];
}
