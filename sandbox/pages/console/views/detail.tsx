import { printedLine } from 'payment-gateway-core/codes';
import { listAt } from 'payment-gateway-core/util';
import { CopyButton } from '../../shared/buttons.js';
import { Barcode, QrCode } from '../../shared/codes.js';
import { money } from '../../shared/locale.js';
import { call, type Details, isPixPayment, type Overview, type Schemas, type Shown, useAsk, useLive } from '../api.js';
import { cardOf, columnsOf, methodOf, moneyAt, textAt } from '../object-kinds.js';
import { type Column, type DetailProps, Table } from '../paged-list.js';
import { DeliveryStates, Fact, Json, Pane, RequestButton, Status, Time } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts } from '../texts.js';
import { Acts } from './act-buttons.js';
import { ObjectTimeline } from './timeline.js';

export function Detail({ id, back }: DetailProps) {
  return (
    <Pane<Details> back={back} path={`objects/${encodeURIComponent(id)}/details`}>
      {(details) => <Loaded details={details} />}
    </Pane>
  );
}

function Loaded({ details }: { details: Details }) {
  const { kind, related } = details;
  // The split names the receivers of a transaction.
  const groups = related.filter((group) => kind !== 'transactions' || group.kind !== 'receivers');
  const object = details.object as Shown;
  return (
    <>
      <header class="row">
        <h2>
          {texts.kinds[kind].one} {object.id}
        </h2>
        <Status object={object} />
        <span class="amount">{moneyAt(object, 'amount')}</span>
      </header>
      <Acts details={details} />
      <Codes object={object} />
      {kind === 'webhooks' && <LastDeliveries object={object} />}
      <ObjectTimeline id={object.id} isPix={isPixPayment(object)} />
      <Facts details={details} object={object} />
      <Split object={object} related={related} />
      {groups.map((group) => (
        <section key={group.kind}>
          <h3>
            {group.total > 1 || group.kind === 'transactions'
              ? `${texts.kinds[group.kind].title} (${group.total})`
              : texts.kinds[group.kind].one}
          </h3>
          <Table
            columns={columnsOf(group.kind)}
            items={group.data as Shown[]}
            href={(one) => hrefOf(group.kind, one.id)}
          />
        </section>
      ))}
      <Json title={texts.json} value={object} />
    </>
  );
}

/** The topics for which the sandbox makes a sample object. */
const SAMPLES = ['transactions', 'links', 'customers'];

/** What a webhook got last, and buttons to send it more. */
function LastDeliveries({ object }: { object: Shown }) {
  const { act } = useLive();
  const receiver = `webhook:${object.id}`;
  const path = (query: object) => `events?${new URLSearchParams({ receiver, ...query })}`;
  const { data } = useAsk<Schemas['Events']>(path({ per_page: '10' }));
  const { data: failed } = useAsk<Schemas['Events']>(path({ per_page: '100', state: 'failed' }));
  const { data: { disturbed = {} } = {} } = useAsk<Overview>('overview');
  const sample = SAMPLES.find((topic) => listAt(object, 'events').includes(topic));
  const sendFailed = () =>
    act(async () => {
      const query = new URLSearchParams({ receiver });
      for (const { id } of failed?.data ?? []) await call(`events/${id}/redeliver?${query}`, { method: 'POST' });
    });
  const columns: readonly Column<Schemas['Event']>[] = [
    {
      name: 'event',
      cell: ({ name, time }) => (
        <>
          {name}
          <span class="muted small under">
            <Time time={time} />
          </span>
        </>
      ),
    },
    { name: 'object', cell: ({ kind, object_id: object }) => <a href={hrefOf(kind, object)}>{object}</a> },
    {
      name: 'delivery',
      cell: ({ deliveries }) => <DeliveryStates deliveries={deliveries.filter((one) => one.receiver === receiver)} />,
    },
  ];
  if (data === undefined) return null;
  return (
    <>
      <section class="row" aria-label={texts.actions}>
        {sample !== undefined && (
          <RequestButton title={texts.testEventHint} path="populate" body={{ customers: 0, [sample]: 1 }}>
            {texts.testEvent}
          </RequestButton>
        )}
        {failed !== undefined && failed.total > 0 && (
          <button type="button" onClick={sendFailed}>
            {texts.sendFailed(failed.data.length)}
          </button>
        )}
        {disturbed.held ? (
          <RequestButton title={texts.pauseHint} path="events/release">
            {texts.resume}
          </RequestButton>
        ) : (
          <RequestButton title={texts.pauseHint} path="deliveries" method="PUT" body={{ ...disturbed, held: true }}>
            {texts.pause}
          </RequestButton>
        )}
      </section>
      <section>
        <h3>{texts.lastDeliveries}</h3>
        {data.data.length === 0 ? (
          <p class="muted">{texts.noneDelivered}</p>
        ) : (
          <Table columns={columns} items={data.data} href={(event) => hrefOf('events', event.id)} />
        )}
        {data.total > data.data.length && (
          <p class="pager">
            <a href={hrefOf('events', undefined, { receiver })}>{texts.allDeliveries(data.total)}</a>
          </p>
        )}
      </section>
    </>
  );
}

function Facts({ details: { kind }, object }: { details: Details; object: Shown }) {
  const text = (path: string): string => textAt(object, path);
  const code = (path: string) => text(path) && <code>{text(path)}</code>;
  const time = (path: string) => text(path) && <Time time={text(path)} />;
  return (
    <dl class="facts">
      <Fact name="method">{kind === 'transactions' && methodOf(object)}</Fact>
      <Fact name="card">{kind === 'cards' && cardOf(object)}</Fact>
      <Fact name="installments">{Number(object.installments) > 1 && text('installments')}</Fact>
      <Fact name="captured">{isPart(object.capture_amount, object.amount) && moneyAt(object, 'capture_amount')}</Fact>
      <Fact name="paid">{moneyAt(object, 'paid_amount')}</Fact>
      <Fact name="name">{text('name')}</Fact>
      <Fact name="email">{text('email')}</Fact>
      <Fact name="document">{text('document')}</Fact>
      <Fact name="payout">{kind === 'receivers' && payoutOf(object)}</Fact>
      <Fact name="url">{kind === 'webhooks' && code('url')}</Fact>
      <Fact name="events">{kind === 'webhooks' && listAt(object, 'events').join(', ')}</Fact>
      <Fact name="reason">{text('refused_reason.reason')}</Fact>
      <Fact name="referenceKey">{text('reference_key')}</Fact>
      <Fact name="metadata">{code('metadata')}</Fact>
      <Fact name="created">{time('created_at')}</Fact>
      <Fact name="periodEnd">{time('current_period_end')}</Fact>
    </dl>
  );
}

/** The code to pay a Pix or a boleto. It is open while the payment is due. */
function Codes({ object }: { object: Shown }) {
  const pix = textAt(object, 'pix_qr_code');
  const line = textAt(object, 'boleto.barcode_line');
  const code = pix || line;
  if (code === '') return null;
  return (
    <details class="codes" open={object.status === 'waiting_payment'}>
      <summary>{pix ? texts.pixCode : texts.boletoLine}</summary>
      <div class="row">
        {pix && <QrCode contents={pix} />}
        <div class="code">
          <code>{pix || printedLine(line)}</code>
          <CopyButton text={code} label={texts.copy} />
        </div>
        {line && <Barcode line={line} />}
      </div>
    </details>
  );
}

type Rule = { receiver_id: number; percentage?: number; amount?: number; liable?: boolean };

function Split({ object, related }: { object: Shown; related: Details['related'] }) {
  if (!Array.isArray(object.split) || object.split.length === 0) return null;
  const receivers = related.filter(({ kind }) => kind === 'receivers').flatMap(({ data }) => data as Shown[]);
  const columns: readonly Column<Rule>[] = [
    {
      name: 'receiver',
      cell: ({ receiver_id: id, liable }) => (
        <>
          <a href={hrefOf('receivers', id)}>{id}</a>{' '}
          {String(receivers.find((one) => one.id === Number(id))?.name ?? '')}
          {liable && <span class="muted"> · {texts.liable}</span>}
        </>
      ),
    },
    { name: 'share', cell: ({ percentage }) => percentage !== undefined && `${percentage}%` },
    { name: 'amount', class: 'number', cell: ({ amount }) => amount !== undefined && money(amount) },
  ];
  return (
    <section class="split-rules">
      <h3>{texts.split}</h3>
      <Table columns={columns} items={object.split as Rule[]} />
    </section>
  );
}

const payoutOf = ({ transfer_enabled: isOn, transfer_interval: interval }: Shown): string =>
  isOn === true ? (texts.payouts[String(interval)] ?? '') : isOn === false ? texts.noPayout : '';

const isPart = (captured: unknown, amount: unknown): boolean => Number(captured) > 0 && captured !== amount;
