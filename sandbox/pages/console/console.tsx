/** The console: shows the objects, requests and events of the sandbox, and acts on them. */
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { errorText } from '../shared/ask.js';
import { watch } from '../shared/watch.js';
import { call, chooseAccount, headers, type Live, LiveContext, type Overview, type Schemas, useAsk } from './api.js';
import { Header } from './header.js';
import { createInbox, type Inbox } from './inbox.js';
import { isListed, LISTED, OBJECT_KINDS } from './object-kinds.js';
import { Problem } from './pieces.js';
import { hrefOf, type Route, useRoute } from './route.js';
import { texts } from './texts.js';
import { Assumptions } from './views/assumption-list.js';
import { Detail } from './views/detail.js';
import { Events } from './views/event-list.js';
import { Faults } from './views/fault-form.js';
import { FindingsPage } from './views/findings.js';
import { InboxPage, type InboxProps } from './views/inbox.js';
import { Objects } from './views/object-list.js';
import { RequestsPage } from './views/request-list.js';

/** Milliseconds for which a message is shown. */
const SHOWN = 10_000;

/** The account is that of the address, or else the first one. */
function Console({ perToken }: { perToken: boolean }) {
  const { query } = useRoute();
  const [accounts, setAccounts] = useState<readonly string[] | undefined>(perToken ? undefined : []);
  const [tick, setTick] = useState(0);
  const [isOnline, setOnline] = useState(true);
  const [{ problem, message }, setResult] = useState<{ problem?: string; message?: string | undefined }>({});
  const account = query.account ?? accounts?.[0];
  chooseAccount(account);
  useEffect(() => {
    if (!perToken) return;
    call<Schemas['Accounts']>('accounts').then(
      // The first account stays first, so that the console keeps showing it.
      (answer) => setAccounts((known) => [...new Set([...(known ?? []).slice(0, 1), ...answer.accounts])]),
      () => setAccounts((known) => known ?? []),
    );
  }, [tick, perToken]);
  useEffect(
    () => watch('stream', { headers: headers(), onEvent: () => setTick((last) => last + 1), onState: setOnline }),
    [account],
  );
  const [inbox, setInbox] = useState<Inbox>(CLOSED);
  const [controls, setControls] = useState<InboxProps['controls']>();
  const isKnown = accounts !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const created = createInbox(account ?? '', setInbox);
    setControls(created);
    setInbox(created.shown());
    return created.leave;
  }, [account, isKnown]);
  useEffect(() => {
    const timer = setTimeout(() => setResult({}), SHOWN);
    return () => clearTimeout(timer);
  }, [problem, message]);

  const live: Live = useMemo(
    () => ({
      tick,
      perToken,
      async act(action, messageOf) {
        try {
          const result = await action();
          setResult({ message: messageOf?.(result) });
          setTick((last) => last + 1);
          return true;
        } catch (error) {
          setResult({ problem: errorText(error) });
          return false;
        }
      },
    }),
    [tick, perToken],
  );
  if (accounts === undefined) return null;
  return (
    <LiveContext.Provider value={live}>
      <Shell key={account ?? ''} accounts={accounts} inbox={controls && { inbox, controls }} />
      <div class="toast">
        <Problem problem={isOnline ? problem : texts.offline} />
        <div role="status">{message !== undefined && <p class="notice info">{message}</p>}</div>
      </div>
    </LiveContext.Provider>
  );
}

const CLOSED: Inbox = { isReady: false, kept: undefined };

function Shell({ accounts, inbox }: { accounts: readonly string[]; inbox: InboxProps | undefined }) {
  const route = useRoute();
  const { section, id } = route;
  const { data: overview, problem } = useAsk<Overview>('overview');
  const title = isSection(section) ? texts.kinds[section][id === undefined ? 'title' : 'one'] : texts.nothingHere;
  useEffect(() => {
    document.title = `${title}${id === undefined ? '' : ` ${id}`} · ${texts.title}`;
  }, [title, id]);
  return (
    <div class="shell">
      <button type="button" class="skip hidden" onClick={() => document.getElementById('main')?.focus()}>
        {texts.skip}
      </button>
      <Header overview={overview} accounts={accounts} />
      <Menu overview={overview} section={section} received={inbox?.inbox.kept?.received.length} />
      <main id="main" tabIndex={-1}>
        <Problem problem={problem} />
        <View route={route} inbox={inbox} />
      </main>
    </div>
  );
}

const isSection = (section: string): section is keyof typeof texts.kinds => Object.hasOwn(texts.kinds, section);

function View({ route, inbox }: { route: Route; inbox: InboxProps | undefined }) {
  const { section, id } = route;
  if (id !== undefined && !/^\d+$/.test(id)) return <NoPage />;
  if (isListed(section)) return <Objects key={section} kind={section} route={route} />;
  if (section === 'requests') return <RequestsPage route={route} />;
  if (section === 'events') return <Events route={route} />;
  if (section === 'faults') return <Faults />;
  if (section === 'assumptions') return <Assumptions />;
  if (section === 'findings') return <FindingsPage />;
  if (section === 'inbox') return inbox === undefined ? null : <InboxPage {...inbox} />;
  // The other kinds have no list. You open them from the objects that they belong to.
  if (id !== undefined && Object.hasOwn(OBJECT_KINDS, section))
    return <Detail key={id} id={id} back={hrefOf('transactions')} />;
  return <NoPage />;
}

function NoPage() {
  return (
    <section class="page stack">
      <h2>{texts.nothingHere}</h2>
      <p>
        <code>{location.hash}</code>
      </p>
      <a href={hrefOf('transactions')}>{texts.toTransactions}</a>
    </section>
  );
}

interface MenuProps {
  readonly overview: Overview | undefined;
  readonly section: string;
  readonly received: number | undefined;
}

function Menu({ overview, section, received }: MenuProps) {
  const { counts = {}, events, requests, faults } = overview ?? {};
  const entry = (name: keyof typeof texts.kinds, count: number | undefined) => (
    <li key={name}>
      <a href={hrefOf(name)} aria-current={section === name ? 'page' : undefined}>
        {texts.kinds[name].title}
        {count !== undefined && count > 0 && <span class="small">{count}</span>}
      </a>
    </li>
  );
  // On a phone the menu scrolls.
  useEffect(() => {
    document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section, overview === undefined]);
  return (
    <nav class="menu" aria-label={texts.sections}>
      <ul>{LISTED.map((kind) => entry(kind, counts[kind]))}</ul>
      <ul>
        {entry('requests', requests)}
        {entry('events', events)}
        {entry('inbox', received)}
        {entry('faults', faults)}
        {entry('assumptions', undefined)}
        {entry('findings', undefined)}
      </ul>
    </nav>
  );
}

const root = document.getElementById('page');
if (root !== null) {
  root.replaceChildren();
  render(<Console perToken={root.dataset.accounts === 'per-token'} />, root);
}
