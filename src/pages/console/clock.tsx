import { exactTime } from '../shared/locale.js';
import { call, type Overview } from './api.js';
import { useLive } from './live.js';

const STEPS = [
  ['1h', '+1 hour'],
  ['1d', '+1 day'],
  ['1mo', '+1 month'],
] as const;

/** The account's time, and buttons that move it. */
export function Clock({ clock: { now, frozen } }: { clock: Overview['clock'] }) {
  const { act } = useLive();
  return (
    <section class="clock" aria-label="Clock">
      <span class="now" title="Time in São Paulo, by the clock of this account">
        {exactTime(now)}
      </span>
      <button
        type="button"
        aria-pressed={frozen}
        title={frozen ? 'The clock stands still' : 'The clock goes on'}
        onClick={() => act(() => call('clock', { method: 'PUT', body: { frozen: !frozen } }))}
      >
        {frozen ? 'Frozen' : 'Freeze'}
      </button>
      {STEPS.map(([by, label]) => (
        <button
          key={by}
          type="button"
          onClick={() => act(() => call('clock/advance', { method: 'POST', body: { by } }))}
        >
          {label}
        </button>
      ))}
    </section>
  );
}
