import type { TextFile } from '../machine.ts';
import { sectionsOf } from '../markdown.ts';
import type { SearchDocument } from '../site/browser/search-index.ts';

/** The Markdown of a section, and the file that has it. */
interface SectionText {
  file: string;
  text: string;
}

/** Returns the Markdown of each section of the search that has a Markdown page, by the address of the section. */
export function sectionTexts(
  documents: readonly SearchDocument[],
  files: readonly TextFile[],
): Record<string, SectionText> {
  const pages = new Map(
    files
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, sectionsOf(text.replace(/^# .+\n+/, ''))] as const),
  );
  const found: Record<string, SectionText> = {};
  for (const { url, title } of documents) {
    const [, kind, name = '', anchor = ''] = url.split('/');
    const isEntry = kind === 'evidence';
    const file = isEntry
      ? `evidence/${anchor.slice(1)}.md`
      : kind === 'api'
        ? `operations/${name.toLowerCase()}.md`
        : `guides/${name}.md`;
    const isSection = (section: { slug: string; text: string }) =>
      anchor === '' || isEntry
        ? section.slug === ''
        : kind === 'api'
          ? section.text === title
          : `#${section.slug}` === anchor;
    const section = pages.get(file)?.find(isSection);
    const text = section?.markdown.trim();
    if (text) found[url] = { file, text };
  }
  return found;
}
