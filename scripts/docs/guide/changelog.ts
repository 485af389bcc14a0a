import { readFileSync } from 'node:fs';

/** The newest section of the changelog: its version, unless it is not released, and its date, once it has one. */
export interface Change {
  version?: string | undefined;
  date?: string | undefined;
}

const text = () => readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

/** Never from the clock of the build, so that the same sources make the same page. */
export function lastChange(changelog = text()): Change {
  const heading = /^## (.+)$/m.exec(changelog)?.[1] ?? '';
  return { version: /^\d+\.\d+\.\d+\S*/.exec(heading)?.[0], date: /\d{4}-\d{2}-\d{2}/.exec(heading)?.[0] };
}

/** The changelog as a part of a section of the guide: its versions are bold lines, since headings would fill the side bar. */
export function changelogMarkdown(changelog = text()): string {
  return changelog
    .replace(/^# .+\n+/, '')
    .replace(/^## (.+)$/gm, '**$1**')
    .trim();
}
