import type { Documented } from 'payment-gateway-contract/internal/server';
import { must, type OptionsOf, type OptionTable, text, whole } from 'payment-gateway-contract/internal/util';
import type { ExploreOptionDocs } from '../../generated/option-docs.js';
import { type DisruptionKind, KINDS } from './disruptions.js';

/** The options of `explore`, in code and on the command line. */
export const EXPLORE_OPTIONS = {
  only: { ...text(), value: '<name>', help: 'tries only the disruption with this name, to repeat it' },
  without: {
    type: 'string',
    value: '<kinds>',
    default: [],
    isList: true,
    help: `the kinds to leave out: ${KINDS.join(', ')}`,
    read(given: readonly DisruptionKind[]): readonly DisruptionKind[] {
      const kinds = Array.isArray(given) ? given.flatMap((kind) => String(kind).split(',')) : [''];
      const known = KINDS.filter((kind) => kinds.includes(kind));
      must(known.length === new Set(kinds).size, `a list of ${KINDS.join(', ')}`);
      return known;
    },
  },
  depth: { ...whole(1, 2), default: 1, help: '2 also tries pairs of disruptions' },
  seed: { ...text('a string', /^/), default: 'explore', help: 'determines the order of the pairs' },
  maxRuns: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 200, help: 'the most pairs to try' },
  timeout: {
    ...whole(1, 2 ** 31 - 1, 'milliseconds'),
    value: '<ms>',
    default: 30_000,
    help: 'how long one run may take',
  },
} as const satisfies OptionTable;

export type ExploreOptions = Documented<OptionsOf<typeof EXPLORE_OPTIONS>, ExploreOptionDocs>;
