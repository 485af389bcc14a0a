/** Small pieces that all views are made of. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { CopyButton } from '../shared/buttons.js';
import { exactTime } from '../shared/locale.js';
import { call, docs, isPixPayment, type Schemas, type Shown, useAsk, useLive } from './api.js';
import { texts, words } from './texts.js';

const MOODS: Readonly<Record<string, readonly string[]>> = {
  good: ['paid', 'delivered', 'active', 'approved'],
  info: ['authorized', 'trialing'],
  wait: [
    'processing',
    'waiting_payment',
    'request_authentication',
    'pending_payment',
    'pending',
    'held',
    'analyzing',
    'pending_review',
  ],
  bad: ['refused', 'failed', 'unpaid', 'chargedback'],
  past: ['pending_refund', 'refunded'],
};

export const moodOf = (state: string): string =>
  Object.keys(MOODS).find((mood) => MOODS[mood]?.includes(state)) ?? 'plain';

export function Badge({ mood, children }: { mood: string; children: ComponentChildren }) {
  return (
    <>
      <span class={`badge ${mood}`}>{children}</span>{' '}
    </>
  );
}

/** The status of an object, with a note if a transaction was partly captured or partly refunded. */
export function Status({ object }: { object: Shown }) {
  const { status, amount, capture_amount: captured, paid_amount: paid } = object;
  if (typeof status !== 'string') return null;
  const isPix = isPixPayment(object);
  const isPaid = status === 'paid' && typeof captured === 'number';
  return (
    <>
      <Badge mood={moodOf(status)}>{words(status, isPix)}</Badge>
      {isPaid && captured < Number(amount) && <Badge mood="past">{texts.partlyCaptured}</Badge>}
      {isPaid && Number(paid ?? captured) < captured && <Badge mood="past">{texts.partlyRefunded(isPix)}</Badge>}
    </>
  );
}

/** A time in São Paulo, and in UTC on hover. The clock of the account and real time differ, so a label names one of them. */
export function Time({ time, clock }: { time: unknown; clock?: keyof typeof texts.clocks }) {
  if (typeof time !== 'string' || time === '') return null;
  return (
    <time dateTime={time} title={exactTime(time, 'UTC')}>
      {clock && `${texts.clocks[clock]} `}
      {exactTime(time).slice(0, 19)}
    </time>
  );
}

export function StatusCode({ status }: { status: number }) {
  const mood = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return <Badge mood={mood}>{status === 0 ? texts.lost : status}</Badge>;
}

/** The status of a request, and the planned fault that changed its response. */
export function RequestStatus({ status, planned }: { status: number; planned?: string | undefined }) {
  if (status === 0 && planned !== undefined) return <Badge mood="bad">{texts.lostBy(planned)}</Badge>;
  return (
    <>
      <StatusCode status={status} />
      {planned !== undefined && <Badge mood="wait">{texts.planned(planned)}</Badge>}
    </>
  );
}

/** Attempts to deliver an event, with the answers of the receiver. It often says the same again, which is shown once. */
export function Attempts({ attempts }: { attempts: readonly Schemas['Attempt'][] }) {
  return (
    <ol>
      {attempts.map(({ at, duration, response, status, error }, index) => (
        <li key={index}>
          {status === undefined ? <Badge mood="bad">{error}</Badge> : <StatusCode status={status} />}
          <span class="muted">{texts.duration(Math.round(duration))}</span> <Time time={at} clock="real" />
          {response !== undefined && response !== attempts[index - 1]?.response && <Pre>{response}</Pre>}
        </li>
      ))}
    </ol>
  );
}

interface RequestButtonProps extends ComponentProps<'button'> {
  readonly path: string;
  readonly method?: 'PUT' | 'DELETE';
  readonly body?: unknown;
}

/** A button that sends a request to the control API: a POST unless it has another method. */
export function RequestButton({ path, method, body, ...button }: RequestButtonProps) {
  const { act } = useLive();
  return <button type="button" {...button} onClick={() => act(() => call(path, { method: method ?? 'POST', body }))} />;
}

/** Sends an event again to one receiver, or to all. */
export function SendAgain({ event, receiver }: { event: number | undefined; receiver?: string | undefined }) {
  const query = receiver === undefined ? '' : `?${new URLSearchParams({ receiver })}`;
  return (
    <RequestButton class="again" path={`events/${event}/redeliver${query}`}>
      {receiver === undefined ? texts.redeliver : texts.sendAgain}
    </RequestButton>
  );
}

interface EntryLinkProps {
  readonly entry: string;
  readonly page: string | undefined;
  readonly operation?: string;
  readonly children: string;
}

/** A link to an entry of the register in the docs, or else to the operation, if the sandbox serves the docs. */
export function EntryLink({ entry, page, operation, children }: EntryLinkProps) {
  const place = page === undefined ? operation && `api/${operation}/` : `evidence/${page}/#${entry}`;
  return docs !== undefined && place ? <a href={docs + place}>{children}</a> : children;
}

/** The deliveries of an event: how many arrived, and which ones are retried. */
export function DeliveryStates({ deliveries }: { deliveries: readonly Schemas['Delivery'][] }) {
  const open = deliveries.filter(({ state }) => state !== 'delivered');
  const [first] = deliveries;
  if (first === undefined) return <Badge mood="plain">{texts.noReceiver}</Badge>;
  if (deliveries.length === 1) return <DeliveryState delivery={first} />;
  const worst = ['failed', 'pending', 'held'].find((state) => open.some((one) => one.state === state)) ?? 'delivered';
  return (
    <>
      <Badge mood={moodOf(worst)}>{texts.deliveredOf(deliveries.length - open.length, deliveries.length)}</Badge>
      {open.map((delivery) => (
        <DeliveryState key={delivery.receiver} delivery={delivery} />
      ))}
    </>
  );
}

/** `retrying (500)`, and when the next attempt is, by the clock of the account. */
export function DeliveryState({ delivery }: { delivery: Schemas['Delivery'] }) {
  const { state, attempts, next_attempt: next } = delivery;
  const { status, error } = attempts.at(-1) ?? {};
  const isRetried = state === 'pending' && attempts.length > 0;
  const why = state === 'delivered' || attempts.length === 0 ? '' : ` (${status ?? error})`;
  return (
    <>
      <Badge mood={moodOf(state)}>
        {isRetried ? texts.retrying : words(state)}
        {why}
      </Badge>
      {why !== '' && (
        <span class="muted small">
          {texts.tries(attempts.length)}
          {isRetried && next !== undefined && (
            <>
              , {texts.nextAt} <Time time={next} />
            </>
          )}
        </span>
      )}
    </>
  );
}

interface PaneProps<Body> {
  readonly back: string;
  readonly path: string;
  readonly children: (body: Body) => ComponentChildren;
}

/** The panel with the details of one item, which the control API returns for a path. */
export function Pane<Body>({ back, path, children }: PaneProps<Body>) {
  const { data, problem } = useAsk<Body>(path);
  return (
    <article class="detail stack" aria-label={texts.details}>
      <a class="back" href={back}>
        {texts.close}
      </a>
      <Problem problem={problem} />
      {data !== undefined && problem === undefined && children(data)}
    </article>
  );
}

/** A fact of a list of facts; nothing without a value. */
export function Fact({ name, children }: { name: keyof typeof texts.fields; children: ComponentChildren }) {
  if (children === undefined || children === null || children === '' || children === false) return null;
  return (
    <div>
      <dt>{texts.fields[name]}</dt>
      <dd class="clamp">{children}</dd>
    </div>
  );
}

/** Text that keeps its lines and scrolls, also by keyboard. */
export function Pre({ children }: { children: ComponentChildren }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only focused elements
  return <pre tabIndex={0}>{children}</pre>;
}

export function Json({ value, title, isOpen = false }: { value: unknown; title: string; isOpen?: boolean }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Pre>{text}</Pre>
      <CopyButton text={text} label={texts.copy} />
    </details>
  );
}

type ChoiceProps = ComponentProps<'select'> & {
  /** An option is a value, or a value with its text. */
  readonly options: readonly (string | readonly [value: string, text: string])[];
};

export function Choice({ options, ...select }: ChoiceProps) {
  return (
    <select {...select}>
      {options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

/** A button that takes a JSON file of the reader. */
export function JsonFile({ label, onFile }: { label: string; onFile(file: File): Promise<unknown> }) {
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="hidden"
        accept=".json,application/json"
        onChange={async ({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) await onFile(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

interface ActionProps extends Omit<ComponentProps<'form'>, 'action'> {
  /** Resolves when the sandbox has accepted the fields. */
  action(fields: Readonly<Record<string, string>>): Promise<unknown>;
}

/** A form that empties itself after its action. */
export function ActionForm({ action, ...form }: ActionProps) {
  const { act } = useLive();
  return (
    <form
      {...form}
      onSubmit={async (event) => {
        event.preventDefault();
        const sent = event.currentTarget;
        // No field is a file.
        const fields = Object.fromEntries(new FormData(sent)) as Record<string, string>;
        if (await act(() => action(fields))) sent.reset();
      }}
    />
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty stack">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

export function Problem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p class="notice bad" role="alert">
      {problem}
    </p>
  );
}
