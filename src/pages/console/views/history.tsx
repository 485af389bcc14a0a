import { money } from '../../shared/locale.js';
import type { Details } from '../api.js';
import { moodOf, Time, words } from '../pieces.js';
import { hrefOf } from '../route.js';

/** The states of an object as a line: those it had, the one it has, and dashed those that can follow. */
export function History({ details }: { details: Details }) {
  const { history, states } = details;
  if (history.length === 0 && states.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keys has to reach it */}
      <ol class="history" tabIndex={0} aria-label="History">
        {history.map(({ what, time, amount, of }, index) => (
          <li key={index} class={`${moodOf(what)} ${index === history.length - 1 ? 'now' : ''}`}>
            <strong>{isPart(details, index) ? 'part refunded' : words(what)}</strong>
            {amount !== undefined && <span>{money(amount)}</span>}
            {of !== undefined && <a href={hrefOf('transactions', of)}>{of}</a>}
            <span class="when">
              <Time time={time} />
            </span>
          </li>
        ))}
        {states.map((state) => (
          <li key={state} class={`next ${moodOf(state)}`}>
            <span class="hidden">may become</span> <strong>{words(state)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A transaction that stays what it is had a part of it given back. */
const isPart = ({ kind, history }: Details, index: number): boolean =>
  kind === 'transactions' && index > 0 && history[index - 1]?.what === history[index]?.what;
