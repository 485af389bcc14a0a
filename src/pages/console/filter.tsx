import { useEffect, useRef } from 'preact/hooks';
import { hrefOf } from './route.js';

interface Choice {
  readonly name: string;
  readonly label: string;
  /** What can be chosen; without them any text. */
  readonly options?: readonly string[];
}

/** Filters that stand in the address, so that it can be shared. */
export function Filters({
  section,
  query,
  choices,
}: {
  section: string;
  query: Readonly<Record<string, string>>;
  choices: readonly Choice[];
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (name: string, value: string): void => {
    const { page: _first, ...kept } = query;
    location.replace(hrefOf(section, undefined, { ...kept, [name]: value }));
  };
  return (
    <search class="filters">
      {choices.map(({ name, label, options }) =>
        options === undefined ? (
          <input
            key={name}
            type="search"
            aria-label={label}
            placeholder={label}
            value={query[name] ?? ''}
            onInput={({ currentTarget: { value } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => go(name, value.trim()), 250);
            }}
          />
        ) : (
          <select
            key={name}
            aria-label={label}
            value={query[name] ?? ''}
            onChange={({ currentTarget: { value } }) => go(name, value)}
          >
            <option value="">{label}: all</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {option.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        ),
      )}
    </search>
  );
}
