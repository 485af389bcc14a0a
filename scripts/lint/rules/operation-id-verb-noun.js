// @ts-check
import { operations } from '../../contract/elements.js';

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

/** @type {import('../rule.js').Rule} */
export default function* operationIdVerbNoun(contract) {
  for (const { node, path, webhook, address } of operations(contract)) {
    const missing = node.operationId === undefined;
    // Tools want an id of an event too; `receive` keeps it apart from the operations that a caller can call.
    if (webhook && node.operationId !== receiver(address)) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Give the event the id \`${receiver(address)}\`: \`receive\` and its name.`,
      };
    } else if (!webhook && !VERB_NOUN.test(String(node.operationId ?? ''))) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Give the operation an id of a verb (${VERBS.join(', ')}) and a noun in camelCase, as in \`refundTransaction\`.`,
      };
    }
  }
}

/** `transaction.status_changed`: `receiveTransactionStatusChanged`. @param {string} event */
function receiver(event) {
  return `receive${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
