import type { DocsData } from './data.ts';

const SECTION = /^#\/section\/([^/?]+)/;

/** Who changes the language stays where they are. Sections have another anchor in each language; those of the English page are known to all. */
export function keepPlace(sections: DocsData['sections']): void {
  const own = new Map(Object.entries(sections));
  const english = new Map(Object.entries(sections).map(([there, here]) => [here, there]));
  const arrived = renamed(location.hash, own);
  if (arrived !== location.hash) history.replaceState(history.state, '', arrived);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.docs-bar a[hreflang]')) {
    link.addEventListener('click', () => {
      link.search = location.search;
      link.hash = renamed(location.hash, english);
    });
  }
}

function renamed(hash: string, names: ReadonlyMap<string, string>): string {
  return hash.replace(
    SECTION,
    (whole, name: string) => `#/section/${names.get(name) ?? whole.slice('#/section/'.length)}`,
  );
}
