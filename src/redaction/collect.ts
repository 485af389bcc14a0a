import { hideAssignments, isHeaderAt } from './assignments.js';
import { addSecret, isHarmless, isObject } from './json.js';
import { createKindOf } from './kinds.js';

/**
 * What stands under sensitive names in a value as `JSON.parse` gives it: in its fields, in strings that hold JSON, a form or a URL, and in
 * lists of headers. A snapshot finds the same, and takes ten times as long because it also handles getters, cycles and any depth.
 *
 * @param source nested no deeper than the stack allows
 */
export function secretsOfJson(source: unknown): Set<string> {
  const kindOf = createKindOf(false);
  const secrets = new Set<string>();
  const add = (secret: string) => addSecret(secret, secrets);
  // As a snapshot has it, a pair at the top is one of a list.
  take(source, undefined, '', true);
  return secrets;

  function take(member: unknown, kind: ReturnType<typeof kindOf>, name: string, isListed: boolean): void {
    if (kind === 'sensitive') addAll(member);
    else if (typeof member === 'string') hideAssignments(member, kindOf, add);
    if (Array.isArray(member)) takeList(member, name, isListed);
    else if (isObject(member)) takeRecord(member as Record<string, unknown>);
  }

  function takeRecord(record: Record<string, unknown>): void {
    // An archive of requests has `{ name: 'Cookie', value: '…' }`.
    const title = record.name ?? record.key;
    for (const name of Object.keys(record)) {
      take(record[name], kindOf(name === 'value' && typeof title === 'string' ? title : name), name, false);
    }
  }

  function takeList(list: readonly unknown[], name: string, isListed: boolean): void {
    for (let index = 0; index < list.length; index++) {
      const before = index % 2 === 0 ? undefined : list[index - 1];
      const isValue = typeof before === 'string' && ((isListed && list.length === 2) || isHeaderAt(name, before));
      take(list[index], isValue ? kindOf(before) : undefined, '', true);
    }
  }

  /** Everything in it, whatever its name. */
  function addAll(member: unknown): void {
    if (isObject(member)) for (const below of Object.values(member)) addAll(below);
    else if (!isHarmless(member)) add(String(member));
  }
}
