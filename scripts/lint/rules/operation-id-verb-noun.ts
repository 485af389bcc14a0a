import { contractOf } from '../../../core/src/contract/contract.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** The verbs of each action of `x-resource`. An action without an entry, such as `act`, has any verb: refund, capture. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'add'],
  retrieve: ['retrieve'],
  find: ['find'],
  list: ['list'],
  change: ['update', 'configure'],
  delete: ['delete'],
};
const VERB_NOUN = /^([a-z]+)(?:[A-Z][a-z0-9]+)+$/;

export default function* operationIdVerbNoun(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  const placeOf = ({ place, definition }: Operation) =>
    definition.operationId === undefined ? place : [...place, 'operationId'];
  // Tools need an id for events too. The verb `receive` separates them from operations that clients call.
  for (const event of webhooks) {
    if (event.definition.operationId !== receiver(event.path)) {
      yield {
        path: placeOf(event),
        message: `Use the id \`${receiver(event.path)}\` for the event: \`receive\` and the event name.`,
      };
    }
  }
  for (const operation of operations) {
    const [, verb] = VERB_NOUN.exec(String(operation.definition.operationId ?? '')) ?? [];
    const verbs = VERBS[String(operation.resource.action)];
    if (verb === undefined || verbs?.includes(verb) === false) {
      yield {
        path: placeOf(operation),
        message: `Use a verb${verbs === undefined ? '' : ` (${verbs.join(', ')})`} and a noun in camelCase as the operation id, for example \`refundTransaction\`.`,
      };
    }
  }
}

/** `transaction.status_changed`: `receiveTransactionStatusChanged`. */
function receiver(event: string) {
  return `receive${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
