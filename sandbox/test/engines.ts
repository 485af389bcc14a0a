import { afterEach } from 'vitest';
import { Engine, type EngineOptions } from '../src/engine/engine.js';
import type { Place } from './places.js';

/** Noon of the day that the tests start on. */
export const START = Date.UTC(2026, 10, 20, 12);

/** Returns a function that starts engines with a frozen clock. They are closed after each test. */
export function engines(): (place: Place, options?: Partial<EngineOptions>) => Promise<Engine> {
  const started: Engine[] = [];
  afterEach(async () => {
    for (const engine of started.splice(0)) await engine.close();
  });
  return async (place, options = {}) => {
    const store = await place.open();
    const engine = new Engine({ store, clock: { kind: 'frozen', at: START }, onError: raise, ...options });
    started.push(engine);
    await engine.start();
    return engine;
  };
}

/** Fails the test on errors of background work. */
function raise(error: unknown): void {
  throw error;
}
