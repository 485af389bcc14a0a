/** What changes the next payment, although no list shows it: a moved clock, planned faults, switched assumptions, refused cards. */
import type { ComponentChildren } from 'preact';
import { call, type Overview } from './api.js';
import { useClock, useLive } from './live.js';
import { hrefOf } from './route.js';
import { texts } from './texts.js';

export function Strip({ overview }: { overview: Overview | undefined }) {
  const { act } = useLive();
  const clock = useClock();
  if (overview === undefined || clock === undefined) return null;
  const { faults, disturbed, assumed, refused_cards: cards } = overview;
  const ahead = clock.now - clock.readAt;
  const isMoved = Math.abs(ahead) >= MINUTE;
  const usual = Object.fromEntries(assumed.map((entry) => [entry, null]));
  const parts: ComponentChildren[] = [
    (isMoved || clock.frozen) && (
      <>
        {texts.clockIs(isMoved ? spanText(ahead) : undefined, clock.frozen)}
        {clock.frozen && (
          <button type="button" onClick={() => act(() => call('clock', { method: 'PUT', body: { frozen: false } }))}>
            {texts.letItRun}
          </button>
        )}
      </>
    ),
    faults > 0 && (
      <>
        <a href={hrefOf('faults')}>{texts.faultsWait(faults)}</a>
        <button type="button" onClick={() => act(() => call('faults', { method: 'DELETE' }))}>
          {texts.remove}
        </button>
      </>
    ),
    Object.values(disturbed).some(Boolean) && (
      <>
        <a href={hrefOf('inbox')}>
          {texts.eventsDisturbed(Object.entries(disturbed).flatMap(([name, on]) => (on ? name : [])))}
        </a>
        <button type="button" onClick={() => act(() => call('deliveries', { method: 'PUT', body: {} }))}>
          {texts.switchBack}
        </button>
      </>
    ),
    assumed.length > 0 && (
      <>
        <a href={hrefOf('assumptions')}>{texts.assumptionsSwitched(assumed.length)}</a>
        <button type="button" onClick={() => act(() => call('assumptions', { method: 'PUT', body: usual }))}>
          {texts.switchBack}
        </button>
      </>
    ),
    ...cards.map((id) => (
      <>
        <a href={hrefOf('cards', id)}>{texts.cardRefused(id)}</a>
        <button type="button" onClick={() => act(() => call(`objects/${id}/accept`, { method: 'POST' }))}>
          {texts.acceptAgain}
        </button>
      </>
    )),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <section class="strip" aria-label={texts.hiddenState}>
      {parts.map((part, index) => (
        <span key={index} class="row">
          {part}
        </span>
      ))}
    </section>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNITS = [
  ['month', 30 * 24 * HOUR],
  ['day', 24 * HOUR],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** `2 months`, with the largest unit that fits. */
function spanText(milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const [unit, size] = UNITS.find(([, size]) => length >= size) ?? UNITS[3];
  return texts.span(Math.round(length / size), unit, milliseconds > 0);
}
