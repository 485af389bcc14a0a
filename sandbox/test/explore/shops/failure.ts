import { expect } from 'vitest';
import type { ExploreFailure, ExploreResult } from '../../../src/testing/index.js';

/** Resolves with the failure of an exploration. */
export const failureOf = (exploration: Promise<ExploreResult>): Promise<ExploreFailure> =>
  exploration.then(
    ({ tried }) => expect.unreachable(`holds in ${tried.length} plans`),
    (failure) => failure,
  );
