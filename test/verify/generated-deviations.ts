/** Generates deviations of a server from the contract: per response field, per envelope, and per status code. */
import { readContract } from '../../src/contract/contract.js';
import { isObject, type JsonObject, objectAt } from '../../src/contract/json.js';
import { createShapeReader } from '../../src/contract/schema-shape.js';
import type { Exchange } from '../../src/verify/index.js';
import { readJudgedContract } from '../../src/verify/judge/contract.js';
import type { Recorded } from './recorded-run.ts';

export interface Deviation {
  readonly name: string;
  /** Evidence or discovery kinds. One match in the report is enough. */
  readonly expected: readonly string[];
  change(exchange: Exchange): Exchange;
}

const document = readContract();
const contract = readJudgedContract();
const shapeOf = createShapeReader(document);
const schemas = objectAt(objectAt(document, 'components'), 'schemas');
const isSuccess = (status: number) => status >= 200 && status < 300;

/** Changes every object of one component in the responses. */
function inRecords(name: string, change: (value: JsonObject, sent: unknown) => JsonObject) {
  return (exchange: Exchange): Exchange => {
    const { request, response } = exchange;
    const isEvent = request.url.includes('receiver.invalid');
    const operation = contract.operations.find(({ method, path }) => {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return method === request.method && pattern.test(new URL(request.url).pathname);
    });
    if (!operation || isEvent) return exchange;
    const responses = objectAt(operation.definition, 'responses');
    const key = isSuccess(response.status) ? '200' : String(response.status);
    const schema = objectAt(objectAt(objectAt(responses, key), 'content'), 'application/json').schema;
    if (!isObject(schema)) return exchange;
    const visit = (value: unknown, node: JsonObject): unknown => {
      const shape = shapeOf(node);
      if (Array.isArray(value)) return value.map((item) => (shape.items ? visit(item, shape.items) : item));
      if (!isObject(value)) return value;
      const entries = Object.entries(value).map(([field, child]) => {
        const below = shape.fields.get(field);
        return [field, below ? visit(child, below) : child];
      });
      const copy: JsonObject = Object.fromEntries(entries);
      return shape.names.includes(name) ? change(copy, request.body) : copy;
    };
    return { ...exchange, response: { ...response, body: visit(response.body, schema) } };
  };
}

const otherType = (value: unknown): unknown =>
  typeof value === 'string' ? 12.5 : typeof value === 'number' ? `${value}` : Array.isArray(value) ? {} : 'text';

/** Returns deviations of each recorded field (type, case, unit, absence) and an extra field per component. */
export function fieldDeviations(recorded: readonly Recorded[]): Deviation[] {
  const seen = new Map<string, Map<string, { value: unknown; wasSent: boolean }>>();
  for (const name of Object.keys(schemas)) {
    const look = inRecords(name, (value, sent) => {
      const fields = seen.get(name) ?? new Map();
      for (const [field, child] of Object.entries(value)) {
        const wasSent = fields.get(field)?.wasSent || (isObject(sent) && sent[field] !== undefined);
        if (child !== null) fields.set(field, { value: child, wasSent });
      }
      seen.set(name, fields);
      return value;
    });
    for (const { exchange } of recorded) look(exchange);
  }
  return [...seen].flatMap(([name, fields]) => {
    const schema = schemas[name] as JsonObject;
    const shape = shapeOf(schema);
    const own = contract.placeOf(schema);
    // `envelopeDeviations` covers pages and errors.
    if (shape.fields.has('current_page') || name === 'ErrorResponse') return [];
    const required = new Set(
      [schema, ...((schema.allOf ?? []) as JsonObject[])].flatMap((part) => (part.required ?? []) as string[]),
    );
    const extra: Deviation = {
      name: `${name}: an extra field`,
      expected: ['field'],
      change: inRecords(name, (value) => ({ ...value, something_new: 1 })),
    };
    return [
      extra,
      ...[...fields].flatMap(([field, { value, wasSent }]): Deviation[] => {
        const node = shape.fields.get(field);
        if (!node) return [];
        const below = shapeOf(node);
        const place = contract.placeOf(node);
        const referred = below.names.flatMap((one) => contract.placeOf(schemas[one] as JsonObject).evidence);
        const expected = [...place.evidence, ...own.evidence, ...referred];
        const set = (kind: string, change: (value: unknown) => unknown, more: readonly string[] = []) => ({
          name: `${name}.${field}: ${kind}`,
          expected: [...expected, ...more],
          change: inRecords(name, (record) => {
            if (record[field] === undefined || record[field] === null) return record;
            const changed = change(record[field]);
            const { [field]: _, ...rest } = record;
            return changed === undefined ? rest : { ...rest, [field]: changed };
          }),
        });
        const isAmount = below.marks['x-unit'] !== undefined && typeof value === 'number' && value > 0;
        const hasCase = below.vocabulary && typeof value === 'string' && !below.names.includes('DocumentType');
        const values = Object.values(objectAt(below.vocabulary, 'x-enum-evidence')).map(String);
        return [
          ...(below.types.size > 0 && !below.types.has(typeof otherType(value)) ? [set('type', otherType)] : []),
          ...(hasCase ? [set('case', (text) => String(text).toUpperCase(), values)] : []),
          ...(isAmount ? [set('unit', (amount) => Number(amount) / 100, ['observed amount-centavos'])] : []),
          ...(below.marks.format === 'date-time'
            ? [set('zone', (text) => String(text).replace(/Z$/, '-03:00'), ['documented 2'])]
            : []),
          ...(required.has(field) ? [set('absent', () => undefined, ['assumed response-requiredness'])] : []),
          ...(!required.has(field) && wasSent && /-shape$/.test(String(own.evidence[0]))
            ? [set('absent', () => undefined)]
            : []),
        ];
      }),
    ];
  });
}

const whole = (change: (body: JsonObject) => unknown, isMeant: (exchange: Exchange) => boolean) => (one: Exchange) =>
  isMeant(one) && isObject(one.response.body)
    ? { ...one, response: { ...one.response, body: change(one.response.body) } }
    : one;
const isError = ({ response }: Exchange) => response.status >= 400;
const isPage = ({ response }: Exchange) => isObject(response.body) && 'current_page' in response.body;

/** Returns deviations with other envelopes of errors, lists and events. */
export function envelopeDeviations(): Deviation[] {
  const error = (name: string, change: (body: JsonObject) => unknown): Deviation => ({
    name: `errors: ${name}`,
    expected: ['observed error-body'],
    change: whole(change, isError),
  });
  const list = (name: string, change: (body: JsonObject) => unknown): Deviation => ({
    name: `lists: ${name}`,
    expected: ['assumed list-envelope'],
    change: whole(change, isPage),
  });
  const event = (name: string, change: (body: JsonObject) => JsonObject, expected = 'observed webhook-envelope') => ({
    name: `events: ${name}`,
    expected: [expected],
    change: (one: Exchange): Exchange =>
      one.request.url.includes('receiver.invalid') && isObject(one.request.body)
        ? { ...one, request: { ...one.request, body: change(one.request.body) } }
        : one,
  });
  const page = ({ data, ...meta }: JsonObject) => ({ data, meta, links: {} });
  return [
    error('an error object', () => ({ error: { code: 'invalid', message: 'no' } })),
    error('problem+json', () => ({ type: 'about:blank', title: 'no', status: 422 })),
    error('an error text', () => ({ error: 'no' })),
    error('a map', () => ({ errors: { amount: ['no'] } })),
    error('one text', () => ({ errors: 'no' })),
    error('a list of objects', () => ({ errors: [{ detail: 'no' }] })),
    error('a list', () => ['no']),
    list('data, links and meta', page),
    list('a bare array', ({ data }) => data),
    list('items', ({ data, ...meta }) => ({ items: data, ...meta })),
    list('pages as text', (body) => ({ ...body, total: String(body.total) })),
    ...['total', 'last_page', 'per_page', 'current_page'].map((field) =>
      list(`no ${field}`, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))),
    ),
    list('per_page ignored', (body) => ({ ...body, per_page: 100 })),
    list('page ignored', (body) => ({ ...body, current_page: 7 })),
    event('singular model', (body) => ({ ...body, model: String(body.model).replace(/s$/, '') })),
    event('model in another case', (body) => ({ ...body, model: String(body.model).toUpperCase() })),
    event('model_id as a number', (body) => ({ ...body, model_id: Number(body.model_id) })),
    event('another id', (body) => ({ ...body, model_id: '1' })),
    event('without model', ({ model: _, ...body }) => body),
    event('type and data', ({ event, payload }) => ({ type: event, data: { object: payload } })),
    event('a list', (body) => ({ events: [body] })),
    event(
      'a name in another case',
      (body) => ({ ...body, event: String(body.event).toUpperCase() }),
      'observed webhook-events',
    ),
    event('a payload without its id', ({ payload, ...body }) => ({
      ...body,
      payload: { status: objectAt({ payload }, 'payload').status },
    })),
  ];
}

/** Returns deviations with other status codes, for each successful operation and each kind of error. */
export function statusDeviations(recorded: readonly Recorded[]): Deviation[] {
  const answered = new Map<string, readonly string[]>();
  for (const operation of contract.operations) {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const isSeen = recorded.some(
      ({ exchange: { request, response } }) =>
        request.method === operation.method &&
        isSuccess(response.status) &&
        pattern.test(new URL(request.url).pathname),
    );
    const { evidence } = contract.placeOfUse(operation, '200');
    if (isSeen) answered.set(`${operation.method} ${pattern.source}`, evidence);
  }
  const isOf = (key: string, { request }: Exchange) => {
    const [method, source = ''] = key.split(' ');
    return request.method === method && new RegExp(source).test(new URL(request.url).pathname);
  };
  const instead = (
    name: string,
    expected: readonly string[],
    isMeant: (one: Exchange) => boolean,
    response: object,
  ) => ({
    name,
    expected,
    change: (one: Exchange): Exchange => (isMeant(one) ? { ...one, response: { ...one.response, ...response } } : one),
  });
  const html = { headers: { 'content-type': 'text/html' }, body: undefined, omitted: 'text/html, 512 bytes' };
  const pathsOf = (key: string) =>
    contract.operations.find((one) =>
      isOf(key, { request: { method: one.method, url: `https://x${one.path}` } } as Exchange),
    );
  return [...answered].flatMap(([key, evidence]) => {
    const operation = pathsOf(key);
    const named = [
      ...evidence,
      ...contract.placeOf(
        objectAt(objectAt(objectAt(document, 'paths'), operation?.path ?? ''), operation?.method.toLowerCase() ?? ''),
      ).evidence,
    ];
    const isGood = (one: Exchange) => isOf(key, one) && isSuccess(one.response.status);
    return [
      instead(`${key}: 202`, named, isGood, { status: 202 }),
      instead(`${key}: absent`, named, (one) => isOf(key, one), { status: 404, ...html }),
      instead(`${key}: absent, as JSON`, named, (one) => isOf(key, one), {
        status: 404,
        body: { message: 'Not Found' },
      }),
      instead(`${key}: 405`, named, (one) => isOf(key, one), { status: 405, body: { message: 'no' } }),
      instead(`${key}: an empty body`, [...named, 'assumed deletion-shape'], isGood, { body: undefined }),
      instead(`${key}: a redirect`, named, isGood, { status: 302, body: undefined }),
    ];
  });
}

/** Returns changes that a compliant server may make. The judge must not report them. */
export function harmless(): Deviation[] {
  const isOptional = (value: JsonObject) =>
    Object.fromEntries(Object.entries(value).map(([name, child]) => [name, child === undefined ? null : child]));
  return [
    {
      name: 'null for what a transaction does not have',
      expected: [],
      change: inRecords('Transaction', (value) => ({
        boleto: null,
        split: null,
        threeDSecure: null,
        card: null,
        refused_reason: null,
        shipping: null,
        ...isOptional(value),
      })),
    },
    {
      name: 'a message beside the errors',
      expected: [],
      change: whole((body) => ({ message: 'no', ...body }), isError),
    },
    { name: 'a message alone', expected: [], change: whole(() => ({ message: 'no' }), isError) },
    {
      name: 'failures now and then',
      expected: [],
      change: (one) =>
        one.request.method === 'GET' && Date.parse(one.time ?? '') % 5 === 0
          ? {
              ...one,
              response: { status: 503, headers: { 'content-type': 'text/html' }, omitted: 'text/html, 9 bytes' },
            }
          : one,
    },
    {
      name: 'a cached response',
      expected: [],
      change: (one) =>
        one.request.method === 'GET' && Date.parse(one.time ?? '') % 5 === 0
          ? { ...one, response: { status: 304, headers: {} } }
          : one,
    },
  ];
}
