import type { ComponentChildren, InputHTMLAttributes, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from './texts.js';

interface FormProps {
  /** The text of the button. */
  readonly label: string;
  readonly isBusy: boolean;
  /** The error of the last request. */
  readonly problem?: ComponentChildren;
  readonly children?: ComponentChildren;
  send(values: Record<string, string>): void;
}

/** A form that names a wrong field in the language of the page. The browser would use its own language. */
export function Form({ label, isBusy, problem, children, send }: FormProps) {
  const [wrong, setWrong] = useState('');
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const invalid = form.querySelector<HTMLInputElement>('input:invalid');
    setWrong(invalid?.labels?.[0]?.textContent ?? '');
    invalid?.focus();
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    if (invalid === null) send(Object.fromEntries(values));
  };
  return (
    <form class="stack" noValidate onSubmit={submit}>
      {children}
      {(wrong !== '' || problem !== undefined) && (
        <div class="notice bad" role="alert">
          {wrong === '' ? problem : texts.checkField(wrong)}
        </div>
      )}
      <button type="submit" class="primary wide" disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

/** A required field. The browser suggests no values, because they could be a real card. */
export function Field({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { readonly label: string }) {
  return (
    <label class="field">
      {label}
      <input required autoComplete="off" {...input} />
    </label>
  );
}

interface TabsProps<Value> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly value: Value;
  choose(value: NoInfer<Value>): void;
}

/** Radio buttons that look like tabs. */
export function Tabs<Value extends keyof typeof texts.methods>({ label, options, value, choose }: TabsProps<Value>) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={label} checked={value === option} onChange={() => choose(option)} />
          <span>{texts.methods[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}
