/** Opens pages for the tests of a file, closes them after each test, and records forbidden behavior. */

import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { testValues } from '../../../generated/test-values.js';
import type { SandboxServerOptions } from '../../src/index.ts';
import { type Opened, openWorld, type World } from './world.ts';

export interface Pages {
  /** Set after the hooks before the tests. */
  readonly world: World;
  readonly api: World['api'];
  open(...given: Parameters<World['open']>): Promise<Opened>;
  /**
   * Fails if a closed page logged an error, called another host or received a secret, or if none received the field. Runs after the last test, too.
   */
  checkQuiet(field?: string): void;
}

/** Resolves when the first of the elements is visible. */
export const shown = (elements: Locator): Promise<void> => elements.first().waitFor();

export function pagesOf(options: SandboxServerOptions): Pages {
  let world: World;
  const opened: Opened[] = [];
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    world = await openWorld(options);
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    checkQuiet();
  });
  // An open page sends a request whenever something changes.
  afterEach(async () => {
    for (const one of opened.splice(0)) {
      complaints.push(...one.complaints);
      elsewhere.push(...one.elsewhere);
      await one.close();
    }
  });

  function checkQuiet(field?: string): void {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
    // The sandbox suggests test cards to a buyer who types another one.
    const seen = world.seen.join('\n').replace(/use (?:a test number such as \d+|approved: [^"]*)/g, '');
    if (field !== undefined) expect(seen.includes(`"${field}":`), field).toBe(true);
    for (const { card_number } of testValues.cards) expect(seen.includes(card_number), card_number).toBe(false);
    for (const secret of ['4532015112830366', 'test-token', 'shop-secret', 'other-secret'])
      expect(seen.includes(secret), secret).toBe(false);
  }

  return {
    checkQuiet,
    api: (...given) => world.api(...given),
    get world() {
      return world;
    },
    async open(...given) {
      const one = await world.open(...given);
      opened.push(one);
      return one;
    },
  };
}
