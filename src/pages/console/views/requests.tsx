import { CopyButton } from '../../shared/copy-button.js';
import { type LoggedRequest, operationNames, type Schemas } from '../api.js';
import { curlOf } from '../curl.js';
import { type Column, List, pageQuery } from '../list.js';
import { useAsk } from '../live.js';
import { Fact, Json, Pane, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { texts } from '../texts.js';

interface Props {
  readonly route: Route;
  readonly url: string;
  /** With an account per token, the id of a request may belong to another account. */
  readonly perToken: boolean;
}

/** The requests to the gateway's API, newest first. */
export function Requests({ route, url, perToken }: Props) {
  const query = pageQuery(route, ['operationId', 'outcome']);
  const { data, problem } = useAsk<Schemas['Requests']>(`requests?order=newest&${query}`);
  const columns: Column<LoggedRequest>[] = [
    {
      name: 'request',
      cell: ({ method, operationId }) => (
        <>
          <span class="verb">{method}</span> {operationId ?? texts.noOperation}
        </>
      ),
    },
    { name: 'status', cell: ({ status }) => <StatusCode status={status} /> },
    { name: 'object', cell: (request) => <TouchedObject request={request} perToken={perToken} /> },
    {
      name: 'warnings',
      class: 'minor',
      cell: ({ warnings }) => warnings.length > 0 && <span class="badge wait">{texts.warnings(warnings.length)}</span>,
    },
    { name: 'duration', class: 'number minor', cell: ({ duration }) => `${duration.toFixed(1)} ms` },
    { name: 'time', class: 'minor', cell: ({ time }) => <Time time={time} /> },
  ];
  return (
    <List
      section="requests"
      route={route}
      items={data?.requests}
      total={data?.total}
      problem={problem}
      columns={columns}
      idOf={({ number }) => number}
      filters={[
        { name: 'outcome', label: texts.filters.outcome, options: ['failed', 'warned'] },
        { name: 'operationId', label: texts.filters.operation, options: operationNames },
      ]}
      empty={<p>{texts.requestsHint(url)}</p>}
      detail={(id, back) => <RequestDetail key={id} id={id} back={back} url={url} perToken={perToken} />}
    />
  );
}

function StatusCode({ status }: { status: number }) {
  const mood = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return <span class={`badge ${mood} code`}>{status === 0 ? texts.lost : status}</span>;
}

function TouchedObject({ request: { object }, perToken }: { request: LoggedRequest; perToken: boolean }) {
  if (object === undefined) return null;
  const name = `${texts.kinds[object.kind].one} ${object.id}`;
  return perToken ? <span>{name}</span> : <a href={hrefOf(object.kind, object.id)}>{name}</a>;
}

function RequestDetail({ id, back, url, perToken }: { id: string; back: string } & Omit<Props, 'route'>) {
  // The list in the address may not contain the request.
  const { data, problem } = useAsk<Schemas['Requests']>('requests');
  const request = data?.requests.find(({ number }) => String(number) === id);
  return (
    <Pane back={back} problem={data !== undefined && request === undefined ? texts.notKept(id) : problem}>
      {request !== undefined && <Loaded request={request} url={url} perToken={perToken} />}
    </Pane>
  );
}

function Loaded({ request, url, perToken }: { request: LoggedRequest; url: string; perToken: boolean }) {
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
        <Fact name="about">{request.object && <TouchedObject request={request} perToken={perToken} />}</Fact>
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
