import { expect } from 'vitest';
import { type ExploreFailure, type ExploreResult, explore as exploreInTime } from '../../../src/testing/index.js';

/** `explore` with time for a busy machine: a run that takes longer than 30 seconds there does not hang. */
export const explore: typeof exploreInTime = (newAccount, shop, options) =>
  exploreInTime(newAccount, shop, { timeout: 300_000, ...options });

/** Resolves with the failure of an exploration. */
export const failureOf = (exploration: Promise<ExploreResult>): Promise<ExploreFailure> =>
  exploration.then(
    ({ tried }) => expect.unreachable(`holds in ${tried.length} plans`),
    (failure) => failure,
  );
