/** The switch that hides the evidence: in the address, so that it can be shared, and for the next visit where that is allowed. */
const KEY = 'evidence';

export function startEvidenceSwitch(): void {
  const box = document.querySelector<HTMLInputElement>('#docs-evidence');
  const asked = new URL(location.href).searchParams.get(KEY) ?? stored();
  show(asked !== 'off');
  box?.addEventListener('change', () => {
    show(box.checked);
    store(box.checked ? 'on' : 'off');
    const address = new URL(location.href);
    if (box.checked) address.searchParams.delete(KEY);
    else address.searchParams.set(KEY, 'off');
    history.replaceState(history.state, '', address.href);
  });

  function show(shown: boolean): void {
    document.documentElement.classList.toggle('without-evidence', !shown);
    if (box) box.checked = shown;
  }
}

/** A page from a file, or a browser that keeps nothing, has no storage: then the address alone remembers. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {}
}
