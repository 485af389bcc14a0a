import { isObject } from '../../contract/json.js';
import { isId, Memory } from './memory.js';
import { isSuccess, type Rule } from './rule.js';

/** Checks that ids are unique across resources. Different ids may be chance, so only a common sequence confirms the entry. */
export function idRule(): Rule {
  const kinds = new Memory<string>();
  /** The three most recent creations. */
  const created: { kind: string; id: number }[] = [];

  return {
    judge({ operation, status, returned }, ledger) {
      const kind = /^\/v1\/([a-z-]+)(?:\/\{id\})?$/.exec(operation.path)?.[1];
      if (!kind || !isSuccess(status) || !isObject(returned) || operation.method === 'DELETE') return;
      const { id } = returned;
      if (!isId(id)) return;
      const before = kinds.get(id);
      if (before !== undefined && before !== kind) {
        ledger.refute('ids-unique', `One id stood for something of ${before} and of ${kind}.`);
        return;
      }
      kinds.set(id, kind);
      if (operation.method !== 'POST' || operation.path.includes('{') || !Number.isSafeInteger(Number(id))) return;
      created.push({ kind, id: Number(id) });
      if (created.length > 3) created.shift();
      const [first, second, third] = created;
      if (!first || !second || first.kind !== third?.kind || first.kind === second.kind) return;
      if (first.id < second.id && second.id < third.id)
        ledger.confirm('ids-unique', '', `Ids of ${first.kind} and ${second.kind} came from one sequence.`);
      else
        ledger.leaveOpen(
          ['assumed ids-unique'],
          `Ids of ${first.kind} and ${second.kind} differed, and came from no common sequence.`,
        );
    },
  };
}
