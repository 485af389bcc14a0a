import type { JsonObject } from '../../../core/src/util/json.ts';
import { exampleRecords } from '../records.ts';
import type { LintProblem } from '../rule.ts';

/** A field such as `card_id`, which has the id of another resource. */
const REFERENCE = /^([a-z]+)_id$/;
/** A resource has several records: TransactionCustomer and FoundCustomer are both a Customer. */
const OF_THE_SAME = /^(?:Transaction|Found)(?=[A-Z])/;

/**
 * Each id in the examples belongs to one resource (`ids-unique` in the register), so that readers can follow it from one example to the next.
 */
export default function* exampleIdsUnique(contract: JsonObject): Iterable<LintProblem> {
  const kinds = new Map<number, string>();
  for (const { value, schema, path } of exampleRecords(contract)) {
    // The response to a deletion: the resource can be of any type.
    if ('deleted' in value) continue;
    for (const [name, id] of Object.entries(value)) {
      const kind = name === 'id' ? schema.replace(OF_THE_SAME, '') : capitalized(REFERENCE.exec(name)?.[1]);
      if (typeof id !== 'number' || kind === '') continue;
      const known = kinds.get(id) ?? kind;
      kinds.set(id, known);
      if (known !== kind) {
        yield {
          path: [...path, name],
          message: `Use another id: ${id} is a ${kind} here, but a ${known} in another example. A field that refers to it has its name, such as \`transaction_id\`.`,
        };
      }
    }
  }
}

function capitalized(name = '') {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
