import type { ComponentChildren, InputHTMLAttributes, TargetedInputEvent, TargetedSubmitEvent } from 'preact';
import { createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { Explained } from './facts.js';
import { texts } from './texts.js';

/** The error of each wrong field, by its name. */
type Problems = Readonly<Record<string, ComponentChildren>>;

/** The wrong fields, and functions for a field that its buyer changes or leaves. */
interface Checked {
  readonly problems: Problems;
  changed(name: string): void;
  left(input: HTMLInputElement): void;
}

const ProblemsContext = createContext<Checked>({ problems: {}, changed: () => {}, left: () => {} });

interface FormProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** The error of the last request, as the sandbox sent it. */
  readonly problem?: string;
  /** The field that the last error is about, if it is about one. */
  readonly place?: string | undefined;
  /** Returns the error of a value that has the right form. */
  readonly checks?: Readonly<Record<string, (value: string) => string | undefined>>;
  readonly children?: ComponentChildren;
  readonly after?: ComponentChildren;
  send(values: Record<string, string>): void;
}

/** A form that shows an error at each wrong field, in the language of the page. The browser would use its own language. */
export function Form({ label, isBusy, problem = '', place, checks = {}, children, after, send }: FormProps) {
  const [found, setFound] = useState<Problems>({});
  // The answer of the sandbox belongs to its field until the buyer changes that.
  const [known, setKnown] = useState('');
  const answer = problem === known ? '' : problem;
  const problems = place !== undefined && answer !== '' ? { ...found, [place]: <Explained raw={answer} /> } : found;
  const changed = (name: string): void => {
    setFound(({ [name]: _, ...others }) => others);
    if (name === place) setKnown(problem);
  };
  const left = (input: HTMLInputElement): void => {
    const problem = input.value === '' ? undefined : problemOf(input, checks[input.name]);
    if (problem !== undefined) setFound((others) => ({ ...others, [input.name]: problem }));
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const inputs = [...form.querySelectorAll<HTMLInputElement>('.field input')];
    const wrong = inputs.flatMap((input) => {
      const problem = problemOf(input, checks[input.name]);
      return problem === undefined ? [] : [[input, problem] as const];
    });
    setFound(Object.fromEntries(wrong.map(([{ name }, problem]) => [name, problem])));
    // The next answer may have the same text as the last one.
    setKnown(wrong.length > 0 ? problem : '');
    wrong[0]?.[0].focus();
    if (wrong.length === 0) send(Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()])));
  };
  return (
    <ProblemsContext.Provider value={{ problems, changed, left }}>
      <form class="stack" noValidate onSubmit={submit}>
        {children}
        {answer !== '' && place === undefined && (
          <div class="notice bad" role="alert">
            <Explained raw={answer} />
          </div>
        )}
        <button type="submit" class="primary wide" disabled={isBusy} aria-busy={isBusy}>
          {label}
        </button>
        {after}
      </form>
    </ProblemsContext.Provider>
  );
}

function problemOf(input: HTMLInputElement, check?: (value: string) => string | undefined): string | undefined {
  const wrong: Readonly<Record<string, string>> = texts.wrong;
  if (input.validity.valueMissing || input.value.trim() === '') return texts.fillIn;
  return input.validity.valid ? check?.(input.value) : (wrong[input.name] ?? texts.fillIn);
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly name: string;
  /** The brand of a card, whose mark is in the field. */
  readonly brand?: string | undefined;
  readonly onEdit?: (input: HTMLInputElement) => void;
};

/** A required field with its problem below it. The browser suggests no values, because they could be a real card. */
export function Field({ label, brand, onEdit, ...input }: FieldProps) {
  const { problems, changed, left } = useContext(ProblemsContext);
  const id = useId();
  const problem = problems[input.name];
  const edit = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void => {
    changed(input.name);
    onEdit?.(currentTarget);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="typed">
        <input
          id={id}
          required
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onInput={edit}
          onBlur={({ currentTarget }) => left(currentTarget)}
          {...input}
        />
        {brand !== undefined && <span class={`mark ${brand}`}>{brand}</span>}
      </span>
      {problem !== undefined && (
        <div class="wrong" id={`${id}-problem`} role="alert">
          {problem}
        </div>
      )}
    </div>
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
