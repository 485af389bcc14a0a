import type { Commit, Head, Kind } from './store.js';

/** What a commit finds at the moment it is made. */
export interface Present {
  /** 0: absent. */
  versionOf(kind: Kind, id: number): number;
  /** 0: nobody. */
  holderOf(kind: Kind, key: string): number;
}

/** Why a unit of work cannot be committed, or nothing when all is as it had read it. Keys are not quoted: they may hold e-mail addresses. */
export function conflictOf(commit: Commit, head: Head, present: Present): string | undefined {
  const { epoch, expected } = commit;
  if (head.epoch !== epoch) return 'the account was reset or restored meanwhile';
  for (const { kind, id, version } of expected.objects) {
    if (present.versionOf(kind, id) !== version) return `${kind} ${id} was changed meanwhile`;
  }
  for (const { kind, key, id } of expected.keys) {
    if (present.holderOf(kind, key) !== id) return `another of the ${kind} took a unique key meanwhile`;
  }
  for (const { name, version } of expected.documents) {
    if ((head.documents[name]?.version ?? 0) !== version) return `the document ${name} was changed meanwhile`;
  }
  return takenKey(commit, present);
}

/** A key that belongs to another object before and after the commit, whether or not the unit had looked for it. */
function takenKey({ writes, removals }: Commit, present: Present): string | undefined {
  for (const { kind, id, keys } of writes) {
    for (const key of keys) {
      const holder = present.holderOf(kind, key);
      if (writes.some((other) => other.kind === kind && other.id !== id && other.keys.includes(key))) {
        return `two of the ${kind} ask for the same unique key`;
      }
      if (holder === 0 || holder === id) continue;
      const removed = removals.some((removal) => removal.kind === kind && removal.id === holder);
      const rewritten = writes.some((write) => write.kind === kind && write.id === holder);
      if (!removed && !rewritten) return `a unique key of ${kind} ${id} belongs to ${holder}`;
    }
  }
  return undefined;
}
