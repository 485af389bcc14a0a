import type { Words } from '../../words/en.ts';
import { element } from './code.ts';
import type { Found, SearchIndex } from './search-index.ts';

type Search = (query: string) => Found[];
/** The words without functions. */
type SearchWords = Pick<Words['search'], 'empty' | 'none' | 'suggestions'>;

/** The search dialog. The index and the library that reads it load when a reader opens it. */
class SearchDialog extends HTMLElement {
  #search: Promise<Search> | undefined;

  connectedCallback(): void {
    const open = this.querySelector<HTMLButtonElement>('.search-open');
    const dialog = this.querySelector('dialog');
    const input = this.querySelector('input');
    if (!open || !dialog || !input) return;
    const words: SearchWords = JSON.parse(this.querySelector('script')?.textContent ?? '{}');
    const show = () => {
      dialog.showModal();
      input.select();
      void this.#load();
    };
    open.hidden = false;
    open.addEventListener('click', show);
    this.querySelector('.search-close')?.addEventListener('click', () => dialog.close());
    // A click on the backdrop, or on a result.
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
    });
    addEventListener('keydown', (event) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (dialog.open) dialog.close();
      else show();
    });
    input.addEventListener('input', () => void this.#run(input, words));
    dialog.addEventListener('keydown', (event) => this.#move(event, input));
  }

  #load(): Promise<Search> {
    this.#search ??= Promise.all([
      fetch(this.dataset.url ?? '').then((response): Promise<SearchIndex> => response.json()),
      import('./search-index.ts'),
    ]).then(([index, { createSearch }]) => createSearch(index));
    return this.#search;
  }

  async #run(input: HTMLInputElement, words: SearchWords): Promise<void> {
    const search = await this.#load();
    const list = this.querySelector('.search-results');
    const state = this.querySelector('.search-state');
    if (!list || !state) return;
    const query = input.value.trim();
    const found = query === '' ? [] : search(query);
    input.setAttribute('aria-expanded', String(found.length > 0));
    const items = found.map((hit) => this.#result(hit));
    if (query !== '' && found.length === 0) {
      items.push(
        ...words.suggestions.map((suggestion) => {
          const button = element('button', suggestion, 'search-suggestion');
          button.type = 'button';
          button.addEventListener('click', () => {
            input.value = suggestion;
            input.focus();
            void this.#run(input, words);
          });
          return button;
        }),
      );
    }
    list.replaceChildren(
      ...items.map((item) => {
        const entry = element('li');
        entry.append(item);
        return entry;
      }),
    );
    state.textContent = query === '' ? words.empty : found.length === 0 ? words.none : '';
  }

  #result({ document: page, excerpt }: Found): HTMLElement {
    const link = element('a', '', 'search-result');
    const root = this.querySelector<HTMLAnchorElement>('[data-root]')?.href ?? location.href;
    link.href = new URL(page.url.slice(1), root).href;
    const title = element('span', page.title, 'search-title');
    const group = element('span', [page.group, page.method, page.path].filter(Boolean).join(' · '), 'search-group');
    const text = element('span', '', 'search-excerpt');
    text.append(...excerpt.map(({ text, isFound }) => (isFound ? element('mark', text) : text)));
    link.append(title, group, text);
    return link;
  }

  /** Arrow keys move between the input and the results; Enter in the input opens the first result. */
  #move(event: KeyboardEvent, input: HTMLInputElement): void {
    const targets = [...this.querySelectorAll<HTMLElement>('.search-results a, .search-results button')];
    const at = targets.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      (targets[at + step] ?? (step < 0 ? input : targets.at(-1)))?.focus();
    } else if (event.key === 'Enter' && document.activeElement === input) {
      event.preventDefault();
      targets[0]?.click();
    }
  }
}

export function defineSearch(): void {
  customElements.define('docs-search', SearchDialog);
}
