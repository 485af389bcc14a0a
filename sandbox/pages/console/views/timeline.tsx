import { money } from '../../shared/locale.js';
import { type Schemas, useAsk } from '../api.js';
import { Badge, moodOf, RequestStatus, SendAgain, Time } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts, words } from '../texts.js';
import { DeliveryRow } from './event-list.js';

type Item = Schemas['TimelineItem'];

/** The history of an object, oldest first, and its due work. */
export function ObjectTimeline({ id, isPix }: { id: number; isPix: boolean }) {
  const { data } = useAsk<Schemas['Timeline']>(`objects/${id}/timeline`);
  const { data: { data: events = [] } = {} } = useAsk<Schemas['Events']>(`events?id=${id}`);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section>
      <h3>
        {texts.timeline}
        <span class="muted small"> · {texts.timesIn}</span>
      </h3>
      <ol class="timeline">
        {entriesOf(data.items).map((entry, index) => (
          <Caused key={index} entry={entry} items={data.items} events={events} isPix={isPix} />
        ))}
      </ol>
    </section>
  );
}

interface Shown {
  /** All items of the object. */
  readonly items: readonly Item[];
  /** The events about the object, with their deliveries. */
  readonly events: readonly Schemas['Event'][];
  /** A Pix has other words for a refund. */
  readonly isPix: boolean;
}

/** Less than this is the way from one clock to the other. Milliseconds. */
const SAME = 5_000;

/** A request or an act, with the states and events that it caused. Real time is shown where the clocks differ. */
function Caused({ entry: { head, effects }, ...shown }: Shown & { entry: TimelineEntry }) {
  const state = effects.findLast(({ type }) => type === 'state') ?? head;
  const isLost = head.type === 'request' && (head.status === 0 || Number(head.status) >= 500);
  // The journal has only the real time of a request, and its effects have both.
  const time = head.time ?? effects[0]?.time;
  const isSame = time !== undefined && head.at !== undefined && Math.abs(Date.parse(time) - Date.parse(head.at)) < SAME;
  return (
    <li class={`${head.type} ${isLost ? 'bad' : state.type === 'state' ? moodOf(state.what ?? '') : 'plain'}`}>
      <What item={head} {...shown} />
      <div class="times">
        <Time time={time} clock="account" />
        {!isSame && <Time time={head.at} clock="real" />}
      </div>
      {effects.length > 0 && (
        <ul>
          {effects.map((item, index) => (
            <li key={index} class={item.type}>
              <What item={item} {...shown} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function What({ item, ...shown }: Shown & { item: Item }) {
  const { type, what = '', amount, of, event, name, deliveries, warnings } = item;
  const isPart = type === 'state' && isPartOfRefund(item, shown.items);
  if (type === 'event') {
    const sent = shown.events.find(({ id }) => id === event);
    return (
      <>
        <div class="row">
          <a href={hrefOf('events', event)}>{name}</a>
          {deliveries === 0 && <Badge mood="plain">{texts.noReceiver}</Badge>}
          {deliveries === 0 && <SendAgain event={event} />}
        </div>
        <ul>
          {sent?.deliveries.map((delivery) => (
            <li key={delivery.receiver}>
              <DeliveryRow event={sent.id} delivery={delivery} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <div class="row">
      {type === 'request' && (
        <>
          <span class="verb">{item.method}</span>
          <a href={hrefOf('requests', item.request)}>{item.path}</a>
          <RequestStatus status={item.status ?? 0} planned={item.planned} />
          {Number(warnings) > 0 && <Badge mood="wait">{texts.warnings(Number(warnings))}</Badge>}
        </>
      )}
      {type === 'state' && (
        <>
          <Badge mood={isPart ? 'past' : moodOf(what)}>
            {isPart ? texts.partlyRefunded(shown.isPix) : words(what, shown.isPix)}
          </Badge>
          {amount !== undefined && money(amount)}
          {of !== undefined && <a href={hrefOf('transactions', of)}>{of}</a>}
        </>
      )}
      {type === 'due' && <strong>{texts.due[what] ?? words(what)}</strong>}
    </div>
  );
}

/** A refund of a part leaves the state as it is. */
function isPartOfRefund(item: Item, items: readonly Item[]): boolean {
  const before = items.slice(0, items.indexOf(item)).findLast(({ type }) => type === 'state');
  return item.of === undefined && before?.what === item.what;
}

interface TimelineEntry {
  readonly head: Item;
  /** The states and events that the head caused. */
  readonly effects: readonly Item[];
}

/** They belong to their event. */
const isDelivery = ({ type, what }: Item): boolean => type === 'attempt' || what === 'deliver' || what === 'held';

const isCausedBy = (head: Item, { type, request, at, time }: Item): boolean =>
  (type === 'state' || type === 'event') &&
  head.type !== 'due' &&
  (request === undefined ? head.type !== 'request' && head.at === at && head.time === time : head.request === request);

function entriesOf(items: readonly Item[]): TimelineEntry[] {
  const grouped: { head: Item; effects: Item[] }[] = [];
  for (const item of items) {
    const last = grouped.at(-1);
    if (isDelivery(item)) continue;
    if (last !== undefined && isCausedBy(last.head, item)) last.effects.push(item);
    else grouped.push({ head: item, effects: [] });
  }
  return grouped;
}
