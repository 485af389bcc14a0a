/** The console: what the sandbox has, what it is asked, what it tells, and buttons for what people do to it. */
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { watch } from '../shared/watch.js';
import { call, chooseAccount, headers, type Overview, type Schemas } from './api.js';
import { Clock } from './clock.js';
import { KINDS, viewOf } from './kinds.js';
import { type Live, LiveContext, useAsk } from './live.js';
import { Problem } from './pieces.js';
import { Reset } from './reset.js';
import { hrefOf, useRoute } from './route.js';
import { Detail } from './views/detail.js';
import { Events } from './views/events.js';
import { Faults } from './views/faults.js';
import { Objects } from './views/objects.js';
import { Requests } from './views/requests.js';

/** Which account is shown: the one in the address, or else the first that there is, where each token has one. */
function Console({ perToken }: { perToken: boolean }) {
  const { query } = useRoute();
  // Where there is one for everybody, nobody waits for its name.
  const [accounts, setAccounts] = useState<readonly string[] | undefined>(perToken ? undefined : []);
  const [tick, setTick] = useState(0);
  const [isOnline, setOnline] = useState(true);
  const [problem, setProblem] = useState<string>();
  const account = query.account ?? accounts?.[0];
  chooseAccount(account);
  useEffect(() => {
    if (!perToken) return;
    call<Schemas['Accounts']>('accounts').then(
      // The account on display stays first in the list, wherever it stands by use.
      (told) => setAccounts((known) => [...new Set([...(known ?? []).slice(0, 1), ...told.accounts])]),
      () => setAccounts((known) => known ?? []),
    );
  }, [tick, perToken]);
  useEffect(
    () =>
      watch('stream', {
        headers: headers(),
        onEvent: () => setTick((last) => last + 1),
        onState: setOnline,
      }),
    [account],
  );
  useEffect(() => {
    if (problem === undefined) return;
    const timer = setTimeout(() => setProblem(undefined), 8000);
    return () => clearTimeout(timer);
  }, [problem]);

  const live: Live = useMemo(
    () => ({
      tick,
      isOnline,
      refresh: () => setTick((last) => last + 1),
      async act(doing) {
        try {
          await doing();
          setProblem(undefined);
          setTick((last) => last + 1);
          return true;
        } catch (error) {
          setProblem(error instanceof Error ? error.message : String(error));
          return false;
        }
      },
    }),
    [tick, isOnline],
  );
  if (accounts === undefined) return null;
  return (
    <LiveContext.Provider value={live}>
      <Shell key={account ?? ''} accounts={accounts} />
      <div class="toast">
        <Problem problem={isOnline ? problem : 'The sandbox does not respond. Trying again…'} />
      </div>
    </LiveContext.Provider>
  );
}

function Shell({ accounts }: { accounts: readonly string[] }) {
  const route = useRoute();
  const { data: overview, problem } = useAsk<Overview>('overview');
  const title = viewOf(route.section)?.title ?? route.section;
  useEffect(() => {
    document.title = `${title}${route.id === undefined ? '' : ` ${route.id}`} · Sandbox`;
  }, [title, route.id]);
  return (
    <div class="shell">
      <Top overview={overview} accounts={accounts} />
      <Menu overview={overview} section={route.section} />
      <main>
        <Problem problem={problem} />
        <View route={route} url={overview?.url ?? location.origin} />
      </main>
    </div>
  );
}

function View({ route, url }: { route: ReturnType<typeof useRoute>; url: string }) {
  const { section, id, query } = route;
  const view = viewOf(section);
  if (view !== undefined) return <Objects key={section} view={view} route={route} url={url} />;
  if (section === 'requests') return <Requests route={route} url={url} />;
  if (section === 'events') return <Events route={route} />;
  if (section === 'faults') return <Faults />;
  // Kinds without a list of their own are opened from what they belong to.
  if (id !== undefined) return <Detail key={id} id={id} back={hrefOf('transactions', undefined, query)} />;
  return (
    <p class="page">
      There is nothing here. <a href={hrefOf('transactions')}>Go to the transactions</a>
    </p>
  );
}

function Top({ overview, accounts }: { overview: Overview | undefined; accounts: readonly string[] }) {
  return (
    <header class="top">
      <a class="brand" href={hrefOf('transactions')}>
        <img src="assets/icon.svg" alt="" width="26" height="26" />
        Sandbox
      </a>
      {overview?.per_token && (
        <label class="account">
          <span class="hidden">Account</span>
          <select
            value={overview.account}
            onChange={({ currentTarget: { value } }) => {
              location.hash = `#/transactions?${new URLSearchParams({ account: value })}`;
            }}
          >
            {[...new Set([overview.account, ...accounts])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {overview !== undefined && (
        <>
          <Clock clock={overview.clock} />
          <Reset account={overview.account} />
        </>
      )}
    </header>
  );
}

function Menu({ overview, section }: { overview: Overview | undefined; section: string }) {
  const { counts = {}, events, requests, faults } = overview ?? {};
  const entry = (name: string, label: string, count: number | undefined) => (
    <li key={name}>
      <a href={hrefOf(name)} aria-current={section === name ? 'page' : undefined}>
        {label}
        {count !== undefined && count > 0 && <span class="count">{count}</span>}
      </a>
    </li>
  );
  return (
    <nav class="menu" aria-label="Sections">
      <ul>{KINDS.map(({ kind, title }) => entry(kind, title, counts[kind]))}</ul>
      <ul>
        {entry('requests', 'Requests', requests)}
        {entry('events', 'Events', events)}
        {entry('faults', 'Faults', faults)}
      </ul>
    </nav>
  );
}

const root = document.getElementById('page');
if (root !== null) {
  root.replaceChildren();
  render(<Console perToken={root.dataset.accounts === 'per-token'} />, root);
}
