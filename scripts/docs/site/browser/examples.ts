import { codePanels } from './code.ts';

/** Sent on the document when a reader picks an example; `detail` is its name. */
export const EXAMPLE_PICKED = 'docs-example';

/** Starts the picker of an operation's named examples. Code, response, schema and the form for sending follow it. */
export function startExamplePicker(): void {
  const picker = document.querySelector<HTMLSelectElement>('[data-example-picker]');
  if (!picker) return;
  const named = new URLSearchParams(location.search).get('example');
  if (named !== null && [...picker.options].some(({ value }) => value === named)) picker.value = named;
  // Elements of other modules are defined once all modules ran.
  addEventListener('DOMContentLoaded', () => show(picker));
  picker.addEventListener('change', () => {
    const address = new URL(location.href);
    address.searchParams.set('example', picker.value);
    history.replaceState(null, '', address);
    show(picker);
  });
}

function show({ value, selectedOptions: [option] }: HTMLSelectElement): void {
  for (const panel of codePanels()) panel.chooseExample(value);
  const form = option?.dataset.form;
  if (form !== undefined) {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-form]')) {
      details.open = details.dataset.form === form;
    }
  }
  document.dispatchEvent(new CustomEvent(EXAMPLE_PICKED, { detail: value }));
}
