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
  for (const { node, path, webhook } of operations(contract)) {
    const missing = node.operationId === undefined;
    // An event is known by its name; an id would put it among the operations that a caller can call.
    if (webhook && !missing) {
      yield { path: [...path, 'operationId'], message: `Remove the id: an event is known by its name.` };
    } else if (!webhook && !VERB_NOUN.test(String(node.operationId ?? ''))) {
      yield {
        path: missing ? path : [...path, 'operationId'],
        message: `Give the operation an id of a verb (${VERBS.join(', ')}) and a noun in camelCase, as in \`refundTransaction\`.`,
      };
    }
  }
}
