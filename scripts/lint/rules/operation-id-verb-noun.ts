import { type JsonObject, objectAt } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import type { Problem } from '../rule.ts';

/** The verbs of each action of `x-resource`. An action without an entry, such as `act`, has a verb of its own: refund, capture. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'add'],
  retrieve: ['retrieve'],
  find: ['find'],
  list: ['list'],
  change: ['update', 'configure'],
  delete: ['delete'],
};
const VERB_NOUN = /^([a-z]+)(?:[A-Z][a-z0-9]+)+$/;

export default function* operationIdVerbNoun(contract: JsonObject): Iterable<Problem> {
  for (const { node, path, webhook, address } of operations(contract)) {
    const missing = node.operationId === undefined;
    // Tools need an id for events too. The verb `receive` separates them from operations that clients call.
    if (webhook && node.operationId !== receiver(address)) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Use the id \`${receiver(address)}\` for the event: \`receive\` and the event name.`,
      };
    }
    if (webhook) continue;
    const [, verb] = VERB_NOUN.exec(String(node.operationId ?? '')) ?? [];
    const verbs = VERBS[String(objectAt(node, 'x-resource').action)];
    if (verb === undefined || verbs?.includes(verb) === false) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Use a verb${verbs === undefined ? '' : ` (${verbs.join(', ')})`} and a noun in camelCase as the operation id, for example \`refundTransaction\`.`,
      };
    }
  }
}

/** `transaction.status_changed`: `receiveTransactionStatusChanged`. */
function receiver(event: string) {
  return `receive${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
