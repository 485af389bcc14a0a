import { useState } from 'preact/hooks';
import { CopyButton } from '../../shared/copy-button.js';
import { call, type Schemas, type Shown } from '../api.js';
import { curlOf } from '../curl.js';
import { type KindView, LISTED, type ListedKind, notesOf } from '../kinds.js';
import { type Column, List } from '../list.js';
import { useAsk, useLive } from '../live.js';
import { Pre, Status, Time } from '../pieces.js';
import type { Route } from '../route.js';
import { texts } from '../texts.js';
import { Detail } from './detail.js';

/** The list of a kind of objects. */
export function Objects({ kind, route, url }: { kind: ListedKind; route: Route; url: string }) {
  const { fields, statuses }: KindView = LISTED[kind];
  const columns: Column<Shown>[] = [
    { name: 'id', sort: 'id', cell: ({ id }) => id },
    ...fields.map(({ name, path, text }) => ({
      name,
      sort: path,
      cell: text,
      class: /amount$/.test(path) ? 'number' : name === 'customer' || name === 'events' ? 'minor' : '',
    })),
    ...(statuses.length === 0
      ? []
      : [
          {
            name: 'status',
            sort: 'status',
            cell: (object: Shown) => <Status status={object.status} notes={notesOf(object)} />,
          } as const,
        ]),
    { name: 'time', sort: 'created_at', class: 'minor', cell: ({ created_at }) => <Time time={created_at} /> },
  ];
  return (
    <List
      section={kind}
      route={route}
      path={`objects?kind=${kind}&`}
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        { name: 'search', label: texts.filters.search },
        ...(statuses.length > 0 ? [{ name: 'status', label: texts.fields.status, options: statuses }] : []),
      ]}
      empty={<FirstSteps kind={kind} url={url} />}
      below={kind === 'webhooks' && <StartReceivers />}
      detail={(id, back) => <Detail key={id} id={id} back={back} />}
    />
  );
}

/** How to create the first object. */
function FirstSteps({ kind, url }: { kind: ListedKind; url: string }) {
  const { act } = useLive();
  const { example }: KindView = LISTED[kind];
  const line = example && curlOf(url, { method: 'POST', ...example }, 'any-token');
  const counts = { customers: 5, transactions: 16, links: 3, subscriptions: 2 };
  return (
    <>
      <p>{texts.tryIt}</p>
      {line !== undefined && (
        <div class="try">
          <Pre>{line}</Pre>
          <CopyButton text={line} label={texts.copy} copied={texts.copied} />
        </div>
      )}
      {Object.hasOwn(counts, kind) && (
        <>
          <button
            type="button"
            class="primary"
            onClick={() => act(() => call('populate', { method: 'POST', body: counts }))}
          >
            {texts.makeExamples}
          </button>
          <p class="muted">{texts.examples}</p>
        </>
      )}
    </>
  );
}

/** Addresses that receive events without a registration. */
function StartReceivers() {
  const { act } = useLive();
  const { data } = useAsk<Schemas['Receivers']>('receivers');
  const [url, setUrl] = useState('');
  const add = async (): Promise<void> => {
    if (await act(() => call('receivers', { method: 'POST', body: { url: url.trim() } }))) setUrl('');
  };
  return (
    <section class="beside">
      <h3>{texts.noRegistration}</h3>
      <p class="muted">{texts.noRegistrationHint}</p>
      {data !== undefined && data.receivers.length > 0 && (
        <ul class="rows">
          {data.receivers.map(({ id, url: address }) => (
            <li key={id} class="line">
              <code class="summary">{address}</code>
              <button
                type="button"
                class="danger"
                onClick={() => act(() => call(`receivers/${id}`, { method: 'DELETE' }))}
              >
                {texts.remove}
                <span class="hidden"> {address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="add"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          type="url"
          required
          aria-label={texts.shopAddress}
          placeholder="http://127.0.0.1:3000/hooks"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <button type="submit">{texts.sendThere}</button>
      </form>
    </section>
  );
}
