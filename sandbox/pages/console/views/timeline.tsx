import { money } from '../../shared/locale.js';
import type { Schemas } from '../api.js';
import { useAsk } from '../live.js';
import { Attempt, Badge, moodOf, SendAgain, StatusCode, Time } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts, words } from '../texts.js';

type Item = Schemas['TimelineItem'];

/** What happened to an object, oldest first, what is due, and as chips the states that may follow. */
export function Timeline({ id, states }: { id: number; states: readonly string[] }) {
  const { data } = useAsk<Schemas['Timeline']>(`objects/${id}/timeline`);
  if (data === undefined || data.items.length + states.length === 0) return null;
  const isNote = (index: number): boolean => {
    // A refund of a part leaves the state as it is.
    const { type, what, of } = data.items[index] ?? {};
    const before = data.items.slice(0, index).findLast((item) => item.type === 'state');
    return type === 'state' && of === undefined && before?.what === what;
  };
  return (
    <section>
      <h3>{texts.timeline}</h3>
      <ol class="timeline">
        {data.items.map((item, index) => (
          <li key={index} class={`${item.type} ${item.type === 'state' ? moodOf(item.what ?? '') : 'plain'}`}>
            <div class="row">
              <What item={item} isNote={isNote(index)} />
            </div>
            <div class="times">
              <Time time={item.time} clock="account" />
              <Time time={item.at} clock="real" />
            </div>
          </li>
        ))}
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
      {item.type === 'due' && <strong>{texts.due[what] ?? words(what)}</strong>}
      {event !== undefined && <span class="muted">{`${texts.kinds.events.one} ${event} →`}</span>}
      {url !== undefined && <code>{url}</code>}
      {item.type === 'attempt' && <Attempt {...item} />}
      {(item.again || what === 'held') && <SendAgain event={event} receiver={receiver} />}
    </>
  );
}
