import { readFileSync } from 'node:fs';

/** Returns the changelog without its title. */
export function changelogMarkdown(): string {
  return readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
    .replace(/^# .+\n+/, '')
    .trim();
}
