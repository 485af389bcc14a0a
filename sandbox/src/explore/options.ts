import {
  appendText,
  FileError,
  type FileKind,
  INPUT_FILE,
  outputPath,
  readText,
  replaceFile,
} from 'payment-gateway-core/files';
import {
  choice,
  flag,
  isObject,
  must,
  type OptionsOf,
  type OptionTable,
  parseJson,
  text,
  whole,
} from 'payment-gateway-core/util';
import type { ExploreOptionDocs } from '../../generated/option-docs.js';
import type { Documented } from '../options/index.js';
import { type DisruptionKind, KINDS } from './disruptions.js';

/** Changes when plans get other names. */
const VERSION = 2;

const PLANS: FileKind = { name: 'plans of explore', begins: /^\s*\{\s*"version":\s*\d+,\s*"plans":/ };

/** The number of parallel runs in a test. Some work while others wait. */
export const USUAL_JOBS = 8;

export const EXPLORE_OPTIONS = {
  only: { ...text(), value: '<name>', help: 'tries only the plan with this name, to repeat it' },
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
  maxRuns: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 1000, help: 'the maximum number of plans to try' },
  maxMinutes: { ...whole(1, 10_000, 'minutes'), help: 'how long the search may take; it reports what it has found' },
  all: { ...flag, help: 'goes on after the first failures, and extends also plans that went the same way as another' },
  bail: { ...flag, help: 'stops at the first failure' },
  jobs: {
    ...whole(1, 100),
    help: `how many runs go on at the same time; by default ${USUAL_JOBS} in a test, and 1 for a command`,
  },
  earnsNothing: { ...flag, help: 'allows a flow that gets no money, such as a declined card' },
  save: { ...outputPath(PLANS), help: 'writes the names of the plans that broke the shop to a file' },
  replay: { ...INPUT_FILE, help: 'tries only the plans that a file of save names' },
  timeout: {
    ...whole(1, 2 ** 31 - 1, 'milliseconds'),
    value: '<ms>',
    default: 30_000,
    help: 'how long one run may take',
  },
  language: { ...choice(['en', 'pt-br']), default: 'en', help: 'the language of the report' },
  signal: {
    type: 'string',
    flag: false,
    help: 'ends the search, which reports what it has found',
    read(given: AbortSignal): AbortSignal {
      must(given instanceof AbortSignal, 'an AbortSignal');
      return given;
    },
  },
} as const satisfies OptionTable;

export type ExploreOptions = Documented<OptionsOf<typeof EXPLORE_OPTIONS>, ExploreOptionDocs>;

/** Writes the names of the plans. Without plans, it keeps the file. Throws a RangeError if the file cannot be written. */
export function savePlans(path: string, failures?: readonly { readonly plan: string }[]): void {
  const plans = failures?.map(({ plan }) => plan);
  ofOption('save', () => {
    if (plans === undefined) appendText(path, '');
    else replaceFile(path, `${JSON.stringify({ version: VERSION, plans }, null, 2)}\n`);
  });
}

/** Returns the names of plans in a file. Throws a RangeError that names the error in the file. */
export function readPlans(path: string): string[] {
  const saved = parseJson(ofOption('replay', () => readText('replay', path)));
  if (!isObject(saved) || !Array.isArray(saved.plans) || !saved.plans.every((plan) => typeof plan === 'string')) {
    throw new RangeError(`replay: ${path} must be a file that save has written`);
  }
  if (saved.version !== VERSION) {
    throw new RangeError(
      `replay: ${path} has version ${JSON.stringify(saved.version)}, and this explore reads version ${VERSION}; write it again with save`,
    );
  }
  return saved.plans;
}

function ofOption<Result>(name: string, task: () => Result): Result {
  try {
    return task();
  } catch (error) {
    throw error instanceof FileError ? new RangeError(`${name}: ${error.message}`, { cause: error }) : error;
  }
}
