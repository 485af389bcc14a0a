import { call, type Schemas } from '../api.js';
import { isListed } from '../kinds.js';
import { type Column, type DetailProps, List, Table } from '../list.js';
import { useAsk, useLive } from '../live.js';
import { Badge, Deliveries, Fact, Json, moodOf, Pane, Pre, Time } from '../pieces.js';
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
  { name: 'delivery', cell: ({ deliveries }) => <Deliveries deliveries={deliveries} /> },
  { name: 'time', sort: 'time', class: 'minor', cell: ({ time }) => <Time time={time} /> },
];

/** The events, newest first unless sorted, with their deliveries. */
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
        { name: 'state', label: texts.fields.delivery, options: ['delivered', 'pending', 'held', 'failed'] },
      ]}
      empty={<p>{texts.eventsHint}</p>}
      detail={EventDetail}
    />
  );
}

/** The newest events of an object. */
export function EventsOf({ id }: { id: number }) {
  const { data } = useAsk<Schemas['Events']>(`events?id=${id}&per_page=10`);
  if (data === undefined || data.total === 0) return null;
  return (
    <section>
      <h3>
        {texts.kinds.events.title} (<a href={hrefOf('events', undefined, { id: String(id) })}>{data.total}</a>)
      </h3>
      <Table
        columns={COLUMNS.filter(({ name }) => name !== 'object')}
        items={data.data}
        href={(event) => hrefOf('events', event.id)}
      />
    </section>
  );
}

function Subject({ event: { kind, object_id: id } }: { event: Event }) {
  return <a href={hrefOf(kind, id)}>{isListed(kind) ? `${texts.kinds[kind].one} ${id}` : id}</a>;
}

function EventDetail({ id, back }: DetailProps) {
  const { act } = useLive();
  return (
    <Pane<Event> back={back} path={`events/${encodeURIComponent(id)}`}>
      {(event) => (
        <>
          <header class="row">
            <h2>{event.name}</h2>
            <Deliveries deliveries={event.deliveries} />
          </header>
          <section aria-label={texts.actions}>
            <button
              type="button"
              class={event.deliveries.some(({ state }) => state === 'failed') ? 'primary' : ''}
              onClick={() => act(() => call(`events/${event.id}/redeliver`, { method: 'POST' }))}
            >
              {texts.redeliver}
            </button>
          </section>
          <dl class="facts">
            <Fact name="id">{event.id}</Fact>
            <Fact name="object">
              <Subject event={event} />
            </Fact>
            <Fact name="time">
              <Time time={event.time} />
            </Fact>
          </dl>
          <section>
            <h3>{texts.deliveries}</h3>
            {event.deliveries.length === 0 && <p class="muted">{texts.noDeliveries}</p>}
            {event.deliveries.map((delivery) => (
              <Delivery key={delivery.receiver} delivery={delivery} />
            ))}
          </section>
          <Json title={texts.payload} value={event.payload} isOpen />
        </>
      )}
    </Pane>
  );
}

function Delivery({ delivery: { url, state, attempts } }: { delivery: Schemas['Delivery'] }) {
  return (
    <div class="delivery">
      <p>
        <Badge mood={moodOf(state)}>{words(state)}</Badge> <code>{url}</code>
      </p>
      <ol>
        {attempts.map(({ at, duration, status, error, response }, index) => (
          <li key={index}>
            <Badge mood={status !== undefined && status < 300 ? 'good' : 'bad'}>{status ?? error}</Badge>
            <span class="muted">
              {texts.attempt(Math.round(duration))} <Time time={at} />
            </span>
            {response !== undefined && <Pre>{response}</Pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}
