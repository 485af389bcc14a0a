/** The texts of the packages as the registry shows them: links have full addresses, and the marks of generated parts are gone. */
import { posix } from 'node:path';

/** The target of a link or picture, unless it has a scheme or is a heading of the same page. */
const RELATIVE = /\]\((?![a-z]+:|#)([^)\s]+)\)/g;

/** Returns the paths in the repository that a text of this folder links to. */
export function linksOf(text: string, folder: string): string[] {
  return [...text.matchAll(RELATIVE)].map(([, target = '']) => posix.join(folder, target.split('#')[0] ?? ''));
}

/**
 * Returns a text of this folder with full addresses.
 *
 * @param repository such as `https://host.example/owner/name`
 * @param commit the release, so that a link keeps leading to its text
 */
export function publishedText(text: string, folder: string, repository: string, commit: string): string {
  return text.replace(/<!-- \/?install -->\n/g, '').replace(RELATIVE, (_, target: string) => {
    // Pictures need the bytes; readers of a link want the page.
    const view = /\.(webp|png|svg)$/.test(target) ? 'raw' : 'blob';
    return `](${repository}/${view}/${commit}/${posix.join(folder, target)})`;
  });
}
