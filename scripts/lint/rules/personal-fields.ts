import { elementOf, elements } from '../../../core/src/contract/elements.ts';
import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** Names that are always about a person. */
const PERSONAL = new Set([
  'card_holder_name',
  'legal_name',
  'email',
  'phone_numbers',
  'phone',
  'send_to',
  'document',
  'document_number',
  'number', // of a document
  'conta',
  'street',
  'street_number',
  'zipcode',
  'neighborhood',
  'complementary',
  'city',
  'state',
  'birthday',
  'ip_address',
  'ipAddress',
]);
/** A plan also has a `name`; next to any of these fields, `name` belongs to a person. */
const BESIDE_PERSONAL_NAME = ['email', 'documents', 'document', 'address'];

export default function* personalFields(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const properties = objectAt(node, 'properties');
    const named = BESIDE_PERSONAL_NAME.some((beside) => beside in properties);
    for (const [name, property] of Object.entries(properties)) {
      if (!PERSONAL.has(name) && !(name === 'name' && named)) continue;
      const target = elementOf(contract, property)?.node;
      // A record, such as the document of a bank account, needs no mark: the loop checks its fields.
      if (target && target.properties === undefined && target['x-personal'] === undefined) {
        yield {
          path: [...path, 'properties', name],
          message: `Mark \`${name}\` with \`x-personal: true\`: it is personal data, and logs use the mark to redact it.`,
        };
      }
    }
  }
}
