import { money } from '../../shared/locale.js';
import type { Details, Schemas, Shown } from '../api.js';
import { methodOf, nameOf } from '../kinds.js';
import { useAsk } from '../live.js';
import { Badge, Fact, Json, Pane, Time, words } from '../pieces.js';
import { hrefOf } from '../route.js';
import { Acts } from './acts.js';
import { Deliveries } from './deliveries.js';
import { History } from './history.js';
import { Row } from './row.js';

/** One object: its state, how it got there, what may follow, and what belongs to it. */
export function Detail({ id, back }: { id: string; back: string }) {
  const { data, problem } = useAsk<Details>(`objects/${encodeURIComponent(id)}/details`);
  return (
    <Pane back={back} problem={problem}>
      {data !== undefined && problem === undefined && <Told details={data} />}
    </Pane>
  );
}

function Told({ details }: { details: Details }) {
  const { kind, next, due, page, related } = details;
  const object = details.object as Shown;
  const { id, status, amount } = object;
  return (
    <>
      <header>
        <h2>
          {nameOf(kind)} {id}
        </h2>
        {typeof status === 'string' && <Badge state={status} />}
        {typeof amount === 'number' && <span class="amount">{money(amount)}</span>}
      </header>
      <Acts id={id} kind={kind} next={next} />
      <History details={details} />
      <dl class="facts">
        <Fact name="Paid with">{kind === 'transactions' && methodOf(object)}</Fact>
        <Fact name="Paid">{typeof object.paid_amount === 'number' && money(object.paid_amount)}</Fact>
        <Fact name="Name">{string(object.name)}</Fact>
        <Fact name="E-mail">{string(object.email)}</Fact>
        <Fact name="Address">{string(object.url) && kind === 'webhooks' ? <code>{string(object.url)}</code> : ''}</Fact>
        <Fact name="Refused because">{reasonOf(object)}</Fact>
        <Fact name="Reference key">{string(object.reference_key)}</Fact>
        <Fact name="Metadata">{string(object.metadata) && <code>{string(object.metadata)}</code>}</Fact>
        <Fact name="Created">{string(object.created_at) && <Time time={String(object.created_at)} />}</Fact>
        <Fact name="Period ends">
          {string(object.current_period_end) && <Time time={String(object.current_period_end)} />}
        </Fact>
        <Fact name={kind === 'subscriptions' ? 'Next charge' : 'Due'}>{due && <Time time={due} />}</Fact>
        <Fact name="Page for the buyer">
          {page && isWebPage(page) && (
            <a href={page} target="_blank" rel="noreferrer">
              Open
            </a>
          )}
        </Fact>
      </dl>
      {related.map((group) => (
        <section key={group.kind}>
          <h3>
            {group.total > 1 || group.kind === 'transactions'
              ? `${words(group.kind)} (${group.total})`
              : nameOf(group.kind)}
          </h3>
          <ul class="rows small">
            {group.data.map((one) => (
              <Row key={one.id} kind={group.kind} object={one as Shown} />
            ))}
          </ul>
        </section>
      ))}
      <EventsOf id={id} />
      <Json title="As the API shows it" value={object} />
    </>
  );
}

function EventsOf({ id }: { id: number }) {
  const { data } = useAsk<Schemas['Events']>(`events?id=${id}&per_page=10`);
  if (data === undefined || data.total === 0) return null;
  return (
    <section>
      <h3>
        Events (<a href={hrefOf('events', undefined, { object: String(id) })}>{data.total}</a>)
      </h3>
      <ul class="rows small">
        {data.data.map((event) => (
          <li key={event.id}>
            <a class="line" href={hrefOf('events', event.id)}>
              <span class="id">{event.id}</span>
              <span class="summary">{event.name}</span>
              <Deliveries deliveries={event.deliveries} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

function reasonOf({ refused_reason }: Shown): string {
  return typeof refused_reason === 'object' && refused_reason !== null && 'reason' in refused_reason
    ? string(refused_reason.reason)
    : '';
}

const isWebPage = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
