import { isObject } from '../../../src/contract/json.ts';
import { createRandom } from '../../../src/server/request/failures.ts';
import { type Story, stories } from '../stories.ts';

/** A request as raw bytes, and its allowed outcomes. */
export interface FuzzRequest {
  /** The mutation of the example, for the message of a failure. */
  kind: string;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Sent one after the other, with a pause in between. */
  chunks: Buffer[];
  pause: number;
  /** Whole bytes for a socket, in place of all of the above. */
  raw?: Buffer;
  /** The request asks for a response that is an error of the server, or for none. */
  asksForFailure: boolean;
  /** The request asks for a response that was made up and follows nothing. */
  isMadeUp: boolean;
}

/** Part of every secret in a request, so that one search finds them all. */
export const MARKER = /SECRET\d|5502091\d{7}/;

type Random = () => number;
type Mutation = (request: FuzzRequest, body: unknown, random: Random) => unknown;

const STRANGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066x',
  '💳👩‍👩‍👧‍👦',
  'ﷺ'.repeat(50),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '{{7*7}}',
  "' OR 1=1 --",
  'x'.repeat(70_000),
  '\\'.repeat(1_000),
  `${'\\'.repeat(61)}x`,
];
const STRANGE_VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  'text',
  ...STRANGE_TEXTS,
];
const STRANGE_PATHS = [
  '/',
  '//',
  '/v1',
  '/v1/',
  '/v2/transactions',
  '/v1/transactions//',
  '/v1/transactions/..',
  '/v1/transactions/%2e%2e/cards',
  '/v1/%E0%A4%A',
  '/v1/customers/%',
  '/v1/customers/%zz/x',
  '/v1/customers/%00',
  '/_mock/nothing',
  '/_mock/requests',
  'http://evil.example/_mock/requests',
  '/_mock/reset/x',
  '/docs/../../package.json',
  '/openapi.yml',
  `/v1/${'a/'.repeat(2_000)}`,
  `/v1/customers/${'9'.repeat(4_000)}`,
  `/${'%41'.repeat(1_000)}`,
  '/v1/cards?page=1&page=2&per_page=-1',
  '/v1/cards?page=1e3&__proto__=1&constructor=2',
  '/v1/cards?%E0%A4%A=%',
  `/v1/cards?${'a=1&'.repeat(1_000)}`,
  `/v1/cards?${Array.from({ length: 1_500 }, (_, i) => `k${i}=1`).join('&')}`,
  'http://other.example/v1/cards',
  '/v1/cards#fragment',
];
const RAW = [
  'hello\r\n\r\n',
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /v1/cards HTTP/1.1\r\nhost\r\n\r\n',
  'GET /v1/ca rds HTTP/1.1\r\n\r\n',
  'GET /v1/transactions/%E0%A4%A HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  'GET /v1/\u0001 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n3\r\n{}x\r\n0\r\n\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"card_number":',
  'OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  'CONNECT x:1 HTTP/1.1\r\n\r\n',
  'POST /v1/cards HTTP/1.1\r\nhost: localhost\r\nexpect: nothing\r\nconnection: close\r\n\r\n',
  'GET /v1/cards HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
];

/** Mutations of the body; each returns the body that is sent instead. */
const BODIES: Readonly<Record<string, Mutation>> = {
  'as it is': (_, body) => body,
  'another type': (_, body, random) => replaced(body, random, () => pick(STRANGE_VALUES, random)),
  'two other types': (_, body, random) =>
    replaced(
      replaced(body, random, () => pick(STRANGE_VALUES, random)),
      random,
      () => pick(STRANGE_VALUES, random),
    ),
  'a strange text': (_, body, random) => replaced(body, random, () => pick(STRANGE_TEXTS, random)),
  missing: (_, body, random) => without(body, random),
  extra: (_, body, random) =>
    isObject(body) ? { ...body, [pick(STRANGE_TEXTS, random)]: pick(STRANGE_VALUES, random) } : body,
  'many items': (_, body, random) =>
    isObject(body) ? { ...body, items: Array(500).fill(pick(STRANGE_VALUES.slice(0, 16), random)) } : body,
  'many wrong elements': (_, body, random) =>
    isObject(body)
      ? {
          ...body,
          customer: { documents: Array(2_000).fill(pick([0, {}, '', []], random)) },
          items: Array(300).fill(0),
        }
      : body,
  'many unknown fields': (_, body) =>
    isObject(body) ? { ...body, ...Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, i])) } : body,
  'no object': (_, __, random) => pick(STRANGE_VALUES, random),
  'secrets repeated in free text': (_, body) =>
    isObject(body) ? { ...body, metadata: JSON.stringify(body), description: JSON.stringify(body) } : body,
};

/** Mutations of the text that the body has become. */
const TEXTS: Readonly<Record<string, (text: string, random: Random) => string | Buffer>> = {
  'cut off': (text, random) => text.slice(0, Math.floor(random() * text.length)),
  'one character more': (text, random) => {
    const at = Math.floor(random() * text.length);
    return text.slice(0, at) + pick(['}', ']', ',', ':', '"', '\\', '\u0000', '-', 'e'], random) + text.slice(at);
  },
  'one character less': (text, random) => {
    const at = Math.floor(random() * text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
  'byte order mark': (text) => `\ufeff${text}`,
  'no UTF-8': (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff])]),
  'very deep': (_, random) => '['.repeat(1 + Math.floor(random() * 100_000)),
  'very deep and closed': () => `{"metadata":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  'about as deep as allowed': (_, random) => {
    const depth = 195 + Math.floor(random() * 10);
    return `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  },
  'very deep objects': () => `${'{"customer":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a number out of range': (text) => text.replace(/\d+/, '1e999'),
  'the same key twice': (text) => text.replace('{', '{"amount":"x","amount":[],'),
  'proto key': (text) => text.replace('{', '{"__proto__":{"amount":1},"constructor":{"prototype":{"x":1}},'),
  'other white space': (text) => text.replaceAll(',', ',\u00a0\u2028'),
};

/** Mutations of everything around the body. */
const AROUND: Readonly<Record<string, (request: FuzzRequest, random: Random) => void>> = {
  'content type': (request, random) => {
    const types = [
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/json; charset=latin1',
      'json',
      '',
      ';',
      '*/*',
    ];
    request.headers['content-type'] = pick(types, random);
  },
  'content encoding': (request, random) => {
    request.headers['content-encoding'] = pick(['gzip', 'br', 'identity', 'x'], random);
  },
  path: (request, random) => {
    request.path = pick(STRANGE_PATHS, random);
  },
  'path character': (request, random) => {
    const at = 1 + Math.floor(random() * request.path.length);
    request.path =
      request.path.slice(0, at) + pick(['/', '%', '%2', '%20', '?', '.', 'é', ';'], random) + request.path.slice(at);
  },
  method: (request, random) => {
    request.method = pick(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST'], random);
  },
  token: (request, random) => {
    const token = pick(['', 'Bearer', 'Bearer  ', 'Basic eDp5', 'bearer SECRET1', 'Bearer a b', 'Bearer é'], random);
    if (token === '') delete request.headers.authorization;
    else request.headers.authorization = token;
  },
  'many headers': (request, random) => {
    for (let i = 0; i < random() * 400; i++) request.headers[`x-${i}`] = 'y';
  },
  'large header': (request, random) => {
    request.headers['x-large'] = 'y'.repeat(random() * 24_000);
  },
  host: (request, random) => {
    request.headers.host = pick(['evil.example', 'localhost@evil.example', '', ':', '[', 'localhost.'], random);
    if (random() < 0.5) request.path = '/_mock/requests';
  },
  accept: (request, random) => {
    request.headers.accept = pick(
      [
        Array.from({ length: 1_000 }, (_, i) => `a/b${i}`).join(),
        'text/html',
        'a/b/c',
        ';;',
        'application/json;q=0',
        '*',
        'application/*',
        ',,,',
      ],
      random,
    );
  },
  prefer: (request, random) => {
    const prefer = pick(
      [
        'code=200',
        'code=404',
        'code=503',
        'code=abc',
        'code=101',
        'code=418',
        'example=pix',
        'example=',
        'example=__proto__',
        'dynamic=true',
        'dynamic=x',
        'seed=1',
        ';;',
        'a=b',
      ],
      random,
    );
    request.headers.prefer = prefer;
    request.isMadeUp = true;
    request.asksForFailure = prefer === 'code=503';
  },
  fault: (request, random) => {
    const fault = pick(
      [
        'reset',
        'truncate',
        'status=503; retry-after=1',
        'status=404',
        'latency=3',
        'latency=1; status=500',
        'status=999',
        'x',
        '',
        ';',
        'stall=',
        'retry-after=1',
      ],
      random,
    );
    request.headers['x-mock-fault'] = fault;
    request.asksForFailure = /^(reset|truncate)$|=50/.test(fault);
  },
  'chunked body': (request, random) => {
    request.chunks = pieces(Buffer.concat(request.chunks), 1 + Math.floor(random() * 6));
  },
  'slow body': (request, random) => {
    request.chunks = pieces(Buffer.concat(request.chunks), 1 + Math.floor(random() * 4));
    request.pause = 1 + random() * 5;
  },
  'too large': (request) => {
    request.chunks = [Buffer.from(`{"metadata":"${'x'.repeat(1024 * 1024)}"}`)];
  },
  'no body': (request) => {
    request.chunks = [];
  },
  raw: (request, random) => {
    request.raw = Buffer.from(pick(RAW, random), 'latin1');
  },
};

/** The request of a number: always the same for the same seed. */
export function fuzzRequest(seed: string, number: number): FuzzRequest {
  const random = createRandom(`${seed}-${number}`);
  const story = pick(stories, random);
  const request: FuzzRequest = {
    kind: '',
    operationId: story.operationId,
    method: story.method,
    path: story.path,
    headers: { authorization: `Bearer SECRET${number}` },
    chunks: [],
    pause: 0,
    asksForFailure: false,
    isMadeUp: false,
  };

  const kinds: string[] = [];
  if (story.request !== undefined) {
    const [kind, mutate] = pick(Object.entries(BODIES), random);
    const [textKind, change] = random() < 0.2 ? pick(Object.entries(TEXTS), random) : ['', (same: string) => same];
    kinds.push(kind, textKind);
    // One character can change the name of a field, and the value of a renamed field is not a secret.
    const example = textKind.startsWith('one character') ? story.request : marked(story, number);
    const text = JSON.stringify(mutate(request, example, random)) ?? '';
    request.chunks = [Buffer.from(change(text, random))];
    request.headers['content-type'] = 'application/json';
  }
  if (random() < 0.4) {
    const [kind, mutate] = pick(Object.entries(AROUND), random);
    // A megabyte each time would test the machine.
    if (kind !== 'too large' || random() < 0.1) {
      kinds.push(kind);
      mutate(request, random);
    }
  }
  request.kind = kinds.filter((kind) => kind !== '').join(', ');
  return request;
}

/** The example with secrets that no other request has. The numbers fail the Luhn check now and then, as real ones would. */
function marked({ request }: Story, number: number): unknown {
  return JSON.parse(JSON.stringify(request), (key, value: unknown) => {
    if (key === 'card_number') return number % 3 === 0 ? value : `5502091${String(number).padStart(7, '0')}00`;
    if (key === 'card_cvv') return `SECRET${number}`;
    if (key === 'credentials') return { api_key: `SECRET${number}`, nested: `SECRET${number}` };
    return value;
  });
}

/** Returns a copy in which one random value is replaced. */
function replaced(value: unknown, random: Random, by: () => unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.15) return by();
  const keys = Object.keys(value);
  const key = pick(keys, random);
  if (key === undefined) return by();
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const at = key as keyof typeof copy;
  copy[at] = replaced(copy[at], random, by) as never;
  return copy;
}

function without(value: unknown, random: Random): unknown {
  if (!isObject(value)) return value;
  const key = pick(Object.keys(value), random);
  const { [key]: gone, ...left } = value;
  return isObject(gone) && random() < 0.5 ? { ...left, [key]: without(gone, random) } : left;
}

function pieces(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.byteLength / count));
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

function pick<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)] as T; // never out of range, unless the list is empty
}
