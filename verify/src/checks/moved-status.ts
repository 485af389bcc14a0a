import { entryKey, evidenceTexts, type Operation } from 'payment-gateway-core/contract';
import type { RegisterKey } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import { type JudgedContract, printableName } from '../judge/index.js';
import type { CreateCheck } from './check.js';

/** Compares the status after an operation that changes a resource with `into` of its `x-resource`. */
export const movedStatusCheck: CreateCheck = (ledger, contract) => ({
  judge({ operation, operationId, ok, before, records, body }) {
    const { type, action, states = [], into } = operation.resource;
    const { status } = body;
    const from = before?.status;
    const isResource = records.some(({ name, value }) => name === type && value === body);
    // Checks of payments, links and accounts judge a creation, because its status depends on the request.
    if (!ok || !into || action === 'create' || !isResource || typeof status !== 'string' || status === MASK) return;
    const key = behaviorOf(contract, operation);
    if (key === undefined) return;
    const listed = into.join(', ');
    if (!into.includes(status)) {
      ledger.refute(
        key,
        `${operationId} returned the status ${printableName(status)}, and the contract lists ${listed}.`,
      );
    } else if (typeof from === 'string' && states.includes(from) && from !== status) {
      const parts = contract.required.get(key);
      const reason = `${operationId} changed the status from ${from} to ${status}.`;
      // An entry with other parts needs more than a change of status.
      if (parts === undefined || parts.has(operationId))
        ledger.confirm(key, parts === undefined ? '' : operationId, reason);
    }
  },
});

/** Returns the first entry about what an operation does. An entry that a schema decides is about the form of a body. */
function behaviorOf({ register }: JudgedContract, { resource }: Operation): RegisterKey | undefined {
  const keys = evidenceTexts(resource.evidence).flatMap((evidence) => entryKey(evidence) ?? []);
  return keys.find((key) => register.get(key)?.settle.by !== 'schema');
}
