/** Small pieces that all views are made of. */
import type { ComponentChildren } from 'preact';
import { exactTime } from '../shared/locale.js';
import { hrefOf } from './route.js';

const MOODS: Readonly<Record<string, string>> = {
  paid: 'good',
  delivered: 'good',
  active: 'good',
  approved: 'good',
  authorized: 'info',
  processing: 'wait',
  waiting_payment: 'wait',
  request_authentication: 'wait',
  pending_payment: 'wait',
  pending: 'wait',
  trialing: 'info',
  refused: 'bad',
  failed: 'bad',
  unpaid: 'bad',
  canceled: 'gone',
  expired: 'gone',
  ended: 'gone',
  inactive: 'gone',
  pending_refund: 'past',
  refunded: 'past',
};

/** How a state looks. */
export const moodOf = (state: string): string => MOODS[state] ?? 'plain';

/** `waiting_payment` as people read it. */
export const words = (name: string): string => name.replaceAll('_', ' ');

export function Badge({ state, children }: { state: string; children?: ComponentChildren }) {
  return <span class={`badge ${moodOf(state)}`}>{children ?? words(state)}</span>;
}

export function Time({ time }: { time: string }) {
  return (
    <time dateTime={time} title="In São Paulo">
      {exactTime(time)}
    </time>
  );
}

/** What is shown beside a list, with the way back to the list alone. */
export function Pane({
  back,
  problem,
  children,
}: {
  back: string;
  problem: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <article class="detail" aria-label="Details">
      <p class="back">
        <a href={back}>Close</a>
      </p>
      <Problem problem={problem} />
      {children}
    </article>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Json({ value, title, isOpen = false }: { value: unknown; title: string; isOpen?: boolean }) {
  return (
    <details class="json" open={isOpen}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keys has to reach it */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}

/** The pages of a list. */
export function Pager({
  section,
  query,
  total,
  perPage,
}: {
  section: string;
  query: Readonly<Record<string, string>>;
  total: number;
  perPage: number;
}) {
  const page = Number(query.page ?? 1);
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1 && page === 1) return <p class="pager muted">{total === 1 ? '1 in all' : `${total} in all`}</p>;
  const link = (to: number, label: string) =>
    to >= 1 && to <= last && to !== page ? (
      <a class="button" href={hrefOf(section, undefined, { ...query, page: String(to) })}>
        {label}
      </a>
    ) : (
      <span class="button off" aria-hidden="true">
        {label}
      </span>
    );
  return (
    <nav class="pager" aria-label="Pages">
      {link(page - 1, 'Newer')}
      <span class="muted">
        Page {page} of {last}, {total} in all
      </span>
      {link(page + 1, 'Older')}
    </nav>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
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
