import { expect, test } from 'vitest';
import { FIRST_ID, type NewDelivery, STATE_VERSION, StateVersionError } from '../../../src/sandbox/store/index.js';
import { commitTo, objectOf } from './commits.js';
import { describeEachStore } from './stores.js';

const delivery = (changes: Partial<NewDelivery> = {}): NewDelivery => ({
  receiver: 'start:1',
  url: 'http://127.0.0.1:1/',
  lane: 'x:1',
  copies: 1,
  notBefore: 0,
  ...changes,
});
const event = (object: number, deliveries: readonly NewDelivery[] = []) => ({
  time: 5,
  name: 'transaction.created',
  kind: 'transactions',
  object,
  payload: { id: object },
  deliveries,
});

describeEachStore('a store', (open) => {
  test('gives ids that ascend and belong to one account', async () => {
    const store = open();
    expect((await store.reserve('a', 2)).ids).toEqual([FIRST_ID + 1, FIRST_ID + 2]);
    expect((await store.reserve('a', 1)).ids).toEqual([FIRST_ID + 3]);
    expect((await store.reserve('b', 1)).ids).toEqual([FIRST_ID + 1]);
  });

  test('returns what was committed, as copies', async () => {
    const store = open();
    const value = { id: 1, text: 'São Paulo “€” \u0000', nested: { list: [1, null, true] } };
    await commitTo(store, 'a', { writes: [objectOf({ id: 1, value, hidden: { uses: 1 }, due: 7 })] });
    value.nested.list.push(2);
    const read = await store.read('a', 'transactions', 1);
    expect(read).toMatchObject({ version: 1, hidden: { uses: 1 }, due: 7, value: { text: 'São Paulo “€” \u0000' } });
    expect(read?.value.nested).toEqual({ list: [1, null, true] });
    expect(await store.read('a', 'transactions', 2)).toBeUndefined();
    expect(await store.read('b', 'transactions', 1)).toBeUndefined();
  });

  test('takes neither a write, nor an event, nor a document of a commit that conflicts', async () => {
    const store = open();
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    const stale = {
      expected: { objects: [{ kind: 'transactions', id: 1, version: 0 }], keys: [], documents: [] },
      writes: [objectOf({ id: 1, value: { changed: true } }), objectOf({ id: 2 })],
      events: [event(1)],
      documents: [{ name: 'clock', value: {} }],
    };
    expect(await commitTo(store, 'a', stale)).toEqual({ ok: false, reason: 'transactions 1 was changed meanwhile' });
    expect((await store.read('a', 'transactions', 1))?.value).toEqual({ id: 1 });
    expect(await store.read('a', 'transactions', 2)).toBeUndefined();
    expect((await store.events('a', { offset: 0, limit: 9 })).total).toBe(0);
    expect((await store.head('a')).documents).toEqual({});
  });

  test('conflicts over documents, over keys that were looked up, and over keys that are taken', async () => {
    const store = open();
    await commitTo(store, 'a', { writes: [objectOf({ id: 1, keys: ['k'] })], documents: [{ name: 'd', value: {} }] });
    const expecting = (expected: object) =>
      commitTo(store, 'a', { expected: { objects: [], keys: [], documents: [], ...expected } });
    expect(await expecting({ documents: [{ name: 'd', version: 0 }] })).toMatchObject({ ok: false });
    expect(await expecting({ documents: [{ name: 'd', version: 1 }] })).toEqual({ ok: true });
    expect(await expecting({ keys: [{ kind: 'transactions', key: 'k', id: 0 }] })).toMatchObject({ ok: false });
    expect(await expecting({ keys: [{ kind: 'transactions', key: 'k', id: 1 }] })).toEqual({ ok: true });
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 2, keys: ['k'] })] })).toMatchObject({ ok: false });
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 2, kind: 'plans', keys: ['k'] })] })).toEqual({
      ok: true,
    });
    const twice = [objectOf({ id: 3, keys: ['n'] }), objectOf({ id: 4, keys: ['n'] })];
    expect(await commitTo(store, 'a', { writes: twice })).toMatchObject({ ok: false });
  });

  test('lets unique keys change hands within a commit', async () => {
    const store = open();
    await commitTo(store, 'a', { writes: [objectOf({ id: 1, keys: ['k'] }), objectOf({ id: 2, keys: ['l'] })] });
    const swapped = [objectOf({ id: 1, version: 2, keys: ['l'] }), objectOf({ id: 2, version: 2, keys: ['k'] })];
    expect(await commitTo(store, 'a', { writes: swapped })).toEqual({ ok: true });
    expect((await store.find('a', 'transactions', 'k'))?.id).toBe(2);
    const removals = [{ kind: 'transactions', id: 2 }];
    expect(await commitTo(store, 'a', { removals, writes: [objectOf({ id: 3, keys: ['k'] })] })).toEqual({ ok: true });
    expect((await store.find('a', 'transactions', 'k'))?.id).toBe(3);
  });

  test('drops the oldest of a kind and the oldest events, and says up to which id', async () => {
    const store = open({ keep: 3 });
    for (let id = 1; id <= 5; id++) {
      await commitTo(store, 'a', {
        writes: [objectOf({ id, keys: [`k${id}`], groups: ['g'], due: id })],
        events: [event(id)],
      });
    }
    await commitTo(store, 'a', { writes: [objectOf({ id: 6, kind: 'plans' })] });
    const page = await store.list('a', 'transactions', { offset: 0, limit: 10 });
    expect(page.items.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(page.total).toBe(3);
    expect((await store.list('a', 'transactions', { group: 'g', offset: 0, limit: 10 })).total).toBe(3);
    expect(await store.find('a', 'transactions', 'k2')).toBeUndefined();
    expect(await store.dropped('a', 'transactions')).toBe(2);
    expect(await store.dropped('a', 'plans')).toBe(0);
    expect((await store.nextDue('a'))?.id).toBe(3);
    const events = await store.events('a', { offset: 0, limit: 10 });
    expect(events.items.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(await store.event('a', 2)).toBeUndefined();
    expect((await store.events('a', { object: { kind: 'transactions', id: 1 }, offset: 0, limit: 10 })).total).toBe(0);
  });

  test('drops an object that is changed by the very commit that makes it one too many', async () => {
    const store = open({ keep: 1 });
    await commitTo(store, 'a', { writes: [objectOf({ id: 1, groups: ['g'] })] });
    await commitTo(store, 'a', { writes: [objectOf({ id: 2 }), objectOf({ id: 1, version: 2, groups: ['g', 'h'] })] });
    expect((await store.list('a', 'transactions', { offset: 0, limit: 9 })).items.map(({ id }) => id)).toEqual([2]);
    expect(await store.list('a', 'transactions', { group: 'h', offset: 0, limit: 9 })).toEqual({ items: [], total: 0 });
    expect(await store.read('a', 'transactions', 1)).toBeUndefined();
  });

  test('gives the pages of a list, also far down and past its end', async () => {
    const store = open();
    const ids = Array.from({ length: 5000 }, (_, index) => index * 3 + 1);
    await commitTo(store, 'a', { writes: ids.map((id) => objectOf({ id })) });
    await commitTo(store, 'a', { removals: [{ kind: 'transactions', id: 301 }] });
    const newest = ids.filter((id) => id !== 301).reverse();
    for (const offset of [0, 1, 15, 340, 341, 342, 1023, 1024, 2500, 4890, 4898, 4999, 5000, 10_000]) {
      const page = await store.list('a', 'transactions', { offset, limit: 15 });
      expect(page.items.map(({ id }) => id)).toEqual(newest.slice(offset, offset + 15));
      expect(page.total).toBe(4999);
    }
  });

  test('says what falls due first, and forgets times that were taken back', async () => {
    const store = open();
    await commitTo(store, 'a', {
      writes: [objectOf({ id: 1, due: 30 }), objectOf({ id: 2, due: 10 }), objectOf({ id: 3, due: 10, kind: 'plans' })],
    });
    expect(await store.nextDue('a')).toMatchObject({ id: 2, due: 10 });
    await commitTo(store, 'a', { writes: [objectOf({ id: 2, version: 2 })] });
    expect(await store.nextDue('a')).toMatchObject({ id: 3, kind: 'plans' });
    await commitTo(store, 'a', { removals: [{ kind: 'plans', id: 3 }] });
    expect(await store.nextDue('a')).toMatchObject({ id: 1, due: 30 });
    expect(await store.nextDue('b')).toBeUndefined();
  });

  test('gives a snapshot that another store restores, and both go on the same way', async () => {
    const [store, other] = [open(), open()];
    await store.reserve('a', 7);
    await commitTo(store, 'a', {
      writes: [objectOf({ id: 1, keys: ['k'], groups: ['g'], hidden: { h: 1 }, due: 9 }), objectOf({ id: 2 })],
      documents: [{ name: 'clock', value: { kind: 'frozen', at: 5 } }],
      events: [event(1, [delivery(), delivery({ receiver: 'start:2' })]), event(1, [delivery()])],
    });
    const [claimed] = await store.claim('a', 'start:1', { now: 1, until: 9, limit: 1 });
    if (claimed === undefined) throw new Error('nothing to claim');
    await store.settle(claimed, { state: 'delivered', attempts: [{ at: 1, duration: 2, status: 200 }] });
    const saved = JSON.parse(JSON.stringify(await store.snapshot('a')));
    await commitTo(other, 'b', { writes: [objectOf({ id: 99 })] });
    await other.restore('b', saved);
    expect(await other.snapshot('b')).toEqual(saved);
    expect(await other.read('b', 'transactions', 99)).toBeUndefined();
    expect((await other.find('b', 'transactions', 'k'))?.id).toBe(1);
    expect((await other.reserve('b', 1)).ids).toEqual([FIRST_ID + 8]);
    expect((await other.nextDue('b'))?.id).toBe(1);
    expect(await other.pending('b')).toBe(2);
    expect(await other.claim('b', 'start:1', { now: 1, until: 9, limit: 5 })).toMatchObject([{ event: 2 }]);
    await commitTo(other, 'b', { events: [event(1)] });
    expect((await other.events('b', { offset: 0, limit: 1 })).items[0]?.id).toBe(3);
  });

  test('refuses snapshots of other versions, and what is none, in one line', async () => {
    const store = open();
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    const saved = await store.snapshot('a');
    const wrong = [
      { ...saved, version: STATE_VERSION + 1 },
      { ...saved, version: 'x' },
      { ...saved, format: 'x' },
      { ...saved, objects: [1] },
      { ...saved, objects: [{}] },
      { ...saved, objects: [{ ...saved.objects[0], id: Number.NaN }] },
      { ...saved, objects: [{ ...saved.objects[0], due: 'soon' }] },
      { ...saved, events: [{}] },
      { ...saved, events: [{ ...event(1), id: 1, deliveries: [{ ...delivery(), state: 'x' }] }] },
      { ...saved, dropped: { plans: 'x' } },
      { ...saved, documents: { clock: 1 } },
      { ...saved, lastId: -1 },
      { ...saved, objects: 1 },
      null,
      [],
      'x',
    ];
    for (const snapshot of wrong) {
      const restoring = async () => store.restore('a', snapshot as never);
      await expect(restoring()).rejects.toThrow(StateVersionError);
      await expect(restoring()).rejects.toThrow(/^[^\n]+$/);
    }
    expect((await store.list('a', 'transactions', { offset: 0, limit: 1 })).total).toBe(1);
  });

  test('begins anew after a reset, and takes no commit of work that began before it', async () => {
    const store = open();
    await store.reserve('a', 1);
    const { epoch } = await store.head('a');
    await commitTo(store, 'a', { writes: [objectOf({ id: 1001 })], events: [event(1001, [delivery()])] });
    await commitTo(store, 'b', { writes: [objectOf({ id: 1001 })] });
    await store.reset('a');
    expect(await store.list('a', 'transactions', { offset: 0, limit: 1 })).toEqual({ items: [], total: 0 });
    expect(await store.pending('a')).toBe(0);
    expect((await store.reserve('a', 1)).ids).toEqual([1001]);
    expect((await store.list('b', 'transactions', { offset: 0, limit: 1 })).total).toBe(1);
    expect(await commitTo(store, 'a', { epoch, writes: [objectOf({ id: 1001 })] })).toMatchObject({ ok: false });
  });

  test('hands out deliveries in the order of each lane, to one claim at a time', async () => {
    const store = open();
    await commitTo(store, 'a', {
      events: [
        event(1, [delivery({ lane: 'x' }), delivery({ receiver: 'other', lane: 'x' })]),
        event(1, [delivery({ lane: 'x' })]),
        event(2, [delivery({ lane: 'y' })]),
      ],
    });
    const claim = (now: number, until: number) => store.claim('a', 'start:1', { now, until, limit: 9 });
    const first = await claim(100, 200);
    expect(first.map(({ event }) => event)).toEqual([1, 3]);
    expect(first[0]?.body).toMatchObject({ name: 'transaction.created', object: 1, payload: { id: 1 } });
    expect(await claim(199, 300)).toEqual([]);
    expect([...(await store.waiting())].sort((a, b) => a.at - b.at)).toEqual([
      { account: 'a', receiver: 'other', at: 0 },
      { account: 'a', receiver: 'start:1', at: 200 },
    ]);
    const [one, three] = first;
    if (one === undefined || three === undefined) throw new Error('nothing to claim');
    await store.settle(one, { state: 'pending', notBefore: 250, attempts: [{ at: 100, duration: 1, status: 500 }] });
    expect(await claim(199, 300)).toEqual([]);
    expect((await claim(200, 210)).map(({ event }) => event)).toEqual([3]); // its lease had ended
    await store.settle(three, { state: 'delivered', attempts: [] }); // too late: somebody else has it
    expect((await store.event('a', 3))?.deliveries[0]?.state).toBe('pending');
    const [again] = await store.claim('a', 'start:1', { now: 250, until: 999, limit: 1 });
    expect(again).toMatchObject({ event: 3 });
    const [retried] = await store.claim('a', 'start:1', { now: 250, until: 999, limit: 1 });
    expect(retried).toMatchObject({ event: 1, tries: 1 });
    if (retried === undefined) throw new Error('nothing to claim');
    await store.settle(retried, { state: 'failed', attempts: [{ at: 250, duration: 1, error: 'x' }] });
    expect((await claim(250, 999)).map(({ event }) => event)).toEqual([2]);
    expect((await store.event('a', 1))?.deliveries[0]).toMatchObject({
      state: 'failed',
      tries: 2,
      attempts: [{ status: 500 }, { error: 'x' }],
    });
  });

  test('makes settled deliveries pending again, and adds new ones', async () => {
    const store = open();
    await commitTo(store, 'a', { events: [event(1, [delivery()]), event(1, [delivery()])] });
    for (let index = 0; index < 2; index++) {
      const [claimed] = await store.claim('a', 'start:1', { now: 1, until: 9, limit: 1 });
      if (claimed === undefined) throw new Error('nothing to claim');
      await store.settle(claimed, { state: 'failed', attempts: [{ at: 1, duration: 1 }] });
    }
    expect(await store.pending('a')).toBe(0);
    await store.redeliver('a', 2, [delivery({ copies: 2 })]);
    await store.redeliver('a', 1, [delivery(), delivery({ receiver: 'start:2' })]);
    await store.redeliver('a', 1, [delivery()]);
    await store.redeliver('a', 99, [delivery()]);
    expect(await store.pending('a')).toBe(3);
    const claimed = await store.claim('a', 'start:1', { now: 1, until: 9, limit: 9 });
    expect(claimed).toMatchObject([{ event: 1, tries: 0, attempts: [{ at: 1 }] }]);
  });

  test('drops the accounts that were used least recently, and says so once', async () => {
    const notices: string[] = [];
    const store = open({ keepAccounts: 3, onNotice: (line) => notices.push(line) });
    const make = async (name: string) => {
      await store.reserve(name, 1);
      await commitTo(store, name, {
        writes: [objectOf({ id: FIRST_ID + 1, keys: ['k'], groups: ['g'], due: 5 })],
        documents: [{ name: 'clock', value: {} }],
        events: [event(FIRST_ID + 1, [delivery()])],
      });
      // Stores that are no part of this process know the order of uses to the millisecond.
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    for (const name of ['a', 'b', 'c']) await make(name);
    expect(notices).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1050)); // after which they are told of a use again
    store.used('a');
    store.used('nobody');
    await expect.poll(async () => store.accounts()).toEqual(['b', 'c', 'a']);
    await make('d');
    await make('e');
    expect(await store.accounts()).toEqual(['a', 'd', 'e']);
    expect(notices).toEqual([expect.stringMatching(/^there are more than 3 accounts: [^\n]*--keep-accounts[^\n]*$/)]);
    // A look at one that is gone does not bring it back.
    expect(await store.read('b', 'transactions', FIRST_ID + 1)).toBeUndefined();
    expect(await store.find('b', 'transactions', 'k')).toBeUndefined();
    expect(await store.list('b', 'transactions', { offset: 0, limit: 9 })).toEqual({ items: [], total: 0 });
    expect(await store.nextDue('b')).toBeUndefined();
    expect(await store.lead('b', 1000)).toBe(true);
    expect([await store.pending('b'), await store.waiting(['b'])]).toEqual([0, expect.not.arrayContaining(['b'])]);
    expect(await store.claim('b', 'start:1', { now: 1, until: 9, limit: 9 })).toEqual([]);
    expect(await store.accounts()).toEqual(['a', 'd', 'e']);
    expect((await store.read('a', 'transactions', FIRST_ID + 1))?.id).toBe(FIRST_ID + 1);
  });

  test('begins an account anew that was dropped, and takes no commit of work that began before', async () => {
    const store = open({ keepAccounts: 1, onNotice: () => {} });
    const { epoch } = await store.head('a');
    await store.reserve('a', 3);
    await commitTo(store, 'b', { writes: [objectOf({ id: 1 })] });
    expect(await store.accounts()).toEqual(['b']);
    expect(await commitTo(store, 'a', { epoch, writes: [objectOf({ id: 1001 })] })).toMatchObject({ ok: false });
    expect((await store.head('a')).epoch).not.toBe(epoch);
    expect((await store.reserve('a', 1)).ids).toEqual([FIRST_ID + 1]);
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 1001 })] })).toEqual({ ok: true });
    expect(await store.accounts()).toEqual(['a']);
  });

  test('stays as large as its newest accounts, however many there were', { timeout: 60_000 }, async () => {
    const store = open({ keepAccounts: 5, onNotice: () => {} });
    for (let index = 0; index < 300; index++) await commitTo(store, `t${index}`, { writes: [objectOf({ id: 1 })] });
    expect((await store.accounts()).length).toBe(5);
    expect((await store.list('t299', 'transactions', { offset: 0, limit: 1 })).total).toBe(1);
    expect((await store.list('t200', 'transactions', { offset: 0, limit: 1 })).total).toBe(0);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])('refuses to keep %s', (keep) => {
    expect(() => open({ keep })).toThrow(/^keep must be a whole number/);
    expect(() => open({ keepAccounts: keep })).toThrow(/^keepAccounts must be a whole number/);
  });
});
