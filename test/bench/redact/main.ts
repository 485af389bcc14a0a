/**
 * Measures the milliseconds that `redact` takes for 1 MB of each hostile body, as ratios to `JSON.stringify` and to fast-redact, which only hides the
 * values at given paths. Absolute figures depend on the machine. `npm run bench -- redact` accepts another size in bytes.
 */
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { redact } from '../../../src/redaction/index.ts';
import { worstBodies } from '../../redaction/bodies.ts';

const RUNS = 5;
const LIMIT_MS = 1000;
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

const median = (values: (number | undefined)[]) =>
  values.includes(undefined) ? undefined : values.map(Number).sort((a, b) => a - b)[RUNS >> 1];
const times = (ours = 0, theirs: number | undefined) => (theirs ? (ours / theirs).toFixed(1) : 'fails');

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}; median of ${RUNS} runs, ${size} bytes`);
console.log(
  `${'body'.padEnd(42)}${'ms'.padStart(8)}${'by value'.padStart(10)}${'/stringify'.padStart(12)}${'/fast-redact'.padStart(14)}`,
);
let slowest = 0;
for (const [name, body] of Object.entries(worstBodies)) {
  const value = body(size);
  // Measured in turn, so that other load affects all alike.
  const rounds = Array.from({ length: RUNS }, () =>
    Object.values(subjects).map((run) => milliseconds(() => run(value))),
  );
  const [ours, byValue, stringify, fast] = Object.keys(subjects).map((_, index) =>
    median(rounds.map((round) => round[index])),
  );
  slowest = Math.max(slowest, ours ?? Number.POSITIVE_INFINITY, byValue ?? Number.POSITIVE_INFINITY);
  console.log(
    name.padEnd(42) +
      `${ours?.toFixed(0)}`.padStart(8) +
      `${byValue?.toFixed(0)}`.padStart(10) +
      times(ours, stringify).padStart(12) +
      times(ours, fast).padStart(14),
  );
}
console.log(
  `slowest ${slowest.toFixed(0)} ms (limit ${LIMIT_MS} for 1 MB): ${slowest <= LIMIT_MS ? 'kept' : 'EXCEEDED'}`,
);
