// @ts-check
import { child, elements, resolve } from '../../contract/elements.js';

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
/** A plan has a `name` too; one beside any of these belongs to a person. */
const BESIDE_PERSONAL_NAME = ['email', 'documents', 'document', 'address'];

/** @type {import('../rule.js').Rule} */
export default function* personalFields(contract) {
  for (const { node, path } of elements(contract, 'schema')) {
    if (node['x-personal'] !== undefined && node['x-personal'] !== true) {
      yield { path, message: `Write \`x-personal: true\`, or leave it out.` };
    }
    const properties = child(node, 'properties');
    const named = BESIDE_PERSONAL_NAME.some((beside) => beside in properties);
    for (const [name, property] of Object.entries(properties)) {
      if (!PERSONAL.has(name) && !(name === 'name' && named)) continue;
      const target = resolve(contract, property)?.node;
      // A record (a bank account's document, say) is personal by its fields, each of which is looked at by itself.
      if (target && target.properties === undefined && target['x-personal'] !== true) {
        yield {
          path: [...path, 'properties', name],
          message: `Mark \`${name}\` with \`x-personal: true\`: it is about a person, and logs redact it by that.`,
        };
      }
    }
  }
}
