/** The header: the account, its clock, the time zone of the console, and the reset. */
import { useRef, useState } from 'preact/hooks';
import { exactTime, ZONES, type Zone } from '../shared/locale.js';
import { call, type Overview, type Schemas } from './api.js';
import { useLive } from './live.js';
import { Choice } from './pieces.js';
import { hrefOf } from './route.js';
import { texts, words } from './texts.js';

interface Props {
  readonly overview: Overview | undefined;
  readonly accounts: readonly string[];
  setZone(zone: Zone): void;
}

/** On a phone, a button opens everything but the time. */
export function Header({ overview, accounts, setZone }: Props) {
  const { zone } = useLive();
  const [isOpen, setOpen] = useState(false);
  return (
    <header class="top">
      <h1>
        <a class="brand" href={hrefOf('transactions')}>
          <img src="assets/icon.svg" alt="" width="26" height="26" />
          <span>{texts.title}</span>
        </a>
      </h1>
      {overview !== undefined && (
        <>
          <span class="now" title={`${texts.clockHint}: ${exactTime(overview.clock.now, 'UTC')}`}>
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
          <div class={`tools ${isOpen ? 'open' : ''}`} id="tools">
            {overview.per_token && (
              <Choice
                label={texts.account}
                value={overview.account}
                options={[...new Set([overview.account, ...accounts])]}
                choose={(account) => {
                  location.hash = `#/transactions?${new URLSearchParams({ account })}`;
                }}
              />
            )}
            <Clock clock={overview.clock} />
            <Choice
              label={texts.zone}
              value={zone}
              options={[[ZONES[0], 'São Paulo'], 'UTC']}
              choose={(chosen) => setZone(chosen === 'UTC' ? 'UTC' : ZONES[0])}
            />
            <Scenario />
            <Reset account={overview.account} />
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
    <section class="clock" aria-label={texts.clock}>
      <button
        type="button"
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

/** `2 × transaction (PIX): canceled`. */
function changeText({ event, status, payment_method: method, count }: Schemas['Change']): string {
  const names: Readonly<Record<string, string>> = texts.change;
  const what = `${count} × ${names[event] ?? event}${method === undefined ? '' : ` (${words(method)})`}`;
  return status === undefined ? what : `${what}: ${words(status)}`;
}

/** Saves the objects of the account as a file, and creates the objects of a file. */
function Scenario() {
  const { act } = useLive();
  const input = useRef<HTMLInputElement>(null);
  const save = () =>
    act(async () => {
      const scenario = await call('scenario');
      const url = URL.createObjectURL(new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' }));
      Object.assign(document.createElement('a'), { href: url, download: 'scenario.json' }).click();
      URL.revokeObjectURL(url);
    });
  const load = async (file: File): Promise<void> => {
    await act(
      async () => {
        const body: unknown = await file
          .text()
          .then(JSON.parse)
          .catch(() => Promise.reject(new Error(texts.noScenario(file.name))));
        return call<Schemas['LoadedObjects']>('scenario', { method: 'POST', body });
      },
      (loaded) => texts.loaded(Object.values(loaded).flatMap((section) => Object.keys(section ?? {})).length),
    );
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <button type="button" onClick={save}>
        {texts.exportScenario}
      </button>
      <button type="button" onClick={() => input.current?.click()}>
        {texts.loadScenario}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={texts.loadScenario}
        onChange={({ currentTarget: { files } }) => files?.[0] && void load(files[0])}
      />
    </>
  );
}

/** Empties the account after a confirmation. */
function Reset({ account }: { account: string }) {
  const { act } = useLive();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {texts.reset}
      </button>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">{texts.resetTitle}</h2>
        <p class="question">{texts.resetHint(account)}</p>
        <div class="choices">
          <button type="button" onClick={close}>
            {texts.resetNo}
          </button>
          <button
            type="button"
            class="danger"
            onClick={async () => {
              await act(() => call('reset', { method: 'POST' }));
              close();
              location.hash = location.hash.replace(/\/\d+(?=\?|$)/, '');
            }}
          >
            {texts.resetYes}
          </button>
        </div>
      </dialog>
    </>
  );
}
