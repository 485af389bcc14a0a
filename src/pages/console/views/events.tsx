import { call, type Schemas } from '../api.js';
import { Filters } from '../filter.js';
import { useAsk, useLive } from '../live.js';
import { Badge, Empty, Json, Pager, Pane, Problem, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { Deliveries } from './deliveries.js';

type Event = Schemas['Event'];

const PER_PAGE = 25;

/** What was sent to shops, and what became of it. */
export function Events({ route: { id, query } }: { route: Route }) {
  const { object, page } = query;
  const asked = new URLSearchParams({
    per_page: String(PER_PAGE),
    ...(page && { page }),
    ...(object && /^\d{1,15}$/.test(object) && { object }),
  });
  const { data, problem } = useAsk<Schemas['Events']>(`events?${asked}`);
  const { account: _everywhere, ...filters } = query;
  return (
    <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label="Events">
        <div class="heading">
          <h1>Events</h1>
          {(object || (data !== undefined && data.total > 0)) && (
            <Filters section="events" query={filters} choices={[{ name: 'object', label: 'Id of an object' }]} />
          )}
        </div>
        <Problem problem={problem} />
        {data?.total === 0 && (
          <Empty title={object ? 'No event about it' : 'No events yet'}>
            <p>
              Whatever changes is told to those who registered a webhook, and to the addresses under{' '}
              <a href={hrefOf('webhooks')}>Webhooks</a>.
            </p>
          </Empty>
        )}
        {data !== undefined && data.total > 0 && (
          <>
            <ul class="rows">
              {data.data.map((event) => (
                <li key={event.id}>
                  <a
                    class="line"
                    href={hrefOf('events', event.id, filters)}
                    aria-current={String(event.id) === id ? 'true' : undefined}
                  >
                    <span class="id">{event.id}</span>
                    <span class="summary">
                      {event.name} · {event.object_id}
                      {typeof event.payload.status === 'string' && ` · ${event.payload.status.replaceAll('_', ' ')}`}
                    </span>
                    <Deliveries deliveries={event.deliveries} />
                    <span class="when">
                      <Time time={event.time} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            <Pager section="events" query={filters} total={data.total} perPage={PER_PAGE} />
          </>
        )}
      </section>
      {id !== undefined && <EventDetail key={id} id={id} back={hrefOf('events', undefined, filters)} />}
    </div>
  );
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
            <span class="muted">event {data.id}</span>
          </header>
          <section class="acts" aria-label="What can be done">
            <button type="button" onClick={() => act(() => call(`events/${data.id}/redeliver`, { method: 'POST' }))}>
              Redeliver
            </button>
          </section>
          <dl class="facts">
            <div>
              <dt>About</dt>
              <dd>
                <a href={hrefOf(data.kind, data.object_id)}>
                  {data.kind} {data.object_id}
                </a>
              </dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>
                <Time time={data.time} />
              </dd>
            </div>
          </dl>
          <section>
            <h3>Deliveries</h3>
            {data.deliveries.length === 0 && (
              <p class="muted">Nobody was registered for it. Redeliver sends it to those who are now.</p>
            )}
            {data.deliveries.map(({ receiver, url, state, attempts }) => (
              <div key={receiver} class="delivery">
                <p>
                  <Badge state={state} /> <code>{url}</code>
                </p>
                <ol>
                  {attempts.map(({ at, duration, status, error }) => (
                    <li key={at}>
                      <span class={status !== undefined && status < 300 ? 'good' : 'bad'}>{status ?? error}</span>{' '}
                      <span class="muted">
                        after {Math.round(duration)} ms, <Time time={at} />
                      </span>
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </section>
          <Json title="Payload" value={data.payload} isOpen />
        </>
      )}
    </Pane>
  );
}
