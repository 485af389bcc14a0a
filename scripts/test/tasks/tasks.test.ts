import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { runTask } from '../../tasks/run.ts';
import { benches, checks, type Tasks } from '../../tasks/tasks.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

afterEach(() => vi.restoreAllMocks());

/** Runs a task and returns its exit code and output. */
async function run(tasks: Tasks, name?: string, ...args: string[]) {
  const lines: string[] = [];
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line) => void lines.push(line));
  }
  return { code: await runTask('npm run check', tasks, name, args), printed: lines.join('\n') };
}

const node = (program: string): { run: [string, ...string[]] } => ({ run: [process.execPath, '-e', program] });
const task = (...steps: ReturnType<Tasks[string]['steps']>): Tasks => ({ own: { does: 'it', steps: () => steps } });

test('without a name, the tasks are listed', async () => {
  const { code, printed } = await run(checks);
  expect(code).toBe(0);
  for (const name of Object.keys(checks)) expect(printed).toContain(`  ${name} `);
});

test('an unknown name fails and lists the tasks', async () => {
  const { code, printed } = await run(checks, 'constructor');
  expect(code).toBe(1);
  expect(printed).toContain('npm run check has no task constructor.');
  expect(printed).toContain('consumers');
});

test('a step that fails ends the task with its exit code', async () => {
  const failing = task(node('process.exit(3)'), node('process.exit(4)'));
  expect(await run(failing, 'own')).toMatchObject({ code: 3 });
  const together = task([node('process.exit(0)'), node('process.exit(5)')], node('process.exit(6)'));
  expect(await run(together, 'own')).toMatchObject({ code: 5 });
});

test('a task that goes on runs each step, and ends with the names of those that failed', async () => {
  const { own } = task(node('process.exit(3)'), node('0'), [node('0'), node('process.exit(4)')]);
  const { code, printed } = await run({ own: { does: 'it', steps: () => own?.steps() ?? [], goesOn: true } }, 'own');
  expect(code).toBe(3);
  expect(printed.split('\n')).toEqual([3, 4].map((status) => `Failed: ${process.execPath} -e process.exit(${status})`));
  expect(checks.all?.goesOn).toBe(true);
});

test('a task that goes on ends with what a failed step said about its failures', async () => {
  const says =
    "console.log(' FAIL  test/a.test.ts > adds'); for (let i = 0; i < 100; i++) console.log('later'); process.exit(1)";
  const { printed } = await run({ own: { does: 'it', steps: () => [node(says)], goesOn: true } }, 'own');
  const lines = printed.split('\n');
  expect(lines.slice(0, 101)).toEqual([' FAIL  test/a.test.ts > adds', ...Array(100).fill('later')]);
  expect(lines.slice(101, -1)).toEqual([' FAIL  test/a.test.ts > adds', ...Array(30).fill('later')]);
  expect(lines.at(-1)).toMatch(/^Failed: /);
});

test('arguments go to the last step, and variables to their command', async () => {
  const exits = (condition: string) => node(`process.exit(${condition} ? 0 : 9)`);
  const checked = task(exits('process.argv.length === 1'), {
    ...exits('process.argv[1] === "create" && process.env.STATE === "file"'),
    env: { STATE: 'file' },
  });
  expect(await run(checked, 'own', 'create')).toMatchObject({ code: 0 });
});

test('each task runs files, folders and scripts that exist', () => {
  for (const [name, { steps }] of Object.entries({ ...checks, ...benches })) {
    for (const { run } of steps().flat()) {
      if (run[0] === 'npm' && run[1] === 'run') expect(Object.keys(scripts), name).toContain(run[2]);
      for (const path of run.filter((part) => /^(test|scripts|sandbox|verify)\//.test(part)))
        expect(existsSync(path), path).toBe(true);
    }
  }
});

test('package.json has 20 scripts at most', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
});

test.each(['CONTRIBUTING.md', 'README.md', '.ci/run', '.github/workflows/release.yml', '.github/workflows/docs.yml'])(
  'each command of npm that %s names exists',
  (file) => {
    for (const [, script = '', task] of readFileSync(file, 'utf8').matchAll(/npm run ([\w:]+)(?: -- ([a-z-]+))?/g)) {
      expect(Object.keys(scripts)).toContain(script);
      const tasks = script === 'bench' ? benches : script === 'check' ? checks : undefined;
      if (tasks && task) expect(Object.keys(tasks)).toContain(task);
    }
  },
);
