import type { JsonObject } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import type { Problem } from '../rule.ts';

const VERBS = [
  'create',
  'retrieve',
  'find',
  'list',
  'update',
  'delete',
  'cancel',
  'refund',
  'capture',
  'simulate',
  'add',
  'set',
  'configure',
];
const VERB_NOUN = new RegExp(`^(${VERBS.join('|')})([A-Z][a-z0-9]+)+$`);

export default function* operationIdVerbNoun(contract: JsonObject): Iterable<Problem> {
  for (const { node, path, webhook, address } of operations(contract)) {
    const missing = node.operationId === undefined;
    // Tools need an id for events too. The verb `receive` separates them from operations that clients call.
    if (webhook && node.operationId !== receiver(address)) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Use the id \`${receiver(address)}\` for the event: \`receive\` and the event name.`,
      };
    } else if (!webhook && !VERB_NOUN.test(String(node.operationId ?? ''))) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Use a verb (${VERBS.join(', ')}) and a noun in camelCase as the operation id, for example \`refundTransaction\`.`,
      };
    }
  }
}

/** `transaction.status_changed`: `receiveTransactionStatusChanged`. */
function receiver(event: string) {
  return `receive${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
