import { afterEach } from 'vitest';
import { Engine, type EngineOptions } from '../../src/sandbox/engine.js';
import type { Store } from '../../src/sandbox/store/index.js';

/** Noon of the day on which the tests begin. */
export const START = Date.UTC(2026, 10, 20, 12);

/** Gives started engines with a frozen clock, and closes them after each test. */
export function engines(): (store: Store, options?: Partial<EngineOptions>) => Promise<Engine> {
  const started: Engine[] = [];
  afterEach(async () => {
    for (const engine of started.splice(0)) await engine.close();
  });
  return async (store, options = {}) => {
    const engine = new Engine({ store, clock: { kind: 'frozen', at: START }, onError: raise, ...options });
    started.push(engine);
    await engine.start();
    return engine;
  };
}

/** What nobody waits for must not go wrong unseen. */
function raise(error: unknown): void {
  throw error;
}
