import { element } from './code.ts';
import { createSearch, type SearchDocument, type SearchIndex } from './search-index.ts';

const MOST_PAGES = 5;

/** The pages whose names are similar to the address, on the page for an address that does not exist. */
class NearPages extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const response = await fetch(this.dataset.url ?? '');
    const index: SearchIndex = await response.json();
    const found = nearPages(index, location.pathname);
    this.hidden = found.length === 0;
    const root = new URL(this.dataset.root ?? '', location.href);
    const near = new Map(found.map(({ url, title }) => [new URL(url.slice(1), root).href, title]));
    this.querySelector('ul')?.replaceChildren(
      ...[...near].map(([href, title]) => {
        const item = element('li');
        const link = element('a', title);
        link.href = href;
        item.append(link);
        return item;
      }),
    );
    // The page suggests some pages to every visitor. Each page is named once.
    for (const link of this.parentElement?.querySelectorAll<HTMLAnchorElement>(':scope > ul a') ?? [])
      if (near.has(link.href)) link.closest('li')?.remove();
  }
}

export function defineNearPages(): void {
  customElements.define('docs-near-pages', NearPages);
}

/** Returns the pages for the last part of a path that a search finds something for. */
function nearPages(index: SearchIndex, path: string): SearchDocument[] {
  // Words in the text of a page do not make its address similar.
  const pages = index.documents.filter(({ url }) => !url.includes('#')).map((page) => ({ ...page, text: '' }));
  const search = createSearch({ ...index, documents: pages });
  const parts = path.split('/').filter(Boolean).reverse();
  const found = parts.map((part) => search(part.replace(/\.\w+$/, ''))).find((hits) => hits.length > 0) ?? [];
  return found.slice(0, MOST_PAGES).map(({ document }) => document);
}
