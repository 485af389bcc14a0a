import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { character } from '../../../test/characters.ts';
import { operations, responseSchema } from '../../../test/contract/contract.ts';
import { type ExamplePair, examplePairs } from '../../../test/contract/example-pairs.ts';
import { responseViolations } from '../../../test/contract/schema-validator.ts';
import { runs } from '../../../test/property-runs.ts';
import { type Stub, startStub } from '../../../test/stub-server.ts';
import { pathsOf, withValueAt } from '../../../verify/test/judge/hostile-values.ts';
import { prettyLine } from '../../src/server/journal/log.js';

/** Others can be asked for: `FUZZ_SEED=1 FUZZ_REQUESTS=100000 npx vitest run test/server/fuzz`. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? runs(1_000));

/** Part of every secret in a request, so that one search finds them all. */
const MARKER = /SECRET\d|5502091\d{7}/;

interface FuzzRequest {
  readonly pair: ExamplePair;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const STRANGE_PATHS = [
  ...['/', '//', '/v1', '/v1/', '/v2/transactions', '/v1/transactions//', '/v1/transactions/..', '/v1/cards#fragment'],
  ...['/v1/transactions/%2e%2e/cards', '/v1/%E0%A4%A', '/v1/customers/%', '/v1/customers/%zz/x', '/v1/customers/%00'],
  ...['/_sandbox/nothing', 'http://evil.example/v1/cards'],
  ...['/docs/../../package.json', '/openapi.yml', `/v1/${'a/'.repeat(2_000)}`, `/v1/customers/${'9'.repeat(4_000)}`],
  ...['/v1/cards?page=1&page=2&per_page=-1', '/v1/cards?page=1e3&__proto__=1&constructor=2', '/v1/cards?%E0%A4%A=%'],
  `/v1/cards?${Array.from({ length: 1_500 }, (_, i) => `k${i}=1`).join('&')}`,
];
/** Headers that are not as they should be. */
const STRANGE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['text/plain', 'application/xml', 'application/json; charset=latin1', 'json', '', ';', '*/*'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  authorization: ['', 'Bearer', 'Bearer  ', 'Basic eDp5', 'bearer SECRET1', 'Bearer a b', 'Bearer é'],
  host: ['evil.example', 'localhost@evil.example', '', ':', '[', 'localhost.'],
  accept: [
    Array.from({ length: 1_000 }, (_, i) => `a/b${i}`).join(),
    'text/html',
    'a/b/c',
    'application/json;q=0',
    ',,',
  ],
  prefer: ['code=200', 'code=404', 'code=503', 'code=abc', 'example=pix', 'example=__proto__', 'dynamic=true', ';;'],
  'x-sandbox-fault': [
    'reset',
    'truncate',
    'status=503; retry-after=1',
    'latency=1; status=500',
    'status=999',
    ';',
    'stall=',
  ],
  'x-large': ['y'.repeat(24_000), 'y\r\nx: y\r\n'.repeat(300)],
};

const texts = fc.oneof(
  fc.string({ unit: character }),
  fc.constantFrom('__proto__', 'constructor', '\ud800', '\u202e\u2066x', '\\'.repeat(1_000), 'x'.repeat(70_000)),
);
/** Undefined leaves a field out. */
const values = fc.oneof(fc.jsonValue(), texts, fc.constantFrom(undefined, null, 1e308, Array(2_000).fill({})));

const usually = <Value>(usual: Value, strange: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: strange });

/** Returns texts that are not JSON, or JSON that no schema can describe. */
const strangeTexts = (text: string) =>
  fc.oneof(
    fc.nat(text.length).map((at) => text.slice(0, at)),
    fc
      .tuple(fc.nat(text.length), fc.constantFrom('}', ']', ',', ':', '"', '\\', '\u0000', '-'))
      .map(([at, more]) => text.slice(0, at) + more + text.slice(at)),
    fc.integer({ min: 195, max: 205 }).map((depth) => `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    fc.constantFrom(
      ...['', `\ufeff${text}`, '['.repeat(100_000), `${'{"customer":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      text.replace('{', '{"__proto__":{"amount":1},"constructor":{"prototype":{"x":1}},"amount":[],'),
      text.replace(/\d+/, '1e999'),
      `{"metadata":"${'x'.repeat(2 ** 20)}"}`,
    ),
  );

/** Returns the example with secrets. The numbers fail the Luhn check now and then, as real ones would. */
function marked({ request }: ExamplePair, number: number): object {
  return JSON.parse(JSON.stringify(request), (key, value: unknown) => {
    if (key === 'card_number') return `5502091${String(number).padStart(7, '0')}00`;
    if (key === 'card_cvv') return `SECRET${number}`;
    return key === 'credentials' ? { api_key: `SECRET${number}`, nested: `SECRET${number}` } : value;
  });
}

function bodies(pair: ExamplePair, number: number): fc.Arbitrary<string> {
  if (pair.request === undefined) return fc.constant('');
  const body = marked(pair, number);
  const text = JSON.stringify(body);
  const changed = fc
    .tuple(fc.constantFrom(...pathsOf(body)), values)
    .map(([place, value]) => JSON.stringify(withValueAt(body, place, value)) ?? '');
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(text, JSON.stringify(pair.request)) },
    { weight: 4, arbitrary: changed },
    fc.dictionary(texts, values).map((more) => JSON.stringify({ ...body, ...more })),
    fc.constant(JSON.stringify({ ...body, metadata: text, description: text })),
    // One character can change the name of a field, and the value of a renamed field is not a secret.
    strangeTexts(JSON.stringify(pair.request)),
  );
}

const requests: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom(...examplePairs), fc.nat(9_999_999))
  .chain(([pair, number]) => {
    const usual: Record<string, string> = {
      'content-type': 'application/json',
      authorization: `Bearer SECRET${number}`,
    };
    const strange = fc
      .constantFrom(...Object.entries(STRANGE_HEADERS))
      .chain(([name, all]) => fc.constantFrom(...all).map((value) => ({ ...usual, [name]: value })));
    const character = fc
      .tuple(fc.nat(pair.path.length - 1), fc.constantFrom('/', '%', '%2', '%20', '?', '.', 'é', ';'))
      .map(([at, more]) => pair.path.slice(0, at + 1) + more + pair.path.slice(at + 1));
    return fc.record({
      pair: fc.constant(pair),
      method: usually(
        pair.method,
        fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
      ),
      path: usually(pair.path, fc.oneof(fc.constantFrom(...STRANGE_PATHS), character)),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, strange),
      body: bodies(pair, number),
    });
  });

let stub: Stub;
const log: string[] = [];
beforeAll(async () => {
  stub = await startStub({ log: (request) => log.push(JSON.stringify(request), prettyLine(request)) });
});
afterAll(() => stub.close());

test(`handles ${REQUESTS} mutated requests as it should`, { timeout: 600_000 }, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const received = read(await send(bytesOf(request)));
      statuses.add(received?.status ?? 0);
      expect(mistakeIn(request, received)).toBeUndefined();
      expect(log.splice(0).filter((line) => MARKER.test(line))).toEqual([]);
    }),
    { numRuns: REQUESTS, seed: SEED },
  );
  expect(stub.requests.filter((request) => MARKER.test(JSON.stringify(request)))).toEqual([]);
  expect(stub.requests.length).toBeGreaterThan(Math.min(REQUESTS, 1_000) * 0.9);
  expect(stub.requests.length).toBeLessThanOrEqual(1_000);
  // The requests reach every outcome: accepted, refused for every reason, failed on demand.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 413, 415, 431, 503]));
});

interface Received {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Returns the mistake in a response; undefined if the response is allowed. */
function mistakeIn(request: FuzzRequest, received: Received | undefined): string | undefined {
  const { method, headers } = request;
  const { prefer, 'x-sandbox-fault': fault = '' } = headers;
  const asksForFailure = /^(reset|truncate)$|=50/.test(fault) || prefer === 'code=503';
  if (!received) return asksForFailure ? undefined : 'no response';
  const { status, head, body } = received;
  if (MARKER.test(head + body)) return 'a secret in the response';
  if (status >= 500 && !asksForFailure) return `status ${status}`;
  if (/\bat .*\.[jt]s:\d/.test(body)) return 'a stack trace';
  if (method === 'HEAD' || status === 204 || fault === 'truncate') return undefined;
  if (status >= 400) return isError(received) ? undefined : 'not the error shape';
  return prefer !== undefined || asksForFailure || status !== 200 ? undefined : unlikeContract(request, body);
}

function isError({ head, body }: Received): boolean {
  if (!/^content-type: application\/json/im.test(head)) return false;
  const { errors } = JSON.parse(body) as { errors: unknown };
  const lists = Array.isArray(errors) ? [errors] : Object.values(errors ?? {});
  return lists.length > 0 && lists.flat().every((error) => typeof error === 'string' && error !== '');
}

/** A response may repeat values of the request only where the contract allows it. */
function unlikeContract({ pair, method, path }: FuzzRequest, body: string): string | undefined {
  const operation = operations.find(({ operationId }) => operationId === pair.operationId);
  // Another path or method leads to other operations; those are found by the unchanged ones.
  if (!operation || method !== pair.method || path !== pair.path) return undefined;
  const violations = responseViolations(responseSchema(operation, '200'), JSON.parse(body));
  return violations.length > 0 ? `not as the contract says: ${violations.join('; ')}` : undefined;
}

function bytesOf({ method, path, headers, body }: FuzzRequest): string {
  const all = { host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends bytes that no HTTP client would send, and leaves it to the server to close the connection. */
function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(stub.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket).catch(() => '');
}

function read(response: string): Received | undefined {
  if (response === '') return undefined;
  const end = response.indexOf('\r\n\r\n');
  // A request that is refused and then breaks off gets a second response.
  const [body = ''] = response.slice(end + 4).split('HTTP/1.1 ', 1);
  return { status: Number(response.split(' ', 2)[1]), head: response.slice(0, end), body };
}
