import type { Schemas } from '../api.js';
import { isListed } from '../object-kinds.js';
import { type Column, type DetailProps, List } from '../paged-list.js';
import { Attempts, DeliveryState, DeliveryStates, Fact, Json, Pane, SendAgain, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { texts, words } from '../texts.js';

type Event = Schemas['Event'];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'id', sort: 'id', cell: ({ id }) => id },
  { name: 'event', sort: 'name', cell: ({ name }) => name },
  { name: 'object', sort: 'object_id', cell: (event) => <Subject event={event} /> },
  {
    name: 'status',
    sort: 'payload.status',
    class: 'minor',
    cell: ({ payload: { status } }) => (typeof status === 'string' ? words(status) : ''),
  },
  { name: 'delivery', cell: ({ deliveries }) => <DeliveryStates deliveries={deliveries} /> },
  { name: 'time', sort: 'time', class: 'minor', cell: ({ time }) => <Time time={time} /> },
];

export function Events({ route }: { route: Route }) {
  return (
    <List
      section="events"
      route={route}
      path="events?"
      columns={COLUMNS}
      idOf={({ id }) => id}
      filters={[
        { name: 'id', label: texts.objectId },
        ...(route.query.receiver === undefined ? [] : [{ name: 'receiver', label: texts.destination }]),
        { name: 'state', label: texts.fields.delivery, options: ['delivered', 'pending', 'held', 'failed'] },
      ]}
      empty={<p>{texts.eventsHint}</p>}
      detail={EventDetail}
    />
  );
}

function Subject({ event: { kind, object_id: id } }: { event: Event }) {
  return <a href={hrefOf(kind, id)}>{isListed(kind) ? `${texts.kinds[kind].one} ${id}` : id}</a>;
}

function EventDetail({ id, back }: DetailProps) {
  return (
    <Pane<Event> back={back} path={`events/${encodeURIComponent(id)}`}>
      {(event) => (
        <>
          <header class="row">
            <h2>{event.name}</h2>
            <span class="muted">{`${texts.kinds.events.one} ${event.id}`}</span>
            <DeliveryStates deliveries={event.deliveries} />
          </header>
          <section aria-label={texts.actions}>
            <SendAgain event={event.id} />
          </section>
          <Json title={texts.delivered} value={event.body} isOpen />
          <section>
            <h3>{texts.deliveries}</h3>
            {event.deliveries.length === 0 && <p class="muted">{texts.noDeliveries}</p>}
            {event.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.receiver} event={event.id} delivery={delivery} />
            ))}
          </section>
          <dl class="facts">
            <Fact name="object">
              <Subject event={event} />
            </Fact>
            <Fact name="time">
              <Time time={event.time} />
            </Fact>
            <Fact name="realTime">{event.at && <Time time={event.at} />}</Fact>
          </dl>
        </>
      )}
    </Pane>
  );
}

/** A delivery: a row that opens its attempts. */
export function DeliveryRow({ event, delivery }: { event: number; delivery: Schemas['Delivery'] }) {
  const { receiver, url, attempts } = delivery;
  return (
    <div class="delivery row">
      <details>
        <summary>
          <code title={url}>{url}</code> <DeliveryState delivery={delivery} />
        </summary>
        <Attempts attempts={attempts} />
      </details>
      <SendAgain event={event} receiver={receiver} />
    </div>
  );
}
