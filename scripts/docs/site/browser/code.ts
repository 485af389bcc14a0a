// Panels of code with tabs and a copy button. Without this script all listings show.

const REMEMBERED = 'docs-language';

/** The address in the samples, which the page's own replaces where a sandbox serves it. */
const SAMPLE_ADDRESS = 'http://127.0.0.1:4010';

class CodePanel extends HTMLElement {
  #tab = '';
  #example: string | undefined;

  connectedCallback(): void {
    if (this.querySelector('.panel-bar')) return;
    if (document.documentElement.hasAttribute('data-sandbox')) replaceAddress(this);
    const { kind, copy = '', label = '' } = this.dataset;
    const names = [...new Set(this.#sections.map(({ dataset }) => dataset.tab ?? ''))];
    const bar = element('div', '', 'panel-bar');
    bar.append(this.#tabs(names, label), this.#copyButton(copy));
    this.prepend(bar);
    const remembered = kind === 'language' ? localStorage.getItem(REMEMBERED) : null;
    this.choose(remembered !== null && names.includes(remembered) ? remembered : (names[0] ?? ''));
  }

  get #sections(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('section')];
  }

  /** Shows a tab, if the panel has it. */
  choose(tab: string): void {
    if (!this.#sections.some(({ dataset }) => dataset.tab === tab)) return;
    this.#tab = tab;
    this.#show();
  }

  /** Shows a named example in all tabs that have it. */
  chooseExample(example: string): void {
    this.#example = example;
    this.#show();
  }

  #show(): void {
    const ofTab = this.#sections.filter(({ dataset }) => dataset.tab === this.#tab);
    const shown = ofTab.find(({ dataset }) => dataset.example === this.#example) ?? ofTab[0];
    for (const section of this.#sections) section.toggleAttribute('data-shown', section === shown);
    for (const tab of this.querySelectorAll('[role=tab]')) {
      const isChosen = tab.textContent === this.#tab;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.setAttribute('tabindex', isChosen ? '0' : '-1');
    }
  }

  #tabs(names: string[], label: string): HTMLElement {
    if (names.length === 1) return element('div', names[0], 'panel-tabs');
    const list = element('div', '', 'panel-tabs');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', label);
    for (const name of names) {
      const tab = element('button', name);
      tab.type = 'button';
      tab.setAttribute('role', 'tab');
      tab.addEventListener('click', () => this.#pick(name));
      list.append(tab);
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = names[(names.indexOf(this.#tab) + step + names.length) % names.length] ?? '';
      this.#pick(next);
      this.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    });
    return list;
  }

  /** A chosen language applies to all panels, on this page and later ones. */
  #pick(name: string): void {
    this.choose(name);
    if (this.dataset.kind !== 'language') return;
    localStorage.setItem(REMEMBERED, name);
    const top = this.getBoundingClientRect().top;
    for (const panel of codePanels()) if (panel.dataset.kind === 'language') panel.choose(name);
    // Panels above may have changed their height.
    scrollBy({ top: this.getBoundingClientRect().top - top, behavior: 'instant' });
  }

  #copyButton(copy: string): HTMLElement {
    const button = element('button', copy, 'panel-copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      const code = this.querySelector('[data-shown] code') ?? this;
      if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(code.textContent ?? '');
      else {
        // Pages loaded over plain HTTP from another machine have no clipboard API.
        getSelection()?.selectAllChildren(code);
        document.execCommand('copy');
      }
      button.textContent = this.dataset.copied ?? '';
      setTimeout(() => {
        button.textContent = copy;
      }, 2_000);
    });
    return button;
  }
}

export function defineCodePanels(): void {
  customElements.define('docs-code', CodePanel);
}

/** Returns the panels of the page in its order. */
export function codePanels(): CodePanel[] {
  return [...document.querySelectorAll('docs-code')].filter((element) => element instanceof CodePanel);
}

/** Creates an element with a text and a class. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

function replaceAddress(element: HTMLElement): void {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.nodeValue?.includes(SAMPLE_ADDRESS)) {
      node.nodeValue = node.nodeValue.replaceAll(SAMPLE_ADDRESS, location.origin);
    }
  }
}
