import type { Commit, CommitResult, Store, Stored } from '../../../src/sandbox/store/index.js';

/** An object of which only what matters is named. */
export function objectOf(object: Partial<Stored> & { readonly id: number }): Stored {
  return { kind: 'transactions', version: 1, value: { id: object.id }, hidden: {}, groups: [], keys: [], ...object };
}

/** Commits what is given, expecting nothing. */
export async function commitTo(store: Store, account: string, commit: Partial<Commit>): Promise<CommitResult> {
  const { epoch } = await store.head(account);
  const expected = { objects: [], keys: [], documents: [] };
  return await store.commit(account, {
    epoch,
    expected,
    writes: [],
    removals: [],
    documents: [],
    events: [],
    print: JSON.stringify,
    ...commit,
  });
}
