import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../shared/buttons.js';
import { call, type Overview, useAsk, useLive } from '../api.js';
import { quoted } from '../curl.js';
import type { createInbox, Inbox, Received } from '../inbox.js';
import { ActionForm, Badge, Choice, Empty, Json, StatusCode, Time } from '../pieces.js';
import { hrefOf } from '../route.js';
import { texts, words } from '../texts.js';

const DISTURBANCES = [
  ['twice', { duplicates: 1 }],
  ['late', { late: 10_000 }], // milliseconds
  ['reversed', { out_of_order: true }],
] as const;

export interface InboxProps {
  readonly inbox: Inbox;
  readonly controls: ReturnType<typeof createInbox>;
}

/** The events of the account, received by this tab, and its responses. */
export function InboxPage({ inbox: { isReady, kept }, controls }: InboxProps) {
  const { received = [], refusals = [] } = kept ?? {};
  const [next] = refusals;
  return (
    <section class="page stack">
      <h2>{texts.kinds.inbox.title}</h2>
      <p class="muted">{texts.inboxHint}</p>
      {kept === undefined ? (
        <p>
          <button type="button" class="primary" onClick={controls.open}>
            {texts.openInbox}
          </button>
        </p>
      ) : (
        <>
          <Answers refuse={controls.refuse} />
          <Disturbances />
          {next !== undefined && (
            <p class="notice info row">
              {texts.nextGet(refusals.length, next)}
              <button type="button" onClick={() => controls.refuse(next, 0)}>
                {texts.confirmAgain}
              </button>
            </p>
          )}
          <p class="row">
            <button type="button" disabled={received.length === 0} onClick={controls.clear}>
              {texts.emptyInbox}
            </button>
            <button type="button" onClick={controls.close}>
              {texts.closeInbox}
            </button>
          </p>
          {isReady && received.length === 0 && <Empty title={texts.kinds.inbox.none}>{texts.inboxEmpty}</Empty>}
        </>
      )}
      {received.map((one, index) => (
        <Body key={received.length - index} received={one} isOpen={index === 0} />
      ))}
    </section>
  );
}

function Answers({ refuse }: { refuse: (status: number, count: number) => void }) {
  return (
    <ActionForm class="plan row" action={async ({ status, count }) => refuse(Number(status), Number(count))}>
      <label for="status">
        {texts.answer}
        <Choice id="status" name="status" options={['500', '503', '429', '401', '404']} />
      </label>
      <label>
        {texts.toTheNext}
        <input type="number" name="count" min="1" max="100" defaultValue="3" required />
      </label>
      <button type="submit">{texts.plan}</button>
    </ActionForm>
  );
}

/** Twice, late and reversed: for all receivers of the account, as the control API does it. */
function Disturbances() {
  const { act } = useLive();
  const { data } = useAsk<Overview>('overview');
  const told = JSON.stringify(data?.disturbed ?? {});
  // What the page shows until the sandbox has switched.
  const [shown, show] = useState(told);
  useEffect(() => show(told), [told]);
  const disturbed: Record<string, unknown> = JSON.parse(shown);
  const change = async (fields: object, isOn: boolean): Promise<void> => {
    const others = Object.entries(disturbed).filter(([name]) => !(name in fields));
    const body = { ...Object.fromEntries(others), ...(isOn && fields) };
    show(JSON.stringify(body));
    if (!(await act(() => call('deliveries', { method: 'PUT', body })))) show(told);
  };
  return (
    <fieldset class="row">
      <legend class="muted">{texts.disturbanceHint}</legend>
      {DISTURBANCES.map(([name, fields]) => {
        const isOn = Object.keys(fields).every((field) => Boolean(disturbed[field]));
        return (
          <label key={name} class="check row">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget }) => change(fields, currentTarget.checked)}
            />
            {texts.disturbances[name]}
          </label>
        );
      })}
    </fieldset>
  );
}

function Body({ received: { event, name, body, at, status }, isOpen }: { received: Received; isOpen: boolean }) {
  const shown: unknown = JSON.parse(body);
  const state = stateIn(shown);
  return (
    <article class="received stack">
      <header class="row">
        <StatusCode status={status} />
        <a href={hrefOf('events', event)}>{`${texts.kinds.events.one} ${event}`}</a>
        <strong>{name}</strong>
        {state !== undefined && <Badge mood="plain">{words(state)}</Badge>}
        <Time time={at} clock="real" />
        <CopyButton text={curlOf(body)} label={texts.copyCurl} />
      </header>
      <Json title={texts.delivered} value={shown} isOpen={isOpen} />
    </article>
  );
}

function stateIn(body: unknown): string | undefined {
  const { payload } = body as { payload?: { status?: unknown } };
  return typeof payload?.status === 'string' ? payload.status : undefined;
}

/** A command that sends the body to the receiver of a shop. */
const curlOf = (body: string): string =>
  `curl -X POST ${quoted('http://localhost:3000/webhooks')} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(body)}`;
