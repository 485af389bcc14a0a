/** A receiver of events in the browser, for a shop that has none yet. It holds a connection, as the command `listen` does. */
import { watch } from '../shared/watch.js';
import { call, headers, type Schemas } from './api.js';

/** A body that arrived, and what the inbox answered. */
export interface Received {
  readonly event: number;
  readonly name: string;
  /** The text as the sandbox sent it. */
  readonly body: string;
  /** Real time. */
  readonly at: string;
  readonly status: number;
}

/** What the tab keeps over a reload. */
interface Kept {
  readonly key: string;
  /** Where the events of a further connection begin. */
  readonly beginning?: { readonly since: string; readonly of: string };
  /** Newest first. */
  readonly received: readonly Received[];
  /** The answers to the next bodies, before it confirms again. */
  readonly refusals: readonly number[];
}

export interface Inbox {
  /** The connection is there: the next event arrives. */
  readonly isReady: boolean;
  /** Undefined while the inbox is closed. */
  readonly kept: Kept | undefined;
}

/** The most bodies that the tab keeps. */
const MOST = 100;
const CONFIRMED = 200;

/** Creates the inbox of an account. `onChange` is called after each change. An inbox that was open before a reload opens again. */
export function createInbox(account: string, onChange: (inbox: Inbox) => void) {
  const place = `inbox ${account}`;
  const text = sessionStorage.getItem(place);
  let kept: Kept | undefined = text === null ? undefined : JSON.parse(text);
  let end: (() => void) | undefined;
  let isReady = false;

  const keep = (change: Partial<Kept> | undefined): void => {
    kept = change && { ...(kept ?? fresh()), ...change };
    try {
      if (kept === undefined) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // Too large: a reload shows less.
    }
    onChange(shown());
  };
  const shown = (): Inbox => ({ isReady, kept });

  /** Takes the due deliveries, answers them, and repeats until no more are due. */
  async function take(results: readonly object[] = []): Promise<void> {
    if (kept === undefined) return;
    const { deliveries } = await call<Schemas['DueDeliveries']>(`listen/${kept.key}`, {
      method: 'POST',
      body: { results },
    });
    if (deliveries.length > 0) await take(deliveries.map(answer));
  }

  /** Answers each copy of a body, until one is refused. */
  function answer({ event, lease, copies, name, body }: Schemas['DueDeliveries']['deliveries'][number]) {
    const attempts: Schemas['Attempt'][] = [];
    for (let copy = 0; copy < copies; copy++) {
      const { received = [], refusals: [status = CONFIRMED, ...refusals] = [] } = kept ?? {};
      const at = new Date().toISOString();
      keep({ received: [{ event, name, body, at, status }, ...received].slice(0, MOST), refusals });
      attempts.push({ at, duration: 0, status });
      if (status !== CONFIRMED) break;
    }
    return { event, lease, attempts };
  }

  function listen(): void {
    const path = () => {
      const { key = '', beginning } = kept ?? {};
      return `listen?${new URLSearchParams({ key, name: new URL('inbox', location.href).href, ...beginning })}`;
    };
    end = watch(path, {
      isHiddenToo: true,
      headers: headers(),
      onEvent(name, data) {
        if (name === 'ready') {
          const { since, of } = data as { since: number; of: string };
          isReady = true;
          keep({ beginning: { since: String(since), of } });
        }
        // The connection begins again if this fails.
        if (name === 'due') take().catch(() => {});
      },
      onState(isOpen) {
        if (isOpen || !isReady) return;
        isReady = false;
        onChange(shown());
      },
    });
  }

  if (kept !== undefined) listen();
  return {
    shown,
    open(): void {
      keep({});
      listen();
    },
    close(): void {
      end?.();
      isReady = false;
      keep(undefined);
    },
    /** Answers the next bodies with a status. No count: confirms again. */
    refuse: (status: number, count: number): void => keep({ refusals: Array<number>(count).fill(status) }),
    clear: (): void => keep({ received: [] }),
    /** Ends the connection, and keeps what the tab has. */
    leave: (): void => end?.(),
  };
}

const fresh = (): Kept => ({ key: randomKey(), received: [], refusals: [] });

/** `randomUUID` exists at HTTPS and on this machine only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
