/** Readers of input that strangers write take any input: they return or throw their own error, in time and memory that grow with the input. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSeed as seed } from '../seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const CORPUS = 'test/trust/corpus';

/** `npm run check -- fuzz-corpus --long` asks for more. */
const INPUTS = Number(process.env.TRUST_INPUTS ?? 150);

/** Inputs have at most 64 kB. The rest is the program itself. */
const MEMORY = 256;
/** Seconds of processor time of all inputs: they end a reader that never ends. */
const SECONDS = 120 + 4 * INPUTS;

const TYPESCRIPT = ['--no-warnings', '--conditions=payment-gateway-source', '--import', 'ts-blank-space/register'];

const folder = temporaryFolder('fuzz');

test('the corpus has at most 200 kB', () => {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(CORPUS, file)));
  expect(files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0)).toBeLessThan(200 * 1024);
});

test('each reader takes any input in bounded time and memory [S86]', { timeout: 3_600_000 }, () => {
  const file = join(folder, 'input');
  const program = [process.execPath, `--max-old-space-size=${MEMORY}`, ...TYPESCRIPT, 'test/trust/fuzz-child.ts'];
  const words = [...program, CORPUS, file, String(seed), String(INPUTS)];
  const { status, signal, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -t ${SECONDS}; exec "$@"`, 'sh', ...words],
    {
      encoding: 'utf8',
    },
  );
  const input = existsSync(file) ? JSON.stringify(readFileSync(file, 'utf8').slice(0, 2000)) : 'none';
  const how = `${stdout}${stderr.slice(-2000)}\nended by ${signal ?? status}; TEST_SEED=${seed}, input ${input}`;
  expect({ status, signal }, how).toEqual({ status: 0, signal: null });
  console.log(stdout.trim());
});
