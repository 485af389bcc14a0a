import { CopyButton } from '../../shared/buttons.js';
import { call, type Schemas, useAsk } from '../api.js';
import { curlOf } from '../curl.js';
import { columnsOf, type ListedKind, OBJECT_KINDS } from '../object-kinds.js';
import { List } from '../paged-list.js';
import { ActionForm, Pre, RequestButton } from '../pieces.js';
import type { Route } from '../route.js';
import { texts } from '../texts.js';
import { Detail } from './detail.js';

export function Objects({ kind, route }: { kind: ListedKind; route: Route }) {
  const { statuses } = OBJECT_KINDS[kind];
  return (
    <List
      section={kind}
      route={route}
      path={`objects?kind=${kind}&`}
      columns={columnsOf(kind)}
      idOf={({ id }) => id}
      filters={[
        { name: 'search', label: texts.search },
        ...(statuses ? [{ name: 'status', label: texts.fields.status, options: statuses }] : []),
      ]}
      empty={<FirstSteps kind={kind} />}
      below={kind === 'webhooks' && <StartReceivers />}
      detail={Detail}
    />
  );
}

function FirstSteps({ kind }: { kind: ListedKind }) {
  const { example } = OBJECT_KINDS[kind];
  const line = example && curlOf(location.origin, { method: 'POST', ...example }, 'any-token');
  const counts = { customers: 5, transactions: 16, links: 3, subscriptions: 2 };
  return (
    <>
      <p>{texts.tryIt(line !== undefined)}</p>
      {line !== undefined && (
        <div class="row">
          <Pre>{line}</Pre>
          <CopyButton text={line} label={texts.copy} />
        </div>
      )}
      {Object.hasOwn(counts, kind) && (
        <>
          <RequestButton class="primary" path="populate" body={counts}>
            {texts.makeExamples}
          </RequestButton>
          <p class="muted">{texts.examples(counts)}</p>
        </>
      )}
    </>
  );
}

/** Addresses that receive events without a registration. */
function StartReceivers() {
  const { data } = useAsk<Schemas['Receivers']>('receivers');
  return (
    <section class="beside stack">
      <h3>{texts.noRegistration}</h3>
      <p class="muted">{texts.noRegistrationHint}</p>
      {data?.receivers.map(({ id, url }) => (
        <p key={id} class="row">
          <RequestButton class="danger" path={`receivers/${id}`} method="DELETE">
            {texts.remove} <span class="hidden">{url}</span>
          </RequestButton>
          <code>{url}</code>
        </p>
      ))}
      <ActionForm
        class="row"
        action={({ url = '' }) => call('receivers', { method: 'POST', body: { url: url.trim() } })}
      >
        <input
          type="url"
          name="url"
          required
          aria-label={texts.shopAddress}
          placeholder="http://127.0.0.1:3000/hooks"
        />
        <button type="submit">{texts.sendThere}</button>
      </ActionForm>
    </section>
  );
}
