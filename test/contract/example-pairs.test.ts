import { describe, expect, it } from 'vitest';
import { contract, namedExamples, operationNamed, operations, webhooks } from './contract.ts';
import { exampleNames, exampleValue, type Found, fieldsWithin } from './values.ts';

/** Fields that a response gives differently from its request, and rightly so. */
const differently: Readonly<Record<string, readonly string[]>> = {
  // Documented as an integer in responses, observed as a boolean in requests.
  'createTransaction credit_card': ['items[0].tangible'],
  // The request names a part, the response the whole.
  'refundTransaction partial': ['amount'],
  'captureTransaction partial': ['amount'],
  // The response has the brand as it is displayed.
  'simulateTax customer': ['brand'],
  'simulateTax self': ['brand'],
};

describe('a request and its response agree', () => {
  const pairs = operations.flatMap((one) =>
    exampleNames(one, 'request').map((name) => ({
      title: `${one.operationId} ${name}`,
      request: exampleValue(one, 'request', name),
      response: exampleValue(one, '200', name),
    })),
  );

  it.each(pairs)('$title', ({ title, request, response }) => {
    const returned = new Map(leaves(response).map(({ where, value }) => [where, value]));
    const changed = leaves(request)
      .filter(({ where, value }) => returned.has(where) && returned.get(where) !== value)
      .map(({ where }) => where);
    expect(changed).toEqual(differently[title] ?? []);
  });

  it('shows the first and last digits of the card that was sent', () => {
    const wrong = pairs.filter(({ request, response }) => {
      const number = firstNamed(request, 'card_number');
      const [first, last] = [firstNamed(response, 'card_first_digits'), firstNamed(response, 'card_last_digits')];
      if (number === undefined || last === undefined) return false;
      return !number.startsWith(first ?? '-') || !number.endsWith(last);
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
    expect(pairs.filter(({ request }) => firstNamed(request, 'card_number') !== undefined).length).toBeGreaterThan(3);
  });

  it('returns only the billing fields of the request', () => {
    const sent = (body: unknown) => fieldsWithin(body).some(({ where }) => where === 'billing.address.street');
    const created = pairs.filter(({ title }) => title.startsWith('createTransaction '));
    expect(
      created.filter(({ request, response }) => sent(request) !== sent(response)).map(({ title }) => title),
    ).toEqual([]);
    expect(created.filter(({ request }) => sent(request)).length).toBeGreaterThan(3);
  });
});

describe('examples of one object', () => {
  const changed = new Set(
    operations
      .filter(({ operationId }) => operationId.startsWith('update'))
      .flatMap((one) => exampleNames(one, 'request').map((name) => exampleValue(one, 'request', name)))
      .flatMap((request) => Object.keys(request ?? {})),
  );
  /** Fields that follow from a payment, or from what an update sent: `card_id` changes `card`. */
  const mayDiffer = (field: string) =>
    /^(?:status|main)$|_at$|_amount$/.test(field) || changed.has(field) || changed.has(`${field}_id`);
  const compared = (record: Found['record'], field: string) =>
    mayDiffer(field) ? field in record : JSON.stringify(record[field]);

  const byId = new Map<unknown, Found[]>();
  for (const one of [...operations, ...webhooks])
    for (const example of namedExamples(one).filter(({ of }) => of === (webhooks.includes(one) ? 'request' : '200')))
      for (const found of fieldsWithin(example.value, `${example.title}: `))
        if (found.field === 'id' && !('deleted' in found.record))
          byId.set(found.value, [...(byId.get(found.value) ?? []), found]);
  const several = [...byId.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? { first, others } : [],
  );

  it('are in several examples', () => expect(several.length).toBeGreaterThan(10));

  it.each(several)('$first.value: agree', ({ first, others }) => {
    const differing = others.flatMap(({ where, record }) =>
      Object.keys({ ...first.record, ...record })
        .filter((field) => compared(record, field) !== compared(first.record, field))
        .map((field) => `${field} of ${where}, and of ${first.where}`),
    );
    expect(differing, 'Give both examples the same value, or the id of another object').toEqual([]);
  });
});

describe('an event', () => {
  it.each(webhooks.flatMap((one) => exampleNames(one, 'request').map((name) => ({ one, name, event: one.path }))))(
    '$event $name: names itself, its model and the object in it',
    ({ one, name, event }) => {
      const [model] = event.split('.');
      const fields = fieldsWithin(exampleValue(one, 'request', name));
      const id = fields.find(({ where }) => where === 'payload.id')?.value;
      expect(fields[0]?.record).toMatchObject({ event, model: `${model}s`, model_id: String(id) });
      expect(id).toBeDefined();
    },
  );
});

describe('the states in the examples', () => {
  const { TransactionStatus } = contract.components.schemas;

  it('belong to the vocabulary', () => {
    const transactions = [...operations, ...webhooks]
      .flatMap((one) => exampleNames(one, '200').map((name) => exampleValue(one, '200', name)))
      .flatMap((body) => fieldsWithin(body))
      .filter(({ field, record }) => field === 'status' && 'payment_method' in record);
    expect(transactions.length).toBeGreaterThan(10);
    const known: readonly unknown[] = TransactionStatus?.['x-extensible-enum'] ?? [];
    expect(transactions.filter(({ value }) => !known.includes(value))).toEqual([]);
  });

  it('follow the transitions in a history', () => {
    const one = operationNamed('listTransactionHistory');
    for (const name of exampleNames(one, '200')) {
      const states = fieldsWithin(exampleValue(one, '200', name))
        .filter(({ field }) => field === 'status')
        .map(({ value }) => String(value));
      expect(states.length).toBeGreaterThan(1);
      const wrong = states.slice(1).filter((state, index) => !next(states[index] ?? '').includes(state));
      expect(wrong, name).toEqual([]);
    }
  });

  function next(state: string): readonly string[] {
    return TransactionStatus?.['x-transitions']?.flatMap(({ from, to }) => (from === state ? to : [])) ?? [];
  }
});

function leaves(body: unknown): Found[] {
  return fieldsWithin(body).filter(({ value }) => typeof value !== 'object' || value === null);
}

function firstNamed(body: unknown, name: string): string | undefined {
  const value = fieldsWithin(body).find(({ field }) => field === name)?.value;
  return value === undefined ? undefined : String(value);
}
