import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveAll, SANDBOX } from '../../generate/derive.ts';
import { generateAll } from '../../generate/generate.ts';

let files: Map<string, string>;

beforeAll(async () => {
  const contract = readFileSync('scripts/test/generate/contract.yaml', 'utf8');
  files = new Map([...(await generate(contract)), ...deriveAll(contract, sandbox)]);
});

const sandbox = readFileSync(SANDBOX, 'utf8');
const generate = (contract: string) => generateAll(contract, sandbox);

function text(name: string): string {
  const content =
    files.get(`generated/${name}`) ?? files.get(`core/generated/${name}`) ?? files.get(`dist/derived/${name}`);
  if (!content) throw new Error(`${name} was not generated`);
  return content;
}

const withoutComments = (program: string): string =>
  ts
    .createPrinter({ removeComments: true })
    .printFile(ts.createSourceFile('types.ts', program, ts.ScriptTarget.ES2022));

/** The exported values of a generated file, as a program that imports it gets them. */
async function values(name: string): Promise<Record<string, unknown>> {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const javascript = ts.transpileModule(text(name), { compilerOptions: options }).outputText;
  return { ...(await import(`data:text/javascript,${encodeURIComponent(javascript)}`)) };
}

/** What each generated file exports, without the events where it has operations. */
const EXPORTED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'operations.ts': {
    operations: {
      createOrder: { method: 'POST', path: '/orders' },
      retrieveOrder: { method: 'GET', path: '/orders/{id}' },
      deleteOrder: { method: 'DELETE', path: '/orders/{id}' },
      findOrder: { method: 'POST', path: '/orders/find' },
    },
  },
  'paths.ts': { postEffects: { '/orders': 'id', '/orders/{id}': '', '/orders/find': 'safe' } },
  'vocabularies.ts': {
    vocabularies: { 'Part.kind': ['book', 'toy'], OrderStatus: ['new', 'paid', 'lost'] },
  },
  // Nothing comes after a final state.
  'transitions.ts': { transitions: { OrderStatus: { new: ['paid', 'lost'], paid: [], lost: [] } } },
  // Also where the mark is behind a reference.
  'fields.ts': { sensitiveFields: ['card_number', 'credentials'], personalFields: ['email'] },
  'test-values.ts': {
    testValues: {
      cards: [{ card_number: '4111111111111111', brand: 'visa', outcome: 'approved', note: 'Paid' }],
      security_codes: [{ begins_with: '6', outcome: 'refused', note: 'Refused' }],
    },
  },
  'resources.ts': {
    resources: {
      createOrder: { type: 'Order', action: 'create', into: ['new'] },
      retrieveOrder: { type: 'Order', action: 'retrieve' },
      deleteOrder: { type: 'Order', action: 'delete', states: ['new', 'paid'] },
      findOrder: { type: 'Order', action: 'find', by: 'email' },
    },
  },
  // The first example of each event, to the letter.
  'webhook-examples.ts': { webhookExamples: { 'order.paid': { event: 'order.paid', text: 'it\'s "so"' } } },
};

test.each(Object.entries(EXPORTED))('%s', async (file, exported) => {
  expect(await values(file)).toMatchObject(exported);
});

test('the contract as JSON, unchanged but for the stamp', () => {
  const { 'x-generated': stamp, ...contract } = JSON.parse(text('openapi.json'));
  expect(stamp).toEqual({
    from: 'openapi.yaml',
    by: 'npm run generate',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(Object.keys(contract)[0]).toBe('openapi');
  expect(contract.components.schemas.OrderStatus['x-extensible-enum']).toEqual(['new', 'paid', 'lost']);
  // The comments of the types are made from a copy.
  expect(contract.components.schemas.Order.properties.amount.description).toBe('What it costs.');
  expect(contract.components.schemas.OrderRequest.discriminator.propertyName).toBe('pay');
});

describe('the plain form', () => {
  const portable = () => JSON.parse(text('openapi.portable.json'));

  test('has one address that can be called', () => {
    expect(portable().servers).toEqual([{ url: 'http://127.0.0.1:1234/shop', description: expect.any(String) }]);
  });

  test('has no extension, and repeats its meaning in descriptions', () => {
    expect(text('openapi.portable.json').match(/"x-[^"]*/g)).toEqual(['"x-note']);
    const { amount } = portable().components.schemas.Order.properties;
    expect(amount.description).toContain('Evidence: documented 1 - Orders.');
    expect(amount.description).toContain('Money in centavos.');
  });

  test('keeps what only looks like an extension', () => {
    expect(portable().components.examples['cash.request'].value).toEqual({ 'x-note': 'data' });
  });

  test('has no int64, and keeps the other formats', () => {
    const { id, made } = portable().components.schemas.Order.properties;
    expect(id).toEqual({ type: 'integer' });
    expect(made).toEqual({ type: 'string', format: 'date-time' });
  });

  test('has a status for a class of status codes', () => {
    expect(Object.keys(portable().paths['/orders'].post.responses)).toEqual(['200', '400', '500']);
    expect(Object.keys(portable().webhooks['order.paid'].post.responses)).toEqual(['200']);
  });

  test('names the values of a vocabulary and takes others, null too where it may be', () => {
    const { OrderStatus, Part } = portable().components.schemas;
    expect(OrderStatus.anyOf).toEqual([{ type: 'string', enum: ['new', 'paid', 'lost'] }, { type: 'string' }]);
    expect(OrderStatus.type).toBe('string');
    expect(Part.properties.kind.anyOf[1]).toEqual({ type: ['string', 'null'] });
  });

  test('splits a list of types, each with its own keywords', () => {
    const { notes } = portable().components.schemas.Order.properties;
    expect(notes).toEqual({
      description: 'What was said.',
      anyOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'string' },
      ],
    });
    expect(portable().components.schemas.Order.properties.gift.type).toEqual(['object', 'null']);
  });

  test('writes a named union where it is used, without its name', () => {
    expect(portable().components.schemas.Order.properties.gift.properties.wrapped).toEqual({
      description: expect.stringContaining('Yes or no.'),
      anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0, maximum: 1 }],
    });
    expect(portable().components.schemas).not.toHaveProperty('Flag');
  });

  test('leaves the branches of a union to the value that each fixes', () => {
    expect(portable().components.schemas.OrderRequest).not.toHaveProperty('discriminator');
    expect(portable().components.schemas.CardOrder.properties.pay.const).toBe('card');
  });

  test('refuses a class of status codes next to a code of the class', () => {
    const broken = readFileSync('scripts/test/generate/contract.yaml', 'utf8').replace('"400":\n', '"500":\n');
    expect(() => deriveAll(broken, sandbox)).toThrow('500, 5XX');
  });
});

describe('the types', () => {
  test('are those of openapi-typescript, apart from comments', async () => {
    const file = new URL('contract.yaml', import.meta.url);
    const stock = await openapiTS(file, { emptyObjectsUnknown: true, defaultNonNullable: false });
    expect(withoutComments(text('types.ts'))).toBe(withoutComments(astToString(stock)));
  });

  test('leave an object without described fields open', () => {
    expect(text('types.ts')).toMatch(/Credentials: Record<string, unknown>;/);
  });

  test('do not require a request field because it has a default', () => {
    expect(text('types.ts')).toContain('page_size?: number;');
  });
});

describe('the named types', () => {
  test('list the known values of a vocabulary, and stay open and nullable', () => {
    expect(text('schemas.ts')).toContain("export type OrderStatus = 'new' | 'paid' | 'lost' | Other;");
    expect(text('schemas.ts')).toContain("kind?: 'book' | 'toy' | Other | null;");
  });

  test('change only the fields that lead to a vocabulary', () => {
    expect(text('schemas.ts')).toContain(
      "export interface Order extends Base<'Order'> {\n  status?: OrderStatus;\n  parts?: Part[];\n}",
    );
    expect(text('schemas.ts')).toContain("export type Credentials = components['schemas']['Credentials'];");
  });
});

describe('the comment that an editor shows', () => {
  /** The comment before a line of types.ts, without its stars. */
  function comment(line: string): string {
    const before = text('types.ts').split(line)[0] ?? '';
    return before
      .slice(before.lastIndexOf('/**'))
      .replaceAll(/^ *\/?\*+\/? ?/gm, '')
      .trim();
  }

  test.each<[string, string, readonly string[]]>([
    [
      'an operation: its evidence, and the evidence of its uses',
      'post: operations["createOrder"]',
      [
        `Evidence: documented 1.1 - The shop's payment. Also assumed order-states - An order is new, then paid.`,
        'Evidence of 400: documented 1; of security: observed order-path.',
      ],
    ],
    [
      'a record: the first sentence of the register',
      'get: operations["retrieveOrder"]',
      ['Evidence: observed order-path - Orders are read from `/orders`.'],
    ],
    [
      'a field: unit, and evidence where it is its own',
      'amount?: number',
      ['What it costs.', 'Evidence: documented 1 - Orders. Also assumed order-states', 'Money in centavos.'],
    ],
    ['a field that must not be logged', 'card_number?: string', ['Sensitive: sent and never returned']],
    ['a field with personal data', 'email?: string', ['Personal data']],
    [
      'a vocabulary: that it is open, and which values rest on what',
      'OrderStatus: string',
      ['Values: paid, lost (assumed order-states).', 'Open vocabulary'],
    ],
  ])('of %s', (_, line, texts) => {
    for (const one of texts) expect(comment(line)).toContain(one);
    expect(comment('page_size?: number')).not.toContain('Evidence');
    expect(text('types.ts')).not.toContain('Nobody wrote it down');
  });
});

const GONE = '{ description: Gone }';
test.each<[string, string, string, string | RegExp]>([
  [
    'a vocabulary whose place gives it no name',
    GONE,
    '{ description: Gone, headers: { x-a: { schema: { type: string, x-extensible-enum: [a] } } } }',
    /Make the vocabulary at paths\/.*\/schema a component schema/,
  ],
  [
    'an object with a vocabulary, and without a name',
    'items: { $ref: "#/components/schemas/Part" }',
    'items: { type: object, properties: { kind: { type: string, x-extensible-enum: [book] } } }',
    /Make the object at \w+\.parts a component schema/,
  ],
])('%s is refused, with its place', async (_, before, after, message) => {
  const broken = readFileSync('scripts/test/generate/contract.yaml', 'utf8').replace(before, after);
  await expect(generate(broken)).rejects.toThrow(message);
});

test('refuses a text that is not a contract', async () => {
  await expect(generate('- a list')).rejects.toThrow(/not an object/);
});
