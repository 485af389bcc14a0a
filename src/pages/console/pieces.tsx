/** Small pieces that all views are made of. */
import type { ComponentChildren } from 'preact';
import { exactTime } from '../shared/locale.js';
import type { Schemas } from './api.js';
import { useAsk, useLive } from './live.js';
import { texts, words } from './texts.js';

const MOODS: Readonly<Record<string, readonly string[]>> = {
  good: ['paid', 'delivered', 'active', 'approved'],
  info: ['authorized', 'trialing'],
  wait: [
    'processing',
    'waiting_payment',
    'request_authentication',
    'pending_payment',
    'pending',
    'analyzing',
    'pending_review',
  ],
  bad: ['refused', 'failed', 'unpaid', 'chargedback'],
  past: ['pending_refund', 'refunded'],
};
const moods = new Map(Object.entries(MOODS).flatMap(([mood, states]) => states.map((state) => [state, mood])));

/** The color of a state. */
export const moodOf = (state: string): string => moods.get(state) ?? 'plain';

export function Badge({ state, children }: { state: string; children?: ComponentChildren }) {
  return <span class={`badge ${moodOf(state)}`}>{children ?? words(state)}</span>;
}

/** A status with its notes, such as "partly refunded". */
export function Status({ status, notes = [] }: { status: unknown; notes?: readonly string[] }) {
  if (typeof status !== 'string') return null;
  return (
    <span class="badges">
      <Badge state={status} />
      {notes.map((note) => (
        <span key={note} class="badge past">
          {note}
        </span>
      ))}
    </span>
  );
}

/** A time in the zone that the header selects, and in UTC on hover. */
export function Time({ time }: { time: unknown }) {
  const { zone } = useLive();
  if (typeof time !== 'string') return null;
  return (
    <time class="when" dateTime={time} title={exactTime(time, 'UTC')}>
      {exactTime(time, zone)}
    </time>
  );
}

/** The deliveries of an event, counted by state. */
export function Deliveries({ deliveries }: { deliveries: readonly Schemas['Delivery'][] }) {
  if (deliveries.length === 0) return <span class="badge plain">{texts.noReceiver}</span>;
  return (
    <span class="badges">
      {(['failed', 'pending', 'delivered'] as const).map((state) => {
        const count = deliveries.filter((one) => one.state === state).length;
        return count === 0 ? null : (
          <Badge key={state} state={state}>
            {count > 1 && count} {words(state)}
          </Badge>
        );
      })}
    </span>
  );
}

/** The panel with the details of one item, which the control API returns for a path. */
export function Pane<Body>({
  back,
  path,
  children,
}: {
  back: string;
  path: string;
  children: (body: Body) => ComponentChildren;
}) {
  const { data, problem } = useAsk<Body>(path);
  return (
    <article class="detail" aria-label={texts.details}>
      <p class="back">
        <a href={back}>{texts.close}</a>
      </p>
      <Problem problem={problem} />
      {data !== undefined && problem === undefined && children(data)}
    </article>
  );
}

/** A fact of a list of facts; nothing without a value. */
export function Fact({ name, children }: { name: keyof typeof texts.fields; children: ComponentChildren }) {
  if (children === undefined || children === null || children === '' || children === false) return null;
  return (
    <div>
      <dt>{texts.fields[name]}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Text that keeps its lines and scrolls, also by keyboard. */
export function Pre({ children }: { children: ComponentChildren }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only focused elements
  return <pre tabIndex={0}>{children}</pre>;
}

export function Json({ value, title, isOpen = false }: { value: unknown; title: string; isOpen?: boolean }) {
  return (
    <details class="json" open={isOpen}>
      <summary>{title}</summary>
      <Pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</Pre>
    </details>
  );
}

/** A native select. An option is a value, or a value with its text. */
export function Choice({
  id,
  label,
  value,
  options,
  choose,
}: {
  id?: string;
  label?: string;
  value: string;
  options: readonly (string | readonly [value: string, text: string])[];
  choose(value: string): void;
}) {
  return (
    <select id={id} aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map((option) => {
        const [one, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={one} value={one}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

export function Problem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p class="notice bad" role="alert">
      {problem}
    </p>
  );
}
