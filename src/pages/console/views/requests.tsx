import { CopyButton } from '../../shared/copy-button.js';
import { type LoggedRequest, operationNames, type Schemas } from '../api.js';
import { curlOf } from '../curl.js';
import { Filters } from '../filter.js';
import { useAsk } from '../live.js';
import { Empty, Fact, Json, Pager, Problem, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';

const PER_PAGE = 25;

/** What came in, newest first. */
export function Requests({ route: { id, query }, url }: { route: Route; url: string }) {
  const { operation, outcome, page } = query;
  const asked = new URLSearchParams({
    order: 'newest',
    per_page: String(PER_PAGE),
    ...(page && { page }),
    ...(operation && { operationId: operation }),
    ...(outcome && { outcome }),
  });
  const { data, problem } = useAsk<Schemas['Requests']>(`requests?${asked}`);
  // The one beside the list may be on another page of it.
  const all = useAsk<Schemas['Requests']>(id === undefined ? undefined : 'requests');
  const chosen = all.data?.requests.find(({ number }) => String(number) === id);
  const { account: _everywhere, ...filters } = query;
  const isFiltered = Boolean(operation || outcome);
  return (
    <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label="Requests">
        <div class="heading">
          <h1>Requests</h1>
          {(isFiltered || (data !== undefined && data.total > 0)) && (
            <Filters
              section="requests"
              query={filters}
              choices={[
                { name: 'outcome', label: 'Outcome', options: ['failed', 'warned'] },
                { name: 'operation', label: 'Operation', options: operationNames },
              ]}
            />
          )}
        </div>
        <Problem problem={problem} />
        {data?.total === 0 && (
          <Empty title={isFiltered ? 'Nothing fits' : 'No requests yet'}>
            <p>
              Requests to the gateway's API at {url}/v1/… show up here as they come in, with what was odd about them.
            </p>
          </Empty>
        )}
        {data !== undefined && data.total > 0 && (
          <>
            <ul class="rows">
              {data.requests.map((request) => (
                <li key={request.number}>
                  <a
                    class="line"
                    href={hrefOf('requests', request.number, filters)}
                    aria-current={String(request.number) === id ? 'true' : undefined}
                  >
                    <StatusCode status={request.status} />
                    <span class="summary">
                      <span class="method">{request.method}</span> {request.operationId ?? 'no operation'}
                    </span>
                    {request.warnings.length > 0 && (
                      <span class="badge wait">{count(request.warnings.length, 'warning')}</span>
                    )}
                    <span class="when">
                      <Time time={request.time} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            <Pager section="requests" query={filters} total={data.total} perPage={PER_PAGE} />
          </>
        )}
      </section>
      {id !== undefined && (
        <article class="detail" aria-label="Details">
          <p class="back">
            <a href={hrefOf('requests', undefined, filters)}>Close</a>
          </p>
          {all.data !== undefined && chosen === undefined && <p class="notice bad">Request {id} is no longer kept.</p>}
          {chosen !== undefined && <RequestDetail request={chosen} url={url} />}
        </article>
      )}
    </div>
  );
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function StatusCode({ status }: { status: number }) {
  const mood = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return <span class={`badge ${mood} code`}>{status === 0 ? 'lost' : status}</span>;
}

function RequestDetail({ request, url }: { request: LoggedRequest; url: string }) {
  const { method, operationId, path, status, errors, warnings, evidence, duration, time, query, body } = request;
  const curl = curlOf(url, request);
  return (
    <>
      <header>
        <h2>{operationId ?? `${method}, no operation`}</h2>
        <StatusCode status={status} />
      </header>
      {curl !== undefined && (
        <section class="acts" aria-label="What can be done">
          <CopyButton text={curl} label="Copy as curl" copied="Copied" />
        </section>
      )}
      {errors.map((error) => (
        <p key={error} class="notice bad">
          {error}
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning} class="notice wait">
          {warning}
        </p>
      ))}
      <dl class="facts">
        <Fact name="Path">{path !== undefined && <code>{`${method} ${path}`}</code>}</Fact>
        <Fact name="Evidence">{evidence}</Fact>
        <Fact name="Time">
          <Time time={time} />
        </Fact>
        <Fact name="Took">{duration.toFixed(1)} ms</Fact>
      </dl>
      {query !== undefined && Object.keys(query).length > 0 && <Json title="Query" value={query} isOpen />}
      {body !== undefined && <Json title="Body" value={body} isOpen />}
    </>
  );
}
