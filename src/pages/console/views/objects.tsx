import { CopyButton } from '../../shared/copy-button.js';
import type { Kind, Schemas, Shown } from '../api.js';
import { call } from '../api.js';
import { quoted } from '../curl.js';
import { Filters } from '../filter.js';
import type { KindView } from '../kinds.js';
import { useAsk, useLive } from '../live.js';
import { Empty, Pager, Problem } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { Detail } from './detail.js';
import { Row } from './row.js';
import { StartReceivers } from './start-receivers.js';

const PER_PAGE = 25;
/** The kinds of which there are examples. */
const MADE: readonly Kind[] = ['transactions', 'customers', 'links', 'subscriptions'];

/** The list of a kind, and one of it beside. */
export function Objects({ view, route: { id, query }, url }: { view: KindView; route: Route; url: string }) {
  const { kind, title, statuses } = view;
  const { status, search, page } = query;
  const asked = new URLSearchParams({
    kind,
    per_page: String(PER_PAGE),
    ...(page && { page }),
    ...(status && { status }),
    ...(search && { search }),
  });
  const { data, problem } = useAsk<Schemas['Objects']>(`objects?${asked}`);
  const isFiltered = Boolean(status || search);
  const { account: _everywhere, ...filters } = query;
  return (
    <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label={title}>
        <div class="heading">
          <h1>{title}</h1>
          {(data !== undefined && data.total > 0) || isFiltered ? (
            <Filters
              section={kind}
              query={filters}
              choices={[
                { name: 'search', label: 'Search' },
                ...(statuses.length > 0 ? [{ name: 'status', label: 'Status', options: statuses }] : []),
              ]}
            />
          ) : null}
        </div>
        <Problem problem={problem} />
        {data !== undefined &&
          data.total === 0 &&
          (isFiltered ? <NothingFits kind={kind} /> : <Nothing view={view} url={url} />)}
        {data !== undefined && data.total > 0 && (
          <>
            <ul class="rows">
              {data.data.map((object) => (
                <Row
                  key={object.id}
                  kind={kind}
                  object={object as Shown}
                  query={filters}
                  isChosen={String(object.id) === id}
                />
              ))}
            </ul>
            <Pager section={kind} query={filters} total={data.total} perPage={PER_PAGE} />
          </>
        )}
        {kind === 'webhooks' && <StartReceivers />}
      </section>
      {id !== undefined && <Detail key={id} id={id} back={hrefOf(kind, undefined, filters)} />}
    </div>
  );
}

function NothingFits({ kind }: { kind: Kind }) {
  return (
    <Empty title="Nothing fits">
      <p>
        <a href={hrefOf(kind)}>Show all</a>
      </p>
    </Empty>
  );
}

function Nothing({ view: { kind, title, example }, url }: { view: KindView; url: string }) {
  const { act } = useLive();
  const line =
    example &&
    `curl ${quoted(url + example.path)} \\\n  -H "Authorization: Bearer any-token" \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(example.body))}`;
  const populate = () =>
    act(() =>
      call('populate', { method: 'POST', body: { customers: 5, transactions: 16, links: 3, subscriptions: 2 } }),
    );
  return (
    <Empty title={`No ${title.toLowerCase()} yet`}>
      <p>Point your shop at this sandbox, or try it from a terminal. What it makes shows up here at once.</p>
      {line !== undefined && (
        <div class="try">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keys has to reach it */}
          <pre tabIndex={0}>{line}</pre>
          <CopyButton text={line} label="Copy" copied="Copied" />
        </div>
      )}
      {MADE.includes(kind) && (
        <>
          <p>
            <button type="button" class="primary" onClick={populate}>
              Make examples
            </button>
          </p>
          <p class="muted">Makes 16 transactions, 5 customers, 3 payment links and 2 subscriptions.</p>
        </>
      )}
    </Empty>
  );
}
