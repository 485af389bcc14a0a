import { contractOf } from '../../core/src/contract/contract.ts';
import { asObject, type JsonObject, listAt, objectAt, stringAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';

/** The operation that creates the objects of each section. A section refers only to earlier ones. */
const SECTIONS: Readonly<Record<string, string>> = {
  customers: 'createCustomer',
  cards: 'createCard',
  receivers: 'createReceiver',
  plans: 'createPlan',
  prices: 'createPrice',
  subscriptions: 'createSubscription',
  links: 'createPaymentLink',
  transactions: 'createTransaction',
  webhooks: 'createWebhook',
};

const STATUSES: Readonly<Record<string, string>> = {
  transactions: 'TransactionStatus',
  links: 'PaymentLinkStatus',
};

/** Returns the JSON Schema of scenario files. Each object has the fields of the request that creates it, and names in place of ids. */
export function generateScenarioSchema({ file, root, sha256 }: ContractFile): string {
  const { operation, schemas, shapeOf } = contractOf(root);
  const outcomes = [...new Set(listAt(root['x-test-values'], 'cards').map((card) => stringAt(card, 'outcome') ?? ''))];
  const card = {
    enum: outcomes,
    description: 'What the issuer does, as with a test card. A scenario has no card numbers.',
  };
  const sections = Object.entries(SECTIONS).flatMap(([section, operationId]) => {
    const schema = operation(operationId)?.request?.schema;
    return schema ? [[section, operationId, schema] as const] : [];
  });
  const names = sections.map(([section]) => section);

  function fieldOf(name: string, schema: JsonObject): JsonObject {
    const section = names.find((one) => name === `${one.slice(0, -1)}_id`);
    if (section === undefined) return schemaOf(schema);
    return { type: ['string', 'integer'], description: `A name in \`${section}\`, or an id.` };
  }

  function schemaOf(schema: JsonObject): JsonObject {
    const { types, fields, items, marks } = shapeOf(schema);
    const described = typeof marks.description === 'string' ? { description: marks.description } : {};
    if (fields.size > 0) {
      const properties = Object.fromEntries([...fields].map(([name, field]) => [name, fieldOf(name, field)]));
      return { type: 'object', ...described, additionalProperties: false, properties };
    }
    if (items !== undefined) return { type: 'array', ...described, items: schemaOf(items) };
    return { ...(types.size > 0 && { type: [...types] }), ...described };
  }

  const definitions = sections.map(([section, operationId, request]) => {
    const { properties, ...schema } = schemaOf(request);
    const fields = section === 'cards' ? { card_holder_name: objectAt(properties, 'card_holder_name') } : properties;
    const vocabulary = objectAt(schemas, STATUSES[section] ?? '');
    const statuses = section === 'subscriptions' ? ['canceled'] : listAt(vocabulary, 'x-extensible-enum');
    const own = {
      ...(('card' in asObject(properties) || section === 'cards') && { card }),
      ...(statuses.length > 0 && { status: { enum: statuses, description: 'The state to bring it into.' } }),
      ...(section === 'transactions' && {
        link_id: {
          type: ['string', 'integer'],
          description: 'A name in `links`: it is paid on the page of that link.',
        },
        capture_amount: {
          type: 'integer',
          description: 'Centavos that a partial capture took, or that the buyer paid instead of the amount.',
        },
        paid_amount: { type: 'integer', description: 'Centavos that are left after a partial refund.' },
        pending_refund_amount: {
          type: 'integer',
          description: 'Centavos of a partial refund that is pending. The status is `pending_refund`.',
        },
        disputed_amount: { type: 'integer', description: 'Centavos that the buyer disputes. The status is `paid`.' },
        set_status: {
          type: 'string',
          minLength: 1,
          maxLength: 60,
          description: 'Any status to set at the end, as the act `setStatus` does.',
        },
      }),
    };
    return [section, { 'x-operation': operationId, ...schema, properties: { ...(fields as JsonObject), ...own } }];
  });
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    'x-generated': { from: file, by: 'npm run compile', sha256 },
    title: 'Scenario',
    description: 'Named objects of a sandbox. Wherever a request takes the id of an object, write its name.',
    type: 'object',
    additionalProperties: false,
    properties: {
      assume: {
        type: 'object',
        description: 'The entries of the register to switch, with the names of their variants.',
        additionalProperties: { type: ['string', 'null'] },
      },
      ...Object.fromEntries(
        names.map((section) => [
          section,
          {
            type: 'object',
            propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' },
            additionalProperties: { $ref: `#/$defs/${section}` },
          },
        ]),
      ),
    },
    $defs: Object.fromEntries(definitions),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
