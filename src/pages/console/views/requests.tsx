import { CopyButton } from '../../shared/copy-button.js';
import { type LoggedRequest, operationNames, type Schemas } from '../api.js';
import { curlOf } from '../curl.js';
import { type Column, List } from '../list.js';
import { Fact, Json, Pane, Problem, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { texts } from '../texts.js';

interface Props {
  readonly route: Route;
  readonly url: string;
  /** With an account per token, the id of a request may belong to another account. */
  readonly perToken: boolean;
}

/** The requests to the gateway's API, newest first unless sorted. */
export function Requests({ route, url, perToken }: Props) {
  const columns: Column<LoggedRequest>[] = [
    {
      name: 'request',
      sort: 'operationId',
      cell: ({ method, operationId }) => (
        <>
          <span class="verb">{method}</span> {operationId ?? texts.noOperation}
        </>
      ),
    },
    { name: 'status', sort: 'status', cell: ({ status }) => <StatusCode status={status} /> },
    { name: 'object', cell: (request) => <TouchedObject request={request} perToken={perToken} /> },
    {
      name: 'warnings',
      class: 'minor',
      cell: ({ warnings }) => warnings.length > 0 && <span class="badge wait">{texts.warnings(warnings.length)}</span>,
    },
    { name: 'duration', sort: 'duration', class: 'number minor', cell: ({ duration }) => `${duration.toFixed(1)} ms` },
    { name: 'time', sort: 'number', class: 'minor', cell: ({ time }) => <Time time={time} /> },
  ];
  return (
    <List
      section="requests"
      route={route}
      path="requests?order=newest&"
      columns={columns}
      idOf={({ number }) => number}
      filters={[
        { name: 'outcome', label: texts.filters.outcome, options: ['failed', 'warned'] },
        { name: 'operationId', label: texts.filters.operation, options: operationNames },
      ]}
      empty={<p>{texts.requestsHint(url)}</p>}
      detail={(id, back) => (
        <Pane<Schemas['Requests']> key={id} back={back} path={`requests?number=${encodeURIComponent(id)}`}>
          {({ requests: [request] }) =>
            request === undefined ? (
              <Problem problem={texts.notKept(id)} />
            ) : (
              <RequestDetail request={request} url={url} perToken={perToken} />
            )
          }
        </Pane>
      )}
    />
  );
}

function StatusCode({ status }: { status: number }) {
  const mood = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return <span class={`badge ${mood} verb`}>{status === 0 ? texts.lost : status}</span>;
}

function TouchedObject({ request: { object }, perToken }: { request: LoggedRequest; perToken: boolean }) {
  if (object === undefined) return null;
  const name = `${texts.kinds[object.kind].one} ${object.id}`;
  return perToken ? <span>{name}</span> : <a href={hrefOf(object.kind, object.id)}>{name}</a>;
}

function RequestDetail({ request, url, perToken }: { request: LoggedRequest } & Omit<Props, 'route'>) {
  const { method, operationId, path, status, errors, warnings, evidence, duration, time } = request;
  const { query = {}, headers, body, response } = request;
  const curl = curlOf(url, request);
  return (
    <>
      <header>
        <h2>{operationId ?? `${method}, ${texts.noOperation}`}</h2>
        <StatusCode status={status} />
      </header>
      {curl !== undefined && (
        <section class="acts" aria-label={texts.actions}>
          <CopyButton text={curl} label={texts.copyCurl} copied={texts.copied} />
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
        <Fact name="path">{path !== undefined && <code>{`${method} ${path}`}</code>}</Fact>
        <Fact name="object">{request.object && <TouchedObject request={request} perToken={perToken} />}</Fact>
        <Fact name="time">
          <Time time={time} />
        </Fact>
        <Fact name="duration">{duration.toFixed(1)} ms</Fact>
        <Fact name="evidence">{evidence}</Fact>
      </dl>
      {Object.keys(query).length > 0 && <Json title={texts.query} value={query} isOpen />}
      {body !== undefined && <Json title={texts.body} value={body} isOpen />}
      {response !== undefined && <Json title={texts.response} value={response} isOpen />}
      {headers !== undefined && <Json title={texts.headers} value={headers} />}
    </>
  );
}
