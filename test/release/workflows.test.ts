import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const folder = '.github/workflows/';
const workflows = readdirSync(new URL(folder, root)).map((name) => ({ name, text: read(`${folder}${name}`) }));

describe('workflows', () => {
  it('are those for tests, docs and releases', () => {
    expect(workflows.map(({ name }) => name).sort()).toEqual(['docs.yml', 'release.yml', 'test.yml']);
  });

  it.each(workflows)('$name pins its actions and asks for no more rights than it says', ({ text }) => {
    expect(parse(text).permissions).toEqual({ contents: 'read' });
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.filter((action) => !/@(v\d+|[0-9a-f]{40})$/.test(action ?? ''))).toEqual([]);
    expect(actions).not.toEqual([]);
  });

  it.each(workflows)('$name runs the one script that every CI runs', ({ text }) => {
    expect(text).toMatch(/run: \.ci\/run$/m);
  });

  it('test the oldest Node that package.json declares', () => {
    const [major] = /\d+/.exec(JSON.parse(read('package.json')).engines.node) ?? [];
    const { matrix } = parse(read(`${folder}test.yml`)).jobs.test.strategy;
    expect(Math.min(...matrix.node)).toBe(Number(major));
  });
});

describe('.ci/run', () => {
  it('can be run, and runs the commands of the README', () => {
    expect(() => accessSync(new URL('.ci/run', root), constants.X_OK)).not.toThrow();
    expect(read('.ci/run')).toMatch(/^npm ci\nnpm test$/m);
  });
});
