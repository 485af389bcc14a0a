/** Each act of the table is reachable on every surface. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { editionDefinitions } from '../../../scripts/docs/editions.ts';
import { guidesIn } from '../../../scripts/test/docs/guides.ts';
import { ACTS, commandOf, isAct, kindsOf, movesOf, optionsOf, rowOf } from '../../src/acts/index.js';
import { sandboxProgram } from '../../src/cli/commands.js';
import { type SandboxControls, type SandboxServer, startSandbox } from '../../src/index.js';
import { statusesAfter } from '../../src/rules/index.js';

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, log: 'silent' });
  return () => sandbox.close();
});

/** The guides of the sandbox in each language, as Markdown. */
const guides = editionDefinitions.map(guidesIn);
const fixtures = ['pytest/payment_gateway_sandbox.py', 'phpunit/PaymentGatewaySandbox.php'].map((file) =>
  readFileSync(new URL(`../../testing/${file}`, import.meta.url), 'utf8'),
);

describe.each(ACTS)('the act %s', (act) => {
  const row = rowOf(act);
  const required = Object.fromEntries(
    optionsOf(act).flatMap((name) => (row.options?.[name] === 'required' ? [[name, 'approved']] : [])),
  );

  test('leads only along the transitions of the contract', () => {
    for (const kind of kindsOf(act)) {
      const moves = movesOf(act, kind) ?? 'any';
      if (moves === 'any') continue;
      expect(Object.keys(moves)).not.toEqual([]);
      for (const [from, into] of Object.entries(moves))
        expect(statusesAfter(kind, from), `${kind} ${from}`).toEqual(expect.arrayContaining([...into]));
    }
  });

  test('is an operation of the control API, which finds no object 4711', async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/objects/4711/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(required),
    });
    expect([response.status, await response.json()]).toEqual([404, { errors: ['There is no object 4711'] }]);
  });

  test('is a method of the controls in code', async () => {
    // The type of an act with any options.
    const run = sandbox[act] as SandboxControls['pay'];
    await expect(run(4711, required)).rejects.toThrow('There is no object 4711');
  });

  test('is a command in its group of the help', () => {
    expect(sandboxProgram.commands[commandOf(act)]?.slice(0, 2)).toEqual([row.group, row.summary.en]);
  });

  test('is a method of the fixtures of other languages', () => {
    const [python = '', php = ''] = fixtures;
    expect(python).toContain(`    def ${commandOf(act).replaceAll('-', '_')}(self, id`);
    expect(php).toContain(`    public function ${act}(int $id`);
  });

  test('has words in both languages, and a guide that is there and names it', () => {
    const all = [row.label, row.summary, ...Object.values(row.labels ?? {})];
    for (const { en, pt } of all) expect(en.length > 0 && pt.length > 0 && en !== pt, en).toBe(true);
    for (const pages of guides) {
      expect(pages.map(({ name }) => name)).toContain(row.guide);
      const listed = pages.find(({ name }) => name === 'sandbox')?.markdown.split('\n') ?? [];
      expect(listed.filter((line) => line.startsWith(`| [\`${act}\``))).toHaveLength(1);
    }
  });

  test('names only acts as those that undo or follow it', () => {
    const later = Object.values(row.later ?? {}).flatMap(({ followedBy = [] }) => followedBy);
    const named = [...later, ...(row.undo === undefined ? [] : [row.undo])];
    expect(named.filter((name) => !isAct(name))).toEqual([]);
  });
});
