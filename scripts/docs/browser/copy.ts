import type { BrowserWords } from './data.ts';

/** The buttons that the build puts beside the code of the guide. */
export function startCopyButtons({ copy, copied }: BrowserWords): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy-code') : null;
    if (!button) return;
    const code = button.parentElement?.querySelector('code')?.textContent ?? '';
    await navigator.clipboard.writeText(code);
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 1500);
  });
}
