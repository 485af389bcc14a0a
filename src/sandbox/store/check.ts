import type { Commit, Head, Kind } from './store.js';

/** What a commit finds at the moment it is made. */
export interface Present {
  /** 0: absent. */
  versionOf(kind: Kind, id: number): number;
  /** 0: nobody. */
  holderOf(kind: Kind, key: string): number;
}

/** The words for each reason. Keys are not quoted: they may hold e-mail addresses. */
export const REASONS = {
  epoch: () => 'the account was reset or restored meanwhile',
  object: (kind: Kind, id: number) => `${kind} ${id} was changed meanwhile`,
  key: (kind: Kind) => `another of the ${kind} took a unique key meanwhile`,
  ids: () => 'another took the same ids meanwhile',
  document: (name: string) => `the document ${name} was changed meanwhile`,
  twice: (kind: Kind) => `two of the ${kind} ask for the same unique key`,
  taken: (kind: Kind, id: number, holder: number) => `a unique key of ${kind} ${id} belongs to ${holder}`,
} as const;

/** Why a unit of work cannot be committed, or nothing when all is as it had read it. */
export function conflictOf(commit: Commit, head: Head, present: Present): string | undefined {
  const { epoch, expected, ids } = commit;
  if (head.epoch !== epoch) return REASONS.epoch();
  if (ids !== undefined && head.lastId !== ids.after) return REASONS.ids();
  for (const { kind, id, version } of expected.objects) {
    if (present.versionOf(kind, id) !== version) return REASONS.object(kind, id);
  }
  for (const { kind, key, id } of expected.keys) {
    if (present.holderOf(kind, key) !== id) return REASONS.key(kind);
  }
  for (const { name, version } of expected.documents) {
    if ((head.documents[name]?.version ?? 0) !== version) return REASONS.document(name);
  }
  return takenKey(commit, present);
}

/** A key that belongs to another object before and after the commit, whether or not the unit had looked for it. */
function takenKey({ writes, removals }: Commit, present: Present): string | undefined {
  for (const { kind, id, keys } of writes) {
    for (const key of keys) {
      const holder = present.holderOf(kind, key);
      if (askedForTwice(writes, kind, id, key)) return REASONS.twice(kind);
      if (holder === 0 || holder === id) continue;
      const removed = removals.some((removal) => removal.kind === kind && removal.id === holder);
      const rewritten = writes.some((write) => write.kind === kind && write.id === holder);
      if (!removed && !rewritten) return REASONS.taken(kind, id, holder);
    }
  }
  return undefined;
}

/** The kind of which two objects would have the same unique key after the commit. */
export function kindWithKeyTwice({ writes }: Pick<Commit, 'writes'>): Kind | undefined {
  return writes.find(({ kind, id, keys }) => keys.some((key) => askedForTwice(writes, kind, id, key)))?.kind;
}

const askedForTwice = (writes: Commit['writes'], kind: Kind, id: number, key: string): boolean =>
  writes.some((other) => other.kind === kind && other.id !== id && other.keys.includes(key));
