/** @module-tag endurance */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { programPath } from '../../../test/programs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const folder = temporaryFolder('gallery-programs');
afterAll(() => void vi.unstubAllEnvs());

const file = (name: string) => fileURLToPath(new URL(`shops/${name}`, import.meta.url));
const php = () => [programPath('php'), file('careful.php')] as const;
const python = () => [programPath('python'), file('queue.py')] as const;
const line = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' ');

interface Given {
  readonly program: readonly [string, string];
  readonly task: readonly string[];
  readonly options?: readonly string[];
}

function exploring({ program, task, options = [] }: Given) {
  vi.stubEnv('FOLDER', folder);
  const [, ...how] = task;
  const orders = ['--orders', line([...program, 'orders'])];
  const repair = ['--reconcile', line([...program, 'repair', ...how.filter((word) => word !== '{port}')])];
  return cli('explore', ...orders, ...repair, ...options, '--', ...program, ...task);
}

/** Explores the shop until no run has a new place, and expects that it holds in every plan. */
async function hold(given: Given): Promise<void> {
  const { code, stdout } = await exploring(given);
  const held = /^explore: none of \d+ plans broke the shop .*\nNo run had a new place that was not tried: .*\n/s;
  expect([code, stdout]).toEqual([0, expect.stringMatching(held)]);
}

const LONG = { timeout: 1_200_000 };

test('a shop with a SQLite transaction around its request holds', { ...LONG, tags: 'phpSqlite' }, async () => {
  await hold({ program: php(), task: ['buy'], options: ['--jobs', '2'] });
});

// The other kinds meet the same code as in the test before.
test('a shop whose server has one worker holds', { ...LONG, tags: 'phpSqlite' }, async () => {
  const program = php();
  const server = ['--server', `"${program[0]}" -S 127.0.0.1:{port} "${program[1]}"`];
  const webhook = ['--webhook', 'http://127.0.0.1:{port}/event'];
  const options = ['--jobs', '2', '--without', 'request,forged,buyer,later,assumption', ...server, ...webhook];
  await hold({ program, task: ['order', '{port}'], options });
});

test('a worker with a queue that names a place holds where it dies or runs twice', {
  ...LONG,
  tags: 'python',
}, async () => {
  const options = ['--jobs', '2', '--without', 'request,event,forged,buyer,later,assumption'];
  await hold({ program: python(), task: ['buy'], options });
});

test.each([
  ['php', 'careless', 'createTransaction #1: reset after commit', 'order-1-0000000000000001 was charged twice: '],
  [
    ...(['php', 'trusting', 'createTransaction #1: 200 with {}'] as const),
    'order-1-0000000000000001: the shop says R$ 159.90 is paid, but the gateway received nothing',
  ],
  ['python', 'careless', 'parcel booked #1: crash', 'order-1-0000000000000001 was shipped twice'],
] as const)(
  'a %s shop that is %s is found',
  { ...LONG, tags: ['phpSqlite', 'python'] },
  async (language, how, plan, problem) => {
    const program = language === 'php' ? php() : python();
    const { code, stdout } = await exploring({ program, task: ['buy', how], options: ['--only', plan] });
    expect([code, stdout]).toEqual([1, expect.stringContaining(`\n\n${problem}`)]);
    expect(stdout).toContain(`\n  disruption   ${plan}\n`);
  },
);
