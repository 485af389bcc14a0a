/** What the sandbox has, kept up to date. */
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';

export interface Live {
  /** Counts the changes that were heard of. */
  readonly tick: number;
  readonly isOnline: boolean;
  /** Looks again now, without waiting to be told. */
  refresh(): void;
  /** Does something, looks again, and shows what was wrong. Resolves with whether it was done. */
  act(doing: () => Promise<unknown>): Promise<boolean>;
}

export const LiveContext = createContext<Live>({
  tick: 0,
  isOnline: true,
  refresh() {},
  act: async () => false,
});

export const useLive = (): Live => useContext(LiveContext);

export interface Asked<Body> {
  readonly data: Body | undefined;
  readonly problem: string | undefined;
}

/**
 * What the control API returns for a path, asked again after each change; undefined until it is there. While one request is under way changes are only
 * noted, so that a busy sandbox is asked once after the other. What it returned for another path is not shown for this one.
 */
export function useAsk<Body>(path: string | undefined): Asked<Body> {
  const { tick } = useLive();
  const [told, tell] = useState<Asked<Body> & { path: string | undefined }>({
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
          if (wanted === now.path) tell({ data, problem: undefined, path: wanted });
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          if (wanted === now.path)
            tell((last) => ({ data: last.path === wanted ? last.data : undefined, problem, path: wanted }));
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

  return told.path === path ? told : { data: undefined, problem: undefined };
}
