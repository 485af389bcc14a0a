import { useEffect, useState } from 'preact/hooks';
import { language } from '../../shared/locale.js';
import { call, type Schemas, useAsk, useLive } from '../api.js';
import { Badge, Empty, EntryLink, Problem } from '../pieces.js';
import { texts } from '../texts.js';

type Assumption = Schemas['Assumptions']['assumptions'][number];

/** What a wrong assumption changes. Money comes first. */
const SUBJECTS = ['money', 'state', 'events', 'shape', 'other'] as const;

const subjectOf = ({ decides }: Assumption) => SUBJECTS.find((subject) => subject === decides) ?? 'other';

/** The assumptions that the account relies on, with a switch for those with variants. */
export function Assumptions() {
  const { data, problem } = useAsk<Schemas['Assumptions']>(`assumptions?language=${language}`);
  const all = data?.assumptions ?? [];
  return (
    <section class="page stack">
      <h2>{texts.kinds.assumptions.title}</h2>
      <p class="muted">{texts.assumptionsHint}</p>
      <Problem problem={problem} />
      {data !== undefined && all.length === 0 && <Empty title={texts.kinds.assumptions.none}>{texts.noUses}</Empty>}
      {SUBJECTS.map((subject) => {
        const found = all.filter((one) => subjectOf(one) === subject);
        if (found.length === 0) return null;
        return (
          <section key={subject} class={`subject ${subject}`}>
            <h3>
              {texts.subjects[subject]} ({found.length})
            </h3>
            {found.map((one) => (
              <Entry key={one.entry} assumption={one} />
            ))}
          </section>
        );
      })}
    </section>
  );
}

function Entry({ assumption }: { assumption: Assumption }) {
  const { entry, level, uses, variant, page, statement, variants } = assumption;
  return (
    <article class="assumption stack" aria-labelledby={entry}>
      <header class="row">
        <h4 id={entry}>
          <EntryLink entry={entry} page={page}>
            {entry}
          </EntryLink>
        </h4>
        <Badge mood={level === 'observed' ? 'info' : 'wait'}>{texts.levels[level] ?? level}</Badge>
        {variant !== undefined && <Badge mood="bad">{texts.switched}</Badge>}
        <span class="uses muted">{texts.uses(uses)}</span>
      </header>
      {Object.keys(variants).length === 0 ? (
        <p>{withCode(statement)}</p>
      ) : (
        <Switch entry={entry} variant={variant} choices={[['', statement], ...Object.entries(variants)]} />
      )}
    </article>
  );
}

interface SwitchProps {
  readonly entry: string;
  readonly variant: string | undefined;
  /** The behaviors by the name of their variant. The assumed one comes first, without a name. */
  readonly choices: readonly (readonly [name: string, sentence: string])[];
}

function Switch({ entry, variant = '', choices }: SwitchProps) {
  const { act } = useLive();
  // What the page shows until the sandbox has switched.
  const [chosen, choose] = useState(variant);
  useEffect(() => choose(variant), [variant]);
  const change = async (name: string): Promise<void> => {
    choose(name);
    const body = { [entry]: name || null };
    if (!(await act(() => call('assumptions', { method: 'PUT', body })))) choose(variant);
  };
  return (
    <fieldset>
      <legend class="hidden">{entry}</legend>
      {choices.map(([name, sentence]) => (
        <label key={name}>
          <input type="radio" name={entry} checked={name === chosen} onChange={() => change(name)} />
          <span>
            {withCode(sentence)} <span class="muted">{name === '' ? texts.usual : <code>{name}</code>}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The text with the parts between backticks as code. */
const withCode = (text: string) => text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>));
