import { kindWithKeyTwice, REASONS } from '../check.js';
import type { Commit, CommitResult, NewDelivery, NewEvent, Snapshot, Stored } from '../store.js';
import { deliveryRecord, eventRecord, eventsOfObject, joined, objectRecord } from './records.js';

/** A list as the script reads it: how many, then each of them. */
export function listOf<Item>(items: readonly Item[], fields: (item: Item) => readonly string[]): string[] {
  return [String(items.length), ...items.flatMap(fields)];
}

export const writeFields = (object: Stored): string[] => [
  object.kind,
  String(object.id),
  joined(object.keys),
  objectRecord(object),
];

export const deliveryFields = (delivery: NewDelivery): string[] => [
  JSON.stringify(delivery.receiver),
  deliveryRecord(delivery),
];

export const eventFields = (event: NewEvent | Snapshot['events'][number]): string[] => [
  eventsOfObject(event.kind, event.object),
  eventRecord(event),
  ...listOf(event.deliveries, deliveryFields),
];

/** What the script's commit reads. The token tells it from all others, `known` are those whose outcome this process knows. */
export function commitArguments(commit: Commit, keep: number, token: string, known: readonly string[]): string[] {
  const { epoch, expected, writes, removals, documents, events } = commit;
  return [
    token,
    ...listOf(known, (one) => [one]),
    String(keep),
    String(epoch),
    ...listOf(expected.objects, ({ kind, id, version }) => [kind, String(id), String(version)]),
    ...listOf(expected.keys, ({ kind, key, id }) => [kind, JSON.stringify(key), String(id)]),
    ...listOf(expected.documents, ({ name, version }) => [name, String(version)]),
    ...listOf(removals, ({ kind, id }) => [kind, String(id)]),
    ...listOf(writes, writeFields),
    ...listOf(documents, ({ name, value }) => [name, JSON.stringify(value)]),
    ...listOf(events, eventFields),
  ];
}

/** A conflict that shows without a look at the store. */
export function conflictWithin(commit: Commit): CommitResult | undefined {
  const kind = kindWithKeyTwice(commit);
  return kind === undefined ? undefined : { ok: false, reason: REASONS.twice(kind) };
}

/** What the script says of a conflict, in words: which list, and which of it, from 1. */
export function conflictOf(commit: Commit, [, why, index, holder]: readonly unknown[]): CommitResult {
  return { ok: false, reason: reasonOf(commit, String(why), Number(index) - 1, Number(holder)) };
}

function reasonOf({ expected, writes }: Commit, why: string, index: number, holder: number): string {
  const [object, key, document, write] = [
    expected.objects[index],
    expected.keys[index],
    expected.documents[index],
    writes[index],
  ];
  if (why === 'object' && object !== undefined) return REASONS.object(object.kind, object.id);
  if (why === 'key' && key !== undefined) return REASONS.key(key.kind);
  if (why === 'document' && document !== undefined) return REASONS.document(document.name);
  if (why === 'taken' && write !== undefined) return REASONS.taken(write.kind, write.id, holder);
  return REASONS.epoch();
}
