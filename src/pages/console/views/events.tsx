import { call, type Schemas } from '../api.js';
import { isListed } from '../kinds.js';
import { type Column, List, pageQuery } from '../list.js';
import { useAsk, useLive } from '../live.js';
import { Badge, Deliveries, Fact, Json, Pane, Pre, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { texts, words } from '../texts.js';

type Event = Schemas['Event'];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'id', cell: ({ id }) => id },
  { name: 'event', cell: ({ name }) => name },
  { name: 'object', cell: (event) => <Subject event={event} /> },
  {
    name: 'status',
    class: 'minor',
    cell: ({ payload: { status } }) => (typeof status === 'string' ? words(status) : ''),
  },
  { name: 'delivery', cell: ({ deliveries }) => <Deliveries deliveries={deliveries} /> },
  { name: 'time', class: 'minor', cell: ({ time }) => <Time time={time} /> },
];

/** The events, newest first, with their deliveries. */
export function Events({ route }: { route: Route }) {
  const { object } = route.query;
  const about = object !== undefined && /^[1-9]\d{0,14}$/.test(object) ? `&id=${object}` : '';
  const { data, problem } = useAsk<Schemas['Events']>(`events?${pageQuery(route, ['state'])}${about}`);
  return (
    <List
      section="events"
      route={route}
      items={data?.data}
      total={data?.total}
      problem={problem}
      columns={COLUMNS}
      idOf={({ id }) => id}
      filters={[
        { name: 'object', label: texts.filters.object },
        { name: 'state', label: texts.filters.delivery, options: ['delivered', 'pending', 'failed'] },
      ]}
      empty={<p>{texts.eventsHint}</p>}
      detail={(id, back) => <EventDetail key={id} id={id} back={back} />}
    />
  );
}

function Subject({ event: { kind, object_id: id } }: { event: Event }) {
  return <a href={hrefOf(kind, id)}>{isListed(kind) ? `${texts.kinds[kind].one} ${id}` : id}</a>;
}

function EventDetail({ id, back }: { id: string; back: string }) {
  const { act } = useLive();
  const { data, problem } = useAsk<Event>(`events/${encodeURIComponent(id)}`);
  return (
    <Pane back={back} problem={problem}>
      {data !== undefined && problem === undefined && (
        <>
          <header>
            <h2>{data.name}</h2>
            <Deliveries deliveries={data.deliveries} />
          </header>
          <section class="acts" aria-label={texts.actions}>
            <button
              type="button"
              class={data.deliveries.some(({ state }) => state === 'failed') ? 'primary' : ''}
              onClick={() => act(() => call(`events/${data.id}/redeliver`, { method: 'POST' }))}
            >
              {texts.redeliver}
            </button>
          </section>
          <dl class="facts">
            <Fact name="id">{data.id}</Fact>
            <Fact name="about">
              <Subject event={data} />
            </Fact>
            <Fact name="time">
              <Time time={data.time} />
            </Fact>
          </dl>
          <section>
            <h3>{texts.deliveries}</h3>
            {data.deliveries.length === 0 && <p class="muted">{texts.noDeliveries}</p>}
            {data.deliveries.map((delivery) => (
              <Delivery key={delivery.receiver} delivery={delivery} />
            ))}
          </section>
          <Json title={texts.payload} value={data.payload} isOpen />
        </>
      )}
    </Pane>
  );
}

function Delivery({ delivery: { url, state, attempts } }: { delivery: Schemas['Delivery'] }) {
  return (
    <div class="delivery">
      <p>
        <Badge state={state} /> <code>{url}</code>
      </p>
      <ol>
        {attempts.map(({ at, duration, status, error, response }, index) => (
          <li key={index}>
            <span class={status !== undefined && status < 300 ? 'good' : 'bad'}>{status ?? error}</span>{' '}
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
