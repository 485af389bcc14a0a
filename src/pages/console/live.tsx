/** Keeps what the console shows up to date. */
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Zone } from '../shared/locale.js';
import { call } from './api.js';

export interface Live {
  /** Counts the changes. */
  readonly tick: number;
  /** The time zone of all times. */
  readonly zone: Zone;
  /** Runs an action, reloads, and shows an error, or else the message. Resolves with whether it succeeded. */
  act<Result>(action: () => Promise<Result>, message?: (result: Result) => string): Promise<boolean>;
}

export const LiveContext = createContext<Live>({
  tick: 0,
  zone: 'UTC',
  act: async () => false,
});

export const useLive = (): Live => useContext(LiveContext);

export interface Asked<Body> {
  readonly data: Body | undefined;
  readonly problem: string | undefined;
}

/**
 * Returns the response of the control API for a path, and loads it again after each change. It sends one request at a time, however many changes
 * there are. A response for an earlier path is not shown.
 */
export function useAsk<Body>(path: string | undefined): Asked<Body> {
  const { tick } = useLive();
  const [answer, setAnswer] = useState<Asked<Body> & { path: string | undefined }>({
    data: undefined,
    problem: undefined,
    path,
  });
  const state = useRef({ path, isAsking: false, isStale: false, isGone: false });
  state.current.path = path;

  useEffect(() => {
    const now = state.current;
    now.isGone = false;
    const look = async (): Promise<void> => {
      if (path === undefined || now.isGone) return;
      if (now.isAsking) {
        now.isStale = true;
        return;
      }
      now.isAsking = true;
      const wanted = now.path;
      if (wanted !== undefined) {
        try {
          const data = await call<Body>(wanted);
          if (wanted === now.path) setAnswer({ data, problem: undefined, path: wanted });
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          if (wanted === now.path)
            setAnswer((last) => ({ data: last.path === wanted ? last.data : undefined, problem, path: wanted }));
        }
      }
      now.isAsking = false;
      if (now.isStale || wanted !== now.path) {
        now.isStale = false;
        void look();
      }
    };
    void look();
  }, [path, tick]);
  useEffect(
    () => () => {
      state.current.isGone = true;
    },
    [],
  );

  return answer.path === path ? answer : { data: undefined, problem: undefined };
}
