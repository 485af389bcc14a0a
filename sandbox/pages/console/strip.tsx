/** What changes the next payment, although no list shows it: planned faults, disturbed events, switched assumptions, refused cards. */
import { call, type Overview, useLive } from './api.js';
import { hrefOf } from './route.js';
import { texts } from './texts.js';

/** A text that leads to its page, and the request that takes it back. */
interface Part {
  readonly href: string;
  readonly text: string;
  readonly undo: string;
  readonly request: Parameters<typeof call>;
}

export function Strip({ overview: { faults, disturbed, assumed, refused_cards: cards } }: { overview: Overview }) {
  const { act } = useLive();
  const ways = Object.keys(disturbed).filter((name) => disturbed[name as keyof typeof disturbed]);
  const usual = Object.fromEntries(assumed.map((entry) => [entry, null]));
  const parts: readonly (Part | false)[] = [
    faults > 0 && {
      href: hrefOf('faults'),
      text: texts.faultsWait(faults),
      undo: texts.remove,
      request: ['faults', { method: 'DELETE' }],
    },
    ways.length > 0 && {
      href: hrefOf('inbox'),
      text: texts.eventsDisturbed(ways),
      undo: texts.switchBack,
      request: ['deliveries', { method: 'PUT', body: {} }],
    },
    assumed.length > 0 && {
      href: hrefOf('assumptions'),
      text: texts.assumptionsSwitched(assumed.length),
      undo: texts.switchBack,
      request: ['assumptions', { method: 'PUT', body: usual }],
    },
    ...cards.map(
      (id): Part => ({
        href: hrefOf('cards', id),
        text: texts.cardRefused(id),
        undo: texts.acceptAgain,
        request: [`objects/${id}/accept`, { method: 'POST' }],
      }),
    ),
  ];
  const shown = parts.filter((part) => part !== false);
  if (shown.length === 0) return null;
  return (
    <section class="strip" aria-label={texts.hiddenState}>
      {shown.map(({ href, text, undo, request }) => (
        <span key={text} class="part badge wait">
          <a href={href}>{text}</a>
          <button type="button" aria-label={undo} title={undo} onClick={() => act(() => call(...request))}>
            ×
          </button>
        </span>
      ))}
    </section>
  );
}
