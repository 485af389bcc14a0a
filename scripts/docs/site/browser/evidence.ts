/** The switch that shows and hides the evidence on all pages. The head of each page restores the choice before it shows. */
class EvidenceSwitch extends HTMLElement {
  connectedCallback(): void {
    const label = this.querySelector('label');
    const input = this.querySelector('input');
    if (!label || !input) return;
    const { dataset } = document.documentElement;
    label.hidden = false;
    input.checked = dataset.evidence !== 'off';
    input.addEventListener('change', () => {
      if (input.checked) delete dataset.evidence;
      else dataset.evidence = 'off';
      for (const other of document.querySelectorAll<HTMLInputElement>('docs-evidence-switch input')) {
        other.checked = input.checked;
      }
      localStorage.setItem('docs-evidence', input.checked ? 'on' : 'off');
    });
  }
}

export function defineEvidenceSwitch(): void {
  customElements.define('docs-evidence-switch', EvidenceSwitch);
}
