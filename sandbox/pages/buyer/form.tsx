import type { ComponentChildren, InputHTMLAttributes, TargetedSubmitEvent } from 'preact';
import { Explained } from './facts.js';
import { texts } from './texts.js';

interface FormProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** The error of the last request, as the sandbox sent it. */
  readonly problem?: string;
  /** Returns the error of a value that has the right form. */
  readonly checks?: Readonly<Record<string, (value: string) => string | undefined>>;
  readonly children?: ComponentChildren;
  readonly after?: ComponentChildren;
  send(values: Record<string, string>): void;
}

/** A form whose errors are in the language of the page. The browser would use its own language. */
export function Form({ label, isBusy, problem = '', checks = {}, children, after, send }: FormProps) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const inputs = [...form.querySelectorAll<HTMLInputElement>('.field input')];
    for (const input of inputs) {
      // A field with an old error is not valid.
      input.setCustomValidity('');
      input.setCustomValidity(problemOf(input, checks[input.name]) ?? '');
    }
    if (form.reportValidity()) send(Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()])));
  };
  return (
    <form class="stack" noValidate onSubmit={submit}>
      {children}
      {problem !== '' && (
        <div class="notice bad" role="alert">
          <Explained raw={problem} />
        </div>
      )}
      <button type="submit" class="primary wide" disabled={isBusy} aria-busy={isBusy}>
        {label}
      </button>
      {after}
    </form>
  );
}

function problemOf(input: HTMLInputElement, check?: (value: string) => string | undefined): string | undefined {
  const wrong: Readonly<Record<string, string>> = texts.wrong;
  if (input.value.trim() === '') return texts.fillIn;
  return input.validity.valid ? check?.(input.value) : (wrong[input.name] ?? texts.fillIn);
}

/** A required field. The browser suggests no values, because they could be a real card. */
export function Field({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { label: string; name: string }) {
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
