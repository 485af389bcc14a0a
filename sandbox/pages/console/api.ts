/** The control API, as the console uses it, and what keeps the console up to date. */
import { operations } from 'payment-gateway-core/values';
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Asked, ask, errorText, type Schemas } from '../shared/ask.js';
import { language } from '../shared/locale.js';

export type { Schemas };
export type Overview = Schemas['Overview'];
export type Details = Schemas['Details'];
export type ShownKind = Schemas['Kind'];
export type LoggedRequest = Schemas['Requests']['requests'][number];
export type Shown = Schemas['Object'] & Record<string, unknown>;

/** A Pix has other words for a refund. */
export const isPixPayment = (object: Readonly<Record<string, unknown>>): boolean => object.payment_method === 'pix';

export const operationNames: readonly string[] = Object.keys(operations).sort();

const root = document.getElementById('page');
/** The address of the docs in the language of the page, if the sandbox serves them. */
export const docs = root?.dataset.docs === undefined ? undefined : language === 'en' ? '../docs/' : '../docs/pt-br/';

let account: string | undefined;

/** Selects the account for the following calls; `undefined` for the default one. */
export function chooseAccount(name: string | undefined): void {
  account = name;
}

export function headers(): Record<string, string> {
  return account === undefined ? {} : { 'x-sandbox-account': account };
}

/** @param path below `/_sandbox/`, which is the console's own folder */
export function call<Body>(path: string, asked: Asked = {}): Promise<Body> {
  return ask<Body>(path, { ...asked, headers: headers() });
}

export interface Live {
  readonly tick: number;
  /** Whether each bearer token has its own account. */
  readonly perToken: boolean;
  /** Runs an action, reloads, and shows an error, or else the message. Resolves with whether it succeeded. */
  act<Result>(action: () => Promise<Result>, message?: (result: Result) => string): Promise<boolean>;
}

// The console always provides it.
export const LiveContext = createContext({} as Live);

export const useLive = (): Live => useContext(LiveContext);

interface Answer<Body> {
  readonly data?: Body | undefined;
  readonly problem?: string;
}

/**
 * Returns the response of the control API for a path, and loads it again after each change. It sends one request at a time, however many changes
 * there are. A response for an earlier path is not shown.
 */
export function useAsk<Body>(path: string): Answer<Body> {
  const { tick } = useLive();
  const [answer, setAnswer] = useState<Answer<Body> & { path?: string }>({});
  const state = useRef({ path, tick, isAsking: false, isGone: false });
  Object.assign(state.current, { path, tick });

  useEffect(() => {
    const { current } = state;
    const look = async (): Promise<void> => {
      const asked = { path: current.path, tick: current.tick };
      try {
        const data = await call<Body>(asked.path);
        setAnswer({ data, path: asked.path });
      } catch (error) {
        // The last response stays, so that one failure does not empty the page.
        setAnswer((last) => ({ ...(last.path === asked.path && last), problem: errorText(error), path: asked.path }));
      }
      if (!current.isGone && (asked.path !== current.path || asked.tick !== current.tick)) await look();
    };
    if (current.isAsking) return;
    current.isAsking = true;
    void look().then(() => {
      current.isAsking = false;
    });
  }, [path, tick]);
  useEffect(() => () => void Object.assign(state.current, { isGone: true }), []);

  return answer.path === path ? answer : {};
}
