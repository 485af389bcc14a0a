import type { Expected, Head, Kind } from './store.js';

/** What a commit finds at the moment it is made. */
export interface Present {
  versionOf(kind: Kind, id: number): number;
  holderOf(kind: Kind, key: string): number;
}

/** Why a unit of work cannot be committed, or nothing when all is as it had read it. */
export function conflictOf(epoch: number, expected: Expected, head: Head, present: Present): string | undefined {
  if (head.epoch !== epoch) return 'the account was reset or restored meanwhile';
  for (const { kind, id, version } of expected.objects) {
    if (present.versionOf(kind, id) !== version) return `${kind} ${id} was changed meanwhile`;
  }
  for (const { kind, key, id } of expected.keys) {
    // Without the key itself: it may hold an e-mail address.
    if (present.holderOf(kind, key) !== id) return `another of the ${kind} took a unique key meanwhile`;
  }
  for (const { name, version } of expected.documents) {
    if ((head.documents[name]?.version ?? 0) !== version) return `the document ${name} was changed meanwhile`;
  }
  return undefined;
}
