/** Opens the groups of the current page in the sidebar, and scrolls it into view. Starlight restores what the reader left. */
export function showCurrentPage(): void {
  const pane = document.querySelector('.sidebar-pane');
  const current = pane?.querySelector<HTMLElement>('[aria-current=page]');
  if (!pane || !current) return;
  for (let group = current.closest('details'); group; group = group.parentElement?.closest('details') ?? null) {
    group.open = true;
  }
  const { top, bottom } = current.getBoundingClientRect();
  const shown = pane.getBoundingClientRect();
  if (top < shown.top || bottom > shown.bottom) pane.scrollTop += top - shown.top - shown.height / 3;
}
