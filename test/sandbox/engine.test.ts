import { expect, test } from 'vitest';
import { Engine } from '../../src/sandbox/engine.js';
import { createMemoryStore } from '../../src/sandbox/store/index.js';

test('what a unit creates is found by id, key and list once it is committed', async () => {
  const engine = new Engine({ store: createMemoryStore() });
  const id = await engine.run('a', async (work) => {
    const [id = 0] = await work.ids(1);
    work.create('plans', { id, value: { id }, keys: ['name:x'], groups: ['g'] });
    return id;
  });
  expect(id).toBe(1001);
  await engine.run('a', async (work) => {
    expect((await work.get('plans', id))?.value).toEqual({ id });
    expect((await work.find('plans', 'name:x'))?.id).toBe(id);
    expect(await work.page('plans', { group: 'g', page: 1, perPage: 10 })).toMatchObject({ total: 1, items: [{ id }] });
  });
});
