import { guidesOf } from '../../scripts/docs/guide/pages.ts';
import { english } from '../../scripts/docs/language.ts';
import { readContract } from './contract.ts';

/** A block of code of a guide. */
export interface Listing {
  /** `client.ts` if its first line names it, else a number. */
  file: string;
  guide: string;
  code: string;
}

/** Returns every block of a language in the guides, in order. */
export function listingsOf(fence: string, language = english): Listing[] {
  return guidesOf(readContract(), language).flatMap(({ name, markdown }) => {
    const blocks = markdown.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
    return [...blocks].map(([, code = ''], index) => {
      const [, file = `listing-${name}-${index}.ts`] = /^\/\/ ([\w-]+\.ts)\n/.exec(code) ?? [];
      return { file, guide: name, code };
    });
  });
}
