import type { ComponentChildren } from 'preact';
import { printedLine } from '../../../codes/boleto.js';
import { Barcode, QrCode } from '../../shared/codes.js';
import { CopyButton } from '../../shared/copy-button.js';
import { money } from '../../shared/locale.js';
import type { Details, Schemas, Shown } from '../api.js';
import { methodOf, moneyAt, notesOf, summaryOf, textAt } from '../kinds.js';
import { useAsk } from '../live.js';
import { Badge, Deliveries, Fact, Json, moodOf, Pane, Status, Time } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts, words } from '../texts.js';
import { Acts } from './acts.js';

/** One object: its state, history, next states, and related objects. */
export function Detail({ id, back }: { id: string; back: string }) {
  return (
    <Pane<Details> back={back} path={`objects/${encodeURIComponent(id)}/details`}>
      {(details) => <Loaded details={details} />}
    </Pane>
  );
}

function Loaded({ details }: { details: Details }) {
  const { kind, next, due, page, related } = details;
  // The split names the receivers of a transaction.
  const groups = related.filter((group) => kind !== 'transactions' || group.kind !== 'receivers');
  const object = details.object as Shown;
  const { id, status } = object;
  const text = (path: string): string => textAt(object, path);
  const code = (path: string) => text(path) && <code>{text(path)}</code>;
  return (
    <>
      <header>
        <h2>
          {texts.kinds[kind].one} {id}
        </h2>
        <Status status={status} notes={notesOf(object)} />
        <span class="amount">{moneyAt(object, 'amount')}</span>
      </header>
      <Acts id={id} kind={kind} next={next} />
      <Codes object={object} />
      <History details={details} />
      <dl class="facts">
        <Fact name="method">{kind === 'transactions' && methodOf(object)}</Fact>
        <Fact name="installments">{Number(object.installments) > 1 && text('installments')}</Fact>
        <Fact name="captured">{isPart(object.capture_amount, object.amount) && moneyAt(object, 'capture_amount')}</Fact>
        <Fact name="paid">{moneyAt(object, 'paid_amount')}</Fact>
        <Fact name="name">{text('name')}</Fact>
        <Fact name="email">{text('email')}</Fact>
        <Fact name="url">{kind === 'webhooks' && code('url')}</Fact>
        <Fact name="reason">{text('refused_reason.reason')}</Fact>
        <Fact name="referenceKey">{text('reference_key')}</Fact>
        <Fact name="metadata">{code('metadata')}</Fact>
        <Fact name="created">{text('created_at') && <Time time={text('created_at')} />}</Fact>
        <Fact name="periodEnd">{text('current_period_end') && <Time time={text('current_period_end')} />}</Fact>
        <Fact name={kind === 'subscriptions' ? 'nextCharge' : 'due'}>{due && <Time time={due} />}</Fact>
        <Fact name="buyerPage">
          {page && isWebPage(page) && (
            <a href={page} target="_blank" rel="noreferrer">
              {texts.open}
            </a>
          )}
        </Fact>
      </dl>
      <Split object={object} related={related} />
      {groups.map((group) => (
        <section key={group.kind}>
          <h3>
            {group.total > 1 || group.kind === 'transactions'
              ? `${texts.kinds[group.kind].title} (${group.total})`
              : texts.kinds[group.kind].one}
          </h3>
          <ul class="rows">
            {(group.data as Shown[]).map((one) => (
              <Row key={one.id} href={hrefOf(group.kind, one.id)} id={one.id} summary={summaryOf(group.kind, one)}>
                {typeof one.status === 'string' && <Badge state={one.status} />}
              </Row>
            ))}
          </ul>
        </section>
      ))}
      <EventsOf id={id} />
      <Json title={texts.json} value={object} />
    </>
  );
}

/** The code to pay a PIX or a boleto. It is open while the payment is due. */
function Codes({ object }: { object: Shown }) {
  const pix = textAt(object, 'pix_qr_code');
  const line = textAt(object, 'boleto.barcode_line');
  const code = pix || line;
  if (code === '') return null;
  return (
    <details class="json codes" open={object.status === 'waiting_payment'}>
      <summary>{pix ? texts.pixCode : texts.boletoLine}</summary>
      <div>
        {pix && <QrCode contents={pix} label={texts.qrCode} />}
        <div class="code">
          <code>{pix || printedLine(line)}</code>
          <CopyButton text={code} label={texts.copy} copied={texts.copied} />
        </div>
        {line && <Barcode line={line} label={texts.barcode} />}
      </div>
    </details>
  );
}

/** The states of an object as a line: past and present ones, and dashed the next ones. */
function History({ details }: { details: Details }) {
  const { kind, history, states } = details;
  if (history.length === 0 && states.length === 0) return null;
  // A refund of a part leaves the state as it is.
  const isNote = (index: number): boolean =>
    kind === 'transactions' && index > 0 && history[index - 1]?.what === history[index]?.what;
  return (
    <section>
      <h3>{texts.history}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only focused elements */}
      <ol class="history" tabIndex={0} aria-label={texts.history}>
        {history.map(({ what, time, amount, of }, index) => (
          <li key={index} class={`${moodOf(what)} ${index === history.length - 1 ? 'now' : ''}`}>
            <strong>{isNote(index) ? texts.partlyRefunded : words(what)}</strong>
            {amount !== undefined && <span>{money(amount)}</span>}
            {of !== undefined && <a href={hrefOf('transactions', of)}>{of}</a>}
            <Time time={time} />
          </li>
        ))}
        {states.map((state) => (
          <li key={state} class={`next ${moodOf(state)}`}>
            <span class="hidden">{texts.mayBecome}</span> <strong>{words(state)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Rule = { receiver_id: number; percentage?: number; amount?: number; liable?: boolean };

/** The receivers of a payment with their parts. */
function Split({ object, related }: { object: Shown; related: Details['related'] }) {
  if (!Array.isArray(object.split) || object.split.length === 0) return null;
  const receivers = related.filter(({ kind }) => kind === 'receivers').flatMap(({ data }) => data as Shown[]);
  return (
    <section>
      <h3>{texts.split}</h3>
      <table class="split-rules">
        <thead>
          <tr>
            <th scope="col">{texts.fields.receiver}</th>
            <th scope="col">{texts.fields.share}</th>
            <th scope="col" class="number">
              {texts.fields.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {(object.split as Rule[]).map(({ receiver_id: id, percentage, amount, liable }) => (
            <tr key={id}>
              <td>
                <a href={hrefOf('receivers', id)}>{id}</a>{' '}
                {textAt(receivers.find((one) => one.id === Number(id)) ?? { id: 0 }, 'name')}
                {liable && <span class="muted"> · {texts.liable}</span>}
              </td>
              <td>{percentage === undefined ? '' : `${percentage}%`}</td>
              <td class="number">{amount === undefined ? '' : money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One related object or event. */
function Row(props: { href: string; id: number; summary: string; children: ComponentChildren }) {
  return (
    <li>
      <a class="line" href={props.href}>
        <span class="id">{props.id}</span>
        <span class="summary">{props.summary}</span>
        {props.children}
      </a>
    </li>
  );
}

function EventsOf({ id }: { id: number }) {
  const { data } = useAsk<Schemas['Events']>(`events?id=${id}&per_page=10`);
  if (data === undefined || data.total === 0) return null;
  return (
    <section>
      <h3>
        {texts.kinds.events.title} (<a href={hrefOf('events', undefined, { id: String(id) })}>{data.total}</a>)
      </h3>
      <ul class="rows">
        {data.data.map(({ id, name, deliveries }) => (
          <Row key={id} href={hrefOf('events', id)} id={id} summary={name}>
            <Deliveries deliveries={deliveries} />
          </Row>
        ))}
      </ul>
    </section>
  );
}

const isPart = (captured: unknown, amount: unknown): boolean => Number(captured) > 0 && captured !== amount;

const isWebPage = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
