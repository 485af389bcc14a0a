/** The header: the account, its clock, the time zone of the console, and the reset. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { LanguageSwitch } from '../shared/language-switch.js';
import { exactTime, ZONES } from '../shared/locale.js';
import { call, docs, type Overview, type Schemas } from './api.js';
import { useLive } from './live.js';
import { Choice, JsonFile } from './pieces.js';
import { hrefOf } from './route.js';
import { texts, words } from './texts.js';

interface Props {
  readonly overview: Overview | undefined;
  readonly accounts: readonly string[];
}

/** On a phone, a button opens everything but the time. */
export function Header({ overview, accounts }: Props) {
  const { zone, setZone, perToken } = useLive();
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
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
          <span class="clock-time" title={`${texts.clockHint}: ${exactTime(overview.clock.now, 'UTC')}`}>
            {exactTime(overview.clock.now, zone)}
          </span>
          <button
            type="button"
            class="more"
            aria-label={texts.more}
            aria-expanded={isOpen}
            aria-controls="tools"
            onClick={() => setOpen(!isOpen)}
          >
            ⋯
          </button>
          <div class={`tools row ${isOpen ? 'open' : ''}`} id="tools">
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
            <Clock clock={overview.clock} />
            <Choice
              aria-label={texts.zone}
              value={zone}
              options={[[ZONES[0], 'São Paulo'], 'UTC']}
              onChange={({ currentTarget: { value } }) => setZone(value === 'UTC' ? 'UTC' : ZONES[0])}
            />
            <Scenario />
            <Reset account={overview.account} />
            {docs !== undefined && <a href={docs}>{texts.docs}</a>}
            <LanguageSwitch />
          </div>
        </>
      )}
    </header>
  );
}

const STEPS = ['1h', '1d', '1mo'] as const;

function Clock({ clock: { frozen } }: { clock: Overview['clock'] }) {
  const { act, zone } = useLive();
  const advance = (by: string) =>
    act(
      () => call<Schemas['Clock']>('clock/advance', { method: 'POST', body: { by } }),
      ({ now, changes = [] }) => texts.movedOn(exactTime(now, zone), changes.map(changeText)),
    );
  return (
    <section class="row" aria-label={texts.clock}>
      <button
        type="button"
        class={frozen ? 'quiet' : ''}
        aria-pressed={frozen}
        title={texts.freezeHint(frozen)}
        onClick={() => act(() => call('clock', { method: 'PUT', body: { frozen: !frozen } }))}
      >
        {frozen ? texts.frozen : texts.freeze}
      </button>
      {STEPS.map((by) => (
        <button key={by} type="button" onClick={() => advance(by)}>
          {texts.steps[by]}
        </button>
      ))}
    </section>
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

/** Empties the account after a confirmation. */
function Reset({ account }: { account: string }) {
  const { act } = useLive();
  const dialog = useRef<HTMLDialogElement>(null);
  const reset = async (): Promise<void> => {
    await act(() => call('reset', { method: 'POST' }));
    location.hash = location.hash.replace(/\/\d+(?=\?|$)/, '');
  };
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {texts.reset}
      </button>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <form method="dialog" class="stack">
          <h2 id="reset-title">{texts.resetTitle}</h2>
          <p>{texts.resetHint(account)}</p>
          <p class="choices row">
            <button type="submit">{texts.resetNo}</button>
            <button type="submit" class="danger" onClick={reset}>
              {texts.resetYes}
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}
