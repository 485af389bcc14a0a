import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { targetOf } from '../../core/src/contract/document.ts';
import { elements } from '../../core/src/contract/elements.ts';
import { listAt } from '../../core/src/util/json.ts';
import { pointerOf } from '../../core/src/util/json-pointer.ts';
import { readContractFile } from '../contract/read.ts';
import { lastRelease, mayBreak } from './releases.ts';

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

/**
 * Returns one sentence for each value that was removed from an open vocabulary. `redocly diff` does not read `x-extensible-enum`. A new value is
 * no breaking change, because callers of an open vocabulary must expect it. A removed value is, since callers may wait for it; so is a vocabulary
 * that was closed.
 */
export function lostValues(released: string, current: string): string[] {
  const now = readContractFile(current).root;
  return elements(readContractFile(released).root).flatMap(({ node, path }) => {
    const values = listAt(node, 'x-extensible-enum').map(String);
    if (values.length === 0) return [];
    const place = pointerOf(path);
    const there = targetOf(now, { $ref: place });
    // If the whole schema is gone, redocly reports it.
    if (!there) return [];
    const kept = listAt(there, 'x-extensible-enum').map(String);
    if (kept.length === 0) return [`${place} is not an open vocabulary any more.`];
    return values.filter((value) => !kept.includes(value)).map((value) => `${place} has lost the value ${value}.`);
  });
}

/**
 * Returns what a comparison of openapi.yaml with the contract of the last release prints, and whether the release is allowed: it has no change that
 * would break callers, or the version in package.json announces one.
 */
export function compareWithLastRelease(directory: string, diff = redoclyDiff): { isAllowed: boolean; lines: string[] } {
  const release = lastRelease(directory);
  if (release === undefined) {
    const nothing = 'There is no release yet (no tag v1.2.3 before HEAD): nothing to compare with.';
    return { isAllowed: true, lines: [nothing] };
  }
  const current = readFileSync(join(directory, 'openapi.yaml'), 'utf8');
  const { version }: { version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { summary, breaking } = diff(release.contract, current);
  const broken = [...breaking, ...lostValues(release.contract, current)];
  const head = `openapi.yaml against ${release.tag}: ${summary.major} major, ${summary.minor} minor, ${summary.patch} patch.`;
  if (broken.length === 0) return { isAllowed: true, lines: [head] };

  const isAllowed = mayBreak(release.tag, version);
  const verdict = isAllowed
    ? `Version ${version} announces a breaking release, so this may stay.`
    : `Undo this, or raise the version in package.json (now ${version}) to one that may break callers.`;
  return { isAllowed, lines: [head, ...broken.map((sentence) => `  breaks: ${sentence}`), verdict] };
}
