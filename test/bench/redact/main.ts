/**
 * Measures the milliseconds that `redact` takes for 1 MB of each hostile body, as ratios to `JSON.stringify` and to fast-redact, which only hides the
 * values at given paths. Absolute figures depend on the machine. `npm run bench -- redact` accepts another size in bytes.
 */
import { createRequire } from 'node:module';
import { redact } from '../../../src/redact.ts';
import { worstBodies } from '../../redact/bodies.ts';
import { atMost, machine, median, table } from '../report.ts';

const RUNS = 5;
const size = Number(process.argv[2] ?? 2 ** 20);

type FastRedact = (options: { paths: string[]; strict: boolean }) => (value: unknown) => unknown;
const fastRedact: FastRedact = createRequire(import.meta.url)('fast-redact');
const hidePaths = fastRedact({
  paths: ['card_number', 'credentials', '*.card_number', 'cards[*].card_number', 'rawHeaders'],
  strict: false,
});

const subjects: Record<string, (value: unknown) => unknown> = {
  redact: (value) => redact(value),
  'redact, by value only': (value) => redact('said back', { secrets: [value], fields: false }),
  stringify: (value) => JSON.stringify(value),
  'fast-redact': hidePaths,
};

/** Returns undefined if the subject fails: JSON.stringify and fast-redact overflow the stack. */
function milliseconds(run: () => unknown): number | undefined {
  const start = performance.now();
  try {
    run();
  } catch {
    return undefined;
  }
  return performance.now() - start;
}

const medianOf = (values: (number | undefined)[]) =>
  values.includes(undefined) ? undefined : median(values.map(Number));
const times = (ours = 0, theirs: number | undefined) => (theirs ? (ours / theirs).toFixed(1) : 'fails');

console.log(`${machine}; median of ${RUNS} runs, ${size} bytes`);
let slowest = 0;
const rows = Object.entries(worstBodies).map(([name, body]) => {
  const value = body(size);
  // Measured in turn, so that other load affects all alike.
  const rounds = Array.from({ length: RUNS }, () =>
    Object.values(subjects).map((run) => milliseconds(() => run(value))),
  );
  const [ours, byValue, stringify, fast] = Object.keys(subjects).map((_, index) =>
    medianOf(rounds.map((round) => round[index])),
  );
  slowest = Math.max(slowest, ours ?? Number.POSITIVE_INFINITY, byValue ?? Number.POSITIVE_INFINITY);
  return [name, `${ours?.toFixed(0)}`, `${byValue?.toFixed(0)}`, times(ours, stringify), times(ours, fast)];
});
table('redact', [['body', 'ms', 'by value', '/stringify', '/fast-redact'], ...rows]);
atMost('the slowest of 1 MB, ms', slowest, 1000);
