/**
 * Makes the READMEs of the packages ready for the registry: `node … scripts/release/readme.ts <address of the repository> <commit>`.
 * In the repository their links are relative, and they install from a clone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a reader of each package types once it is in the registry. */
const INSTALL = {
  '': 'npm install payment-gateway-contract',
  sandbox: 'npm install --save-dev payment-gateway-sandbox payment-gateway-contract',
  verify: 'npm install payment-gateway-verify payment-gateway-contract',
} as const;
export type Folder = keyof typeof INSTALL;

/** The READMEs by their paths, with the folder of their package. */
export const READMES: readonly (readonly [file: string, folder: Folder])[] = (
  ['', 'sandbox', 'verify'] as const
).flatMap((folder) => ['README.md', 'LEIAME.md'].map((name) => [posix.join(folder, name), folder] as const));

const BLOCK = /<!-- install -->[\s\S]*?<!-- \/install -->/;
/** The target of a link or picture, unless it has a scheme or is a heading of the same page. */
const RELATIVE = /\]\((?![a-z]+:|#)([^)\s]+)\)/g;

/** Returns the paths in the repository that a README links to. */
export function linksOf(text: string, folder: Folder): string[] {
  return [...text.matchAll(RELATIVE)].map(([, target = '']) => posix.join(folder, target.split('#')[0] ?? ''));
}

/**
 * Returns a README as the registry shows it: installed from there, with full addresses.
 *
 * @param repository such as `https://host.example/owner/name`
 * @param commit the release, so that a link keeps leading to its text
 * @throws Error if the README has no block about the installation
 */
export function publishedReadme(text: string, folder: Folder, repository: string, commit: string): string {
  if (!BLOCK.test(text)) throw new Error('The README has no block between <!-- install --> and <!-- /install -->.');
  return text.replace(BLOCK, `\`\`\`sh\n${INSTALL[folder]}\n\`\`\``).replace(RELATIVE, (_, target: string) => {
    // Pictures need the bytes; readers of a link want the page.
    const view = /\.(webp|png|svg)$/.test(target) ? 'raw' : 'blob';
    return `](${repository}/${view}/${commit}/${posix.join(folder, target)})`;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [repository = '', commit = ''] = process.argv.slice(2);
  if (!URL.canParse(repository) || commit === '') throw new Error('Pass the address of the repository and the commit.');
  for (const [file, folder] of READMES)
    writeFileSync(file, publishedReadme(readFileSync(file, 'utf8'), folder, repository, commit));
}
