import { money } from '../../shared/locale.js';
import type { Schemas } from '../api.js';
import { useAsk, useClock, useLive } from '../live.js';
import { Attempt, Badge, moodOf, SendAgain, StatusCode, Time, Until } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts, words } from '../texts.js';
import { entriesOf, type Item, type Sent } from '../timeline-items.js';

/** The history of an object, oldest first, its due work, and as chips the states that may follow. */
export function Timeline({ id, states }: { id: number; states: readonly string[] }) {
  const { data } = useAsk<Schemas['Timeline']>(`objects/${id}/timeline`);
  const { zone } = useLive();
  const agrees = useClock()?.agrees === true;
  if (data === undefined || data.items.length + states.length === 0) return null;
  const { items } = data;
  const isNote = (item: Item): boolean => {
    // A refund of a part leaves the state as it is.
    const before = items.slice(0, items.indexOf(item)).findLast(({ type }) => type === 'state');
    return item.type === 'state' && item.of === undefined && before?.what === item.what;
  };
  let day = '';
  return (
    <section>
      <h3>
        {texts.timeline}
        <span class="muted small"> · {texts.timesIn(zone)}</span>
      </h3>
      <ol class="timeline">
        {entriesOf(items, zone, agrees).map((entry, index) => {
          if ('day' in entry) {
            day = entry.day;
            return (
              <li key={index} class="day">
                <h4>{day}</h4>
              </li>
            );
          }
          return 'item' in entry ? (
            <Happened key={index} item={entry.item} day={day} isNote={isNote(entry.item)} />
          ) : (
            <Delivery key={index} sent={entry} day={day} />
          );
        })}
      </ol>
      {states.length > 0 && (
        <p class="row next">
          <span class="muted">{texts.mayBecome}</span>
          {states.map((state) => (
            <Badge key={state} mood={moodOf(state)}>
              {words(state)}
            </Badge>
          ))}
        </p>
      )}
    </section>
  );
}

function Happened({ item, day, isNote }: { item: Item; day: string; isNote: boolean }) {
  return (
    <li class={`${item.type} ${item.type === 'state' ? moodOf(item.what ?? '') : 'plain'}`}>
      <div class="row">
        <What item={item} isNote={isNote} />
      </div>
      <Times item={item} day={day} />
    </li>
  );
}

/** One time where both clocks agree, or else the time of each clock. */
function Times({ item: { time, at }, day }: { item: Item; day: string }) {
  const agrees = useClock()?.agrees === true;
  if (agrees && (time ?? at) !== undefined) {
    return (
      <div class="times">
        <Time time={time ?? at} day={day} />
      </div>
    );
  }
  return (
    <div class="times">
      <Time time={time} clock="account" day={day} />
      <Time time={at} clock="real" day={day} />
    </div>
  );
}

/** The delivery of an event to a receiver: one line, which opens its attempts. */
function Delivery({ sent: { attempts, due }, day }: { sent: Sent; day: string }) {
  const last = attempts.at(-1);
  const item = last ?? due;
  if (item === undefined) return null;
  const { event, receiver, url = '' } = item;
  const shown = attempts.map(({ at = '', duration = 0, ...attempt }) => ({ ...attempt, at, duration }));
  return (
    <li class="attempt plain">
      <div class="row">
        <details>
          <summary>
            <span class="muted">{`${texts.kinds.events.one} ${event} →`}</span>{' '}
            <code title={url}>{URL.canParse(url) ? new URL(url).pathname : url}</code>{' '}
            {last === undefined ? (
              <strong>{texts.due.deliver}</strong>
            ) : (
              <>
                <StatusCode status={last.status ?? 0} />
                {attempts.length > 1 && <span class="muted">× {attempts.length}</span>}
              </>
            )}
          </summary>
          <ol>
            {shown.map((attempt, index) => (
              <li key={index}>
                <Attempt {...attempt} /> <Time time={attempt.at} clock="real" day={day} />
              </li>
            ))}
          </ol>
        </details>
        {due?.time !== undefined && last !== undefined && (
          <span class="muted small">
            <Until time={due.time} />
          </span>
        )}
        {last !== undefined && <SendAgain event={event} receiver={receiver} />}
      </div>
      <Times item={last ?? item} day={day} />
    </li>
  );
}

function What({ item, isNote }: { item: Item; isNote: boolean }) {
  const { what = '', amount, of, event, name, receiver, url, deliveries } = item;
  if (item.type === 'request') {
    return (
      <>
        <span class="verb">{item.method}</span>
        <a href={hrefOf('requests', item.request)}>{item.path}</a>
        <StatusCode status={item.status ?? 0} />
        {item.planned !== undefined && <Badge mood="wait">{texts.planned(item.planned)}</Badge>}
        {Number(item.warnings) > 0 && <Badge mood="wait">{texts.warnings(Number(item.warnings))}</Badge>}
      </>
    );
  }
  if (item.type === 'state') {
    return (
      <>
        <strong>{isNote ? texts.partlyRefunded : words(what)}</strong>
        {amount !== undefined && money(amount)}
        {of !== undefined && <a href={hrefOf('transactions', of)}>{of}</a>}
      </>
    );
  }
  if (item.type === 'event') {
    return (
      <>
        <span class="muted">{`${texts.kinds.events.one} ${event}`}</span>
        <a href={hrefOf('events', event)}>{name}</a>
        {deliveries === 0 && <Badge mood="plain">{texts.noReceiver}</Badge>}
        {deliveries === 0 && <SendAgain event={event} />}
      </>
    );
  }
  return (
    <>
      <strong>{texts.due[what] ?? words(what)}</strong>
      {event !== undefined && <span class="muted">{`${texts.kinds.events.one} ${event} →`}</span>}
      {url !== undefined && <code>{url}</code>}
      {what === 'held' && <SendAgain event={event} receiver={receiver} />}
    </>
  );
}
