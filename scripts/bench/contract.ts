// Compares the time of lint and generate with the plain tools behind them, on the same contract, and prints the score that Redocly gives it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const RUNS = 5;
const LIMIT_SECONDS = 5;

const directory = mkdtempSync(join(tmpdir(), 'bench-'));
const plainConfig = join(directory, 'redocly.yaml');
writeFileSync(plainConfig, 'telemetry: off\nextends: [recommended-strict]\nrules: { operation-operationId: off }\n');

const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.yaml', '--config'];
const commands = {
  'lint (this project)': [...redocly, 'redocly.yaml'],
  'redocly lint, recommended-strict': [...redocly, plainConfig],
  'generate (this project)': [
    '--conditions=payment-gateway-source',
    '--import',
    'ts-blank-space/register',
    'scripts/generate/main.ts',
  ],
  'openapi-typescript': [
    'node_modules/openapi-typescript/bin/cli.js',
    resolve('openapi.yaml'),
    '-o',
    join(directory, 'types.ts'),
    // It would take the project's configuration for its own.
    '--redocly',
    plainConfig,
  ],
};

/** Returns the seconds that one run takes in a new process, start included. */
function seconds(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  return (performance.now() - start) / 1000;
}

/** Returns the score of Redocly for readers that are programs, of 100. It judges only the form of a contract, so it has no limit. */
function score(): number {
  const args = [...redocly.slice(0, 1), 'score', ...redocly.slice(2), 'redocly.yaml', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(stdout.slice(stdout.indexOf('{'))).agentReadiness;
}

const medians = new Map<string, number>();
try {
  // Taken in turn, so that a busy moment of the machine hits all alike.
  const rounds = Array.from({ length: RUNS }, () => Object.values(commands).map(seconds));
  for (const [index, name] of Object.keys(commands).entries()) {
    const sorted = rounds.map((round) => round[index] ?? 0).sort((a, b) => a - b);
    medians.set(name, sorted[Math.floor(RUNS / 2)] ?? 0);
  }
} finally {
  rmSync(directory, { recursive: true });
}

const time = (name: keyof typeof commands) => medians.get(name) ?? 0;
const ratio = (ours: keyof typeof commands, plain: keyof typeof commands) => (time(ours) / time(plain)).toFixed(2);
const total = time('lint (this project)') + time('generate (this project)');

console.log(`median of ${RUNS} runs, seconds; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}`);
for (const [name, value] of medians) console.log(`${name.padEnd(34)} ${value.toFixed(2)}`);
console.log(
  `${'lint / plain redocly'.padEnd(34)} ${ratio('lint (this project)', 'redocly lint, recommended-strict')} times`,
);
console.log(
  `${'generate / openapi-typescript'.padEnd(34)} ${ratio('generate (this project)', 'openapi-typescript')} times`,
);
console.log(`${'lint and generate together'.padEnd(34)} ${total.toFixed(2)} (limit ${LIMIT_SECONDS})`);
console.log(`${'score of redocly'.padEnd(34)} ${score()} of 100`);
if (total > LIMIT_SECONDS) process.exitCode = 1;

// A new operation changes the score, so it has no limit. Redocly's museum example had 86.5.
const scored = spawnSync(
  process.execPath,
  [redocly[0] ?? '', 'score', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'],
  { encoding: 'utf8', env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
);
const { agentReadiness } = JSON.parse(scored.stdout.slice(scored.stdout.indexOf('{')));
console.log(`${'redocly score of 100'.padEnd(34)} ${agentReadiness}`);
