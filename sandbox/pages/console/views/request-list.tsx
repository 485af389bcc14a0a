import { CopyButton } from '../../shared/buttons.js';
import { milliseconds } from '../../shared/locale.js';
import { type LoggedRequest, operationNames, type Schemas, useLive } from '../api.js';
import { curlOf } from '../curl.js';
import { type Column, type DetailProps, List } from '../paged-list.js';
import { Badge, EntryLink, Fact, Json, Pane, Problem, RequestStatus, Time } from '../pieces.js';
import { hrefOf, type Route } from '../route.js';
import { texts } from '../texts.js';

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    name: 'request',
    sort: 'operation_id',
    cell: ({ method, path, operation_id }) => (
      <>
        <span class="verb">{method}</span> {path} <span class="muted small">{operation_id ?? texts.noOperation}</span>
      </>
    ),
  },
  {
    name: 'status',
    sort: 'status',
    cell: ({ status, planned, warnings }) => (
      <>
        <RequestStatus status={status} planned={planned} />
        {warnings.length > 0 && <Badge mood="wait">{texts.warnings(warnings.length)}</Badge>}
      </>
    ),
  },
  { name: 'object', cell: (request) => <TouchedObject request={request} /> },
  { name: 'duration', sort: 'duration', class: 'number minor', cell: ({ duration }) => milliseconds(duration) },
  { name: 'realTime', sort: 'number', class: 'minor', cell: ({ time }) => <Time time={time} /> },
];

/** The requests to the gateway's API, newest first unless sorted. */
export function RequestsPage({ route }: { route: Route }) {
  return (
    <List
      section="requests"
      route={route}
      path="requests?order=newest&"
      columns={COLUMNS}
      idOf={({ number }) => number}
      filters={[
        { name: 'search', label: texts.search },
        { name: 'outcome', label: texts.outcome, options: ['failed', 'warned'] },
        { name: 'operation_id', label: texts.fields.operation, options: operationNames },
      ]}
      empty={<p>{texts.requestsHint(location.origin)}</p>}
      detail={RequestDetail}
    />
  );
}

/** With an account per token, the id of a request may belong to another account, so it is not a link. */
function TouchedObject({ request: { object } }: { request: LoggedRequest }) {
  const { perToken } = useLive();
  if (object === undefined) return null;
  const name = `${texts.kinds[object.kind].one} ${object.id}`;
  return perToken ? <span>{name}</span> : <a href={hrefOf(object.kind, object.id)}>{name}</a>;
}

function RequestDetail({ id, back }: DetailProps) {
  return (
    <Pane<Schemas['Requests']> back={back} path={`requests?number=${encodeURIComponent(id)}`}>
      {({ requests: [request] }) =>
        request === undefined ? <Problem problem={texts.notKept(id)} /> : <Loaded request={request} />
      }
    </Pane>
  );
}

function Loaded({ request }: { request: LoggedRequest }) {
  const { method, operation_id, path, status, errors, warnings, planned, evidence, duration, time } = request;
  const { query = {}, headers, body, response } = request;
  return (
    <>
      <header class="row">
        <h2>{operation_id ?? texts.noOperation}</h2>
        <RequestStatus status={status} planned={planned} />
      </header>
      <section aria-label={texts.actions}>
        <CopyButton text={curlOf(location.origin, request)} label={texts.copyCurl} />
      </section>
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
        <Fact name="path">
          <code>{`${method} ${path}`}</code>
        </Fact>
        <Fact name="object">{request.object && <TouchedObject request={request} />}</Fact>
        <Fact name="realTime">
          <Time time={time} />
        </Fact>
        <Fact name="duration">{milliseconds(duration)}</Fact>
        <Fact name="evidence">
          {evidence && (
            <EntryLink entry={evidence.split(' ')[1] ?? ''} page={request.evidence_page} operation={operation_id ?? ''}>
              {evidence}
            </EntryLink>
          )}
        </Fact>
      </dl>
      {Object.keys(query).length > 0 && <Json title={texts.query} value={query} isOpen />}
      {body !== undefined && <Json title={texts.body} value={body} isOpen />}
      {response !== undefined && <Json title={texts.response} value={response} isOpen />}
      {headers !== undefined && <Json title={texts.headers} value={headers} />}
    </>
  );
}
