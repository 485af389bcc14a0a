/**
 * Says why the repository is not ready to be released under a tag: `node scripts/release/ready.ts v1.2.3`. Needs no installed package: it is the first
 * step of a release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the newest section of a changelog: its heading without `## `, and its text. */
export function newestSection(changelog: string): { readonly heading: string; readonly text: string } {
  const [, section = ''] = changelog.split(/^## /m);
  const [heading = ''] = section.split('\n');
  return { heading, text: section.slice(heading.length).trim() };
}

/** Returns one sentence for each problem, which says what to do. */
export function problemsOf(directory: string, tag: string): string[] {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const { heading } = newestSection(read('CHANGELOG.md'));
  const [named, date = '', ...rest] = heading.split(', ');
  const problems = [
    tag !== `v${version}` && `The tag is ${tag}, and the version ${version}: tag v${version}.`,
    (named !== version || !/^\d{4}-\d{2}-\d{2}$/.test(date) || rest.length > 0) &&
      `The newest heading of CHANGELOG.md is "${heading}": write "${version}, " and the date as YYYY-MM-DD.`,
    JSON.parse(read('scripts/release/released.json')).released !== true &&
      'scripts/release/released.json says that nothing is released: set it to true, and run `npm run generate`.',
  ];
  return problems.filter((problem) => problem !== false);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = problemsOf(process.cwd(), process.argv[2] ?? '');
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
