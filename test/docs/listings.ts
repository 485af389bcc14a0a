import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { readContract } from './contract.ts';

/** A block of code of the guide. */
export interface Listing {
  /** `client.ts` when its first line names it, else a number. */
  file: string;
  section: string;
  code: string;
}

/** Every block of a language in the guide, in its order. */
export function listingsOf(fence: string, language = english): Listing[] {
  const sections = guideOf(readContract(), language).split(/^## /m).slice(1);
  return sections.flatMap((section, at) => {
    const title = section.slice(0, section.indexOf('\n'));
    const blocks = section.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
    return [...blocks].map(([, code = ''], index) => {
      const [, file = `listing-${at}-${index}.ts`] = /^\/\/ ([\w-]+\.ts)\n/.exec(code) ?? [];
      return { file, section: title, code };
    });
  });
}
