/** The header: one row on a desk, with the clock and the menu as popovers. */
import type { ComponentProps, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LanguageSwitch } from '../shared/buttons.js';
import { exactTime } from '../shared/locale.js';
import { call, docs, type Overview, type Schemas, useLive } from './api.js';
import { Choice, JsonFile, RequestButton } from './pieces.js';
import { hrefOf } from './route.js';
import { texts, words } from './texts.js';

/** The account, what changes the next payment, the clock, and a menu with the rest. */
export function Header({ overview, accounts }: { overview: Overview | undefined; accounts: readonly string[] }) {
  const { perToken } = useLive();
  const bar = useRef<HTMLElement>(null);
  const reset = useRef<HTMLDialogElement>(null);
  // What stays in view below the header begins at its height.
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bar', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <header class="top row" ref={bar}>
      <h1>
        <a class="row" href={hrefOf('transactions')}>
          <img src="assets/icon.svg" alt="" width="26" height="26" />
          <span>{texts.title}</span>
        </a>
      </h1>
      {overview !== undefined && (
        <>
          {perToken && (
            <Choice
              aria-label={texts.account}
              value={overview.account}
              options={[...new Set([overview.account, ...accounts])]}
              onChange={({ currentTarget: { value: account } }) => {
                location.hash = `#/transactions?${new URLSearchParams({ account })}`;
              }}
            />
          )}
          <Strip overview={overview} />
          <Clock clock={overview.clock} />
          <button type="button" class="more" aria-label={texts.more} popovertarget="tools">
            ⋯
          </button>
          <div popover="auto" class="stack" id="tools">
            <Scenario />
            <button
              type="button"
              class="danger"
              popovertarget="tools"
              popovertargetaction="hide"
              onClick={() => reset.current?.showModal()}
            >
              {texts.reset}
            </button>
            {docs !== undefined && (
              <a class="button" href={docs}>
                {texts.docs}
              </a>
            )}
            <LanguageSwitch />
          </div>
          <Reset account={overview.account} dialog={reset} />
        </>
      )}
    </header>
  );
}

/** One control: the time of the account. It opens what moves the clock. */
function Clock({ clock: { now, frozen } }: { clock: Overview['clock'] }) {
  const { act } = useLive();
  const advance = (to: Schemas['Advance']) =>
    act(
      () => call<Schemas['Clock']>('clock/advance', { method: 'POST', body: to }),
      ({ now, changes = [] }) => texts.movedOn(exactTime(now), changes.map(changeText)),
    );
  const time = exactTime(now);
  return (
    <>
      <button
        type="button"
        class="clock-time"
        title={`${texts.clockHint}: ${exactTime(now, 'UTC')}`}
        popovertarget="clock"
      >
        <span>
          {time.slice(0, 16)}
          <span class="exact">{time.slice(16)}</span>
        </span>
        {frozen && <span class="badge wait">{texts.frozen}</span>}
      </button>
      <section popover="auto" class="stack" id="clock" aria-label={texts.clock}>
        <p class="muted">{texts.clockHint}</p>
        <RequestButton path="clock" method="PUT" body={{ frozen: !frozen }} aria-pressed={frozen}>
          {frozen ? texts.letItRun : texts.freeze}
        </RequestButton>
        <p class="row">
          {(['1h', '1d', '1mo'] as const).map((by) => (
            <button key={by} type="button" onClick={() => advance({ by })}>
              {texts.steps[by]}
            </button>
          ))}
        </p>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            // The zone of São Paulo has had no summer time since 2019.
            const to = new FormData(event.currentTarget).get('to');
            void advance({ to: `${to}:00-03:00` });
          }}
        >
          <input type="datetime-local" name="to" required aria-label={texts.goToTime} />
          <button type="submit">{texts.goTo}</button>
        </form>
      </section>
    </>
  );
}

/** `2 × transaction (Pix): canceled`. */
function changeText({ event, status, payment_method: method, count }: Schemas['Change']): string {
  const names: Readonly<Record<string, string>> = texts.change;
  const what = `${count} × ${names[event] ?? event}${method === undefined ? '' : ` (${words(method)})`}`;
  return status === undefined ? what : `${what}: ${words(status)}`;
}

/** Saves the objects of the account as a file, and creates the objects of a file. */
function Scenario() {
  const { act } = useLive();
  const save = () =>
    act(async () => {
      const scenario = await call('scenario');
      const url = URL.createObjectURL(new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' }));
      Object.assign(document.createElement('a'), { href: url, download: 'scenario.json' }).click();
      URL.revokeObjectURL(url);
    });
  const load = async (file: File) => {
    const text = await file.text();
    return act(
      () => call<Schemas['LoadedObjects']>('scenario', { method: 'POST', body: parsed(text, file.name) }),
      (loaded) => texts.loaded(Object.values(loaded).flatMap((section) => Object.keys(section ?? {})).length),
    );
  };
  return (
    <>
      <button type="button" onClick={save}>
        {texts.exportScenario}
      </button>
      <JsonFile label={texts.loadScenario} onFile={load} />
    </>
  );
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(texts.noScenario(name));
  }
}

function Reset({ account, dialog }: { account: string; dialog: RefObject<HTMLDialogElement | null> }) {
  const { act } = useLive();
  const reset = async (): Promise<void> => {
    await act(() => call('reset', { method: 'POST' }));
    location.hash = location.hash.replace(/\/\d+(?=\?|$)/, '');
  };
  return (
    <dialog ref={dialog} aria-labelledby="reset-title">
      <form method="dialog" class="stack">
        <h2 id="reset-title">{texts.resetTitle}</h2>
        <p>{texts.resetHint(account)}</p>
        <p class="choices row">
          <button type="submit">{texts.resetNo}</button>
          <button type="submit" class="danger" onClick={reset}>
            {texts.reset}
          </button>
        </p>
      </form>
    </dialog>
  );
}

/** What changes the next payment, although no list shows it: planned faults, disturbed events, switched assumptions, refused cards. */
function Strip({ overview: { faults, disturbed, assumed, refused_cards: cards } }: { overview: Overview }) {
  const ways = Object.keys(disturbed).filter((name) => disturbed[name as keyof typeof disturbed]);
  const usual = Object.fromEntries(assumed.map((entry) => [entry, null]));
  /** A text that leads to its page, and the request that takes it back. */
  const part = (href: string, text: string, undo: string, request: ComponentProps<typeof RequestButton>) => (
    <span key={text} class="part badge wait">
      <a href={href}>{text}</a>
      <RequestButton aria-label={undo} title={undo} {...request}>
        ×
      </RequestButton>
    </span>
  );
  const { faultsWait, eventsDisturbed, assumptionsSwitched, cardRefused, remove, switchBack, acceptAgain } = texts;
  const parts = [
    faults > 0 && part(hrefOf('faults'), faultsWait(faults), remove, { path: 'faults', method: 'DELETE' }),
    ways.length > 0 &&
      part(hrefOf('inbox'), eventsDisturbed(ways), switchBack, { path: 'deliveries', method: 'PUT', body: {} }),
    assumed.length > 0 &&
      part(hrefOf('assumptions'), assumptionsSwitched(assumed.length), switchBack, {
        path: 'assumptions',
        method: 'PUT',
        body: usual,
      }),
    ...cards.map((id) => part(hrefOf('cards', id), cardRefused(id), acceptAgain, { path: `objects/${id}/accept` })),
  ];
  if (!parts.some(Boolean)) return null;
  return (
    <section class="strip" aria-label={texts.hiddenState}>
      {parts}
    </section>
  );
}
