import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { cardOutcome } from '../rules/index.js';
import type { Stored, Work } from '../state/index.js';
import { type Scenario, sectionSchema, sections, withReferences } from './file.js';

/**
 * Returns the objects of the account as a scenario, named after their ids. It omits the charges of subscriptions, because a
 * subscription creates them. It also omits everything that requests cannot create: events, deleted objects, and states that require time to pass.
 */
export function exportScenario(work: Work): Scenario {
  const objects = new Map(sections().map((section) => [section, listOf(work, section)]));
  const nameOf = (section: string, id: unknown): string | undefined =>
    objects.get(section)?.some((object) => object.id === id) ? `${section.slice(0, -1)}-${id}` : undefined;

  const exported = [...objects].flatMap(([section, all]) => {
    const entries = all.map((object) => [nameOf(section, object.id), entryOf(section, object)] as const);
    return entries.length > 0 ? [[section, Object.fromEntries(entries)] as const] : [];
  });
  return Object.fromEntries(exported);

  function entryOf(section: string, object: Stored): JsonObject {
    const { customer, card, price, ...value } = object.value;
    const references = {
      customer_id: idIn(customer, 'id'),
      card_id: idIn(card, 'card_id'),
      price_id: idIn(price, 'id'),
      link_id: object.hidden.link,
    };
    const schema = sectionSchema(section);
    const fields = withReferences(known(schema, { ...value, ...present(references) }), (id, of) => nameOf(of, id));
    return present({ ...(fields as JsonObject), ...stateOf(section, object) });
  }

  function stateOf(section: string, { value, hidden }: Stored): JsonObject {
    switch (section) {
      case 'cards':
        return { card: cardOutcome({ hidden }) };
      case 'links':
        return { status: value.status === 'active' ? undefined : value.status };
      case 'subscriptions':
        return { status: value.status === 'canceled' ? value.status : undefined };
      case 'transactions': {
        const isReduced = value.status === 'paid' && value.paid_amount !== value.amount;
        return { paid_amount: isReduced ? value.paid_amount : undefined };
      }
      default:
        return {};
    }
  }
}

const idIn = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

/** Returns the objects of a kind, oldest first. */
function listOf(work: Work, kind: string): Stored[] {
  const { items } = work.page(kind, { page: 1, perPage: Number.MAX_SAFE_INTEGER });
  // A subscription creates its charges.
  return items.filter(({ hidden }) => hidden.subscription === undefined).reverse();
}

/** Returns only the fields of the schema. */
function known(schema: JsonObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => known(objectAt(schema, 'items'), item));
  if (!isObject(value) || !isObject(schema.properties)) return value;
  const properties = schema.properties;
  return present(
    Object.fromEntries(
      Object.entries(value).flatMap(([field, one]) =>
        isObject(properties[field]) ? [[field, known(properties[field], one)]] : [],
      ),
    ),
  );
}

/** Returns the value without undefined fields, empty objects and empty lists. */
function present(value: JsonObject): JsonObject {
  const isMissing = (one: unknown) =>
    one === undefined || one === null || (typeof one === 'object' && Object.keys(one).length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isMissing(one)));
}
