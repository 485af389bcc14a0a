import type { Example, OpenApi, ParameterObject } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { addressOf } from '../addresses.ts';

/** One request of the code samples, for all languages. */
export interface SampleRequest {
  method: string;
  /** The path of the contract, with its parameters in braces. */
  path: string;
  /** The address with everything filled in. */
  url: string;
  /** The address of the server alone. */
  base: string;
  parameters: ParameterObject[];
  /** Undefined for an operation without a body. */
  body: unknown;
  /** What the example is, in one line; empty for an operation without named examples. */
  comment: string;
}

/** One request for each named request example, by its name; a single one, without a name, for an operation without a body. */
export function requestsOf(contract: OpenApi, operation: Operation): Map<string, SampleRequest> {
  const { method, path, request } = operation;
  const parameters = operation.parameters.map(({ definition }) => definition);
  const examples: [name: string, Example][] = [...(request?.examples ?? [])];
  if (examples.length === 0) examples.push(['', { value: undefined }]);
  const base = addressOf(contract.servers[0]);
  const url = base + address(path, parameters);
  return new Map(
    examples.map(([name, { summary = '', value }]) => [
      name,
      { method, path, url, base, parameters, body: value, comment: summary },
    ]),
  );
}

/** The path with its parameters filled in from their examples. */
function address(path: string, parameters: ParameterObject[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      String(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example),
    ),
  );
  const query = new URLSearchParams(
    parameters.filter(({ in: kind }) => kind === 'query').map(({ name, example }) => [name, String(example)]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** How a language writes a value. */
export interface Syntax {
  list: [open: string, close: string];
  object: [open: string, close: string];
  /** What an object without members is, where the brackets alone would be an empty list. */
  emptyObject?: string;
  indent: string;
  string: (text: string) => string;
  /** The other ones: numbers, booleans, null. */
  plain: (value: unknown) => string;
  member: (name: string, value: string) => string;
}

/** The maximal length of a list or object on one line: the width of a panel. */
const WIDTH = 60;

/** Returns a value as code. `around` is the indentation of its first line. */
export function literal(value: unknown, syntax: Syntax, around = ''): string {
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value !== 'object' || value === null) return syntax.plain(value);
  const inner = around + syntax.indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, syntax, inner))
    : Object.entries(value).map(([name, item]) => syntax.member(name, literal(item, syntax, inner)));
  const [open, close] = isList ? syntax.list : syntax.object;
  if (parts.length === 0) return isList ? open + close : (syntax.emptyObject ?? open + close);
  const space = open === '{' && syntax.indent.length === 2 ? ' ' : '';
  const short = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (short.length + around.length < WIDTH && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${around}${close}`;
}

/** Quotes a string for JavaScript and PHP. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export function curlSample({ method, url, body, comment }: SampleRequest): string {
  const verb = method === 'GET' ? [] : [`-X ${method}`];
  const lines = [
    ['curl --fail-with-body', ...verb].join(' '),
    shellQuoted(url),
    '-H "Authorization: Bearer $PAYMENT_GATEWAY_TOKEN"',
  ];
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body, null, 2))}`);
  }
  return `${comment ? `# ${comment}\n` : ''}${lines.join(' \\\n  ')}\n`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const php: Syntax = {
  list: ['[', ']'],
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  indent: '    ',
  string: singleQuoted,
  plain: String,
  member: (name, value) => `${singleQuoted(name)} => ${value}`,
};

/** Uses PHP's streams, which need no installation. */
export function phpSample({ method, url, body, comment }: SampleRequest): string {
  const headers = ["'Authorization: Bearer ' . getenv('PAYMENT_GATEWAY_TOKEN'),"];
  if (body !== undefined) headers.push("'Content-Type: application/json',");
  const content = body === undefined ? '' : "    'content' => json_encode($body, JSON_THROW_ON_ERROR),\n";
  return `<?php
${comment ? `// ${comment}\n` : ''}${body === undefined ? '' : `$body = ${literal(body, php)};\n`}$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => [
${headers.map((header) => `        ${header}\n`).join('')}    ],
${content}    'timeout' => 30,
]]);
$response = file_get_contents(
    ${singleQuoted(url)},
    false,
    $context,
);
if ($response === false) {
    throw new RuntimeException('No usable response');
}
print_r(json_decode($response, true));
`;
}

const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

const python: Syntax = {
  list: ['[', ']'],
  object: ['{', '}'],
  indent: '    ',
  string: (text) => JSON.stringify(text),
  plain: (value) => words[String(value)] ?? String(value),
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
};

/** Uses the standard library, which needs no installation. */
export function pythonSample({ method, url, body, comment }: SampleRequest): string {
  const sent = body === undefined ? '' : '    data=json.dumps(body).encode(),\n';
  const type = body === undefined ? '' : '        "Content-Type": "application/json",\n';
  return `import json
import os
from urllib.request import Request, urlopen

token = os.environ["PAYMENT_GATEWAY_TOKEN"]
${comment ? `# ${comment}\n` : ''}${body === undefined ? '' : `body = ${literal(body, python)}\n`}request = Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={
        "Authorization": f"Bearer {token}",
${type}    },
${sent})
with urlopen(request, timeout=30) as response:
    print(json.load(response))
`;
}

const typescript: Syntax = {
  list: ['[', ']'],
  object: ['{', '}'],
  indent: '  ',
  // Control characters as JSON writes them.
  string: (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  plain: String,
  member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)}: ${value}`,
};

/** With this package's client. */
export function typescriptSample({ method, path, base, parameters, body, comment }: SampleRequest): string {
  const params: Record<string, Record<string, unknown>> = {};
  for (const { in: kind, name, example } of parameters) params[kind] = { ...params[kind], [name]: example };
  const options = { ...(parameters.length > 0 && { params }), ...(body !== undefined && { body }) };
  const argument = Object.keys(options).length > 0 ? `, ${literal(options, typescript, '  ')}` : '';
  return `import {
  createGatewayClient,
  unwrap,
} from 'payment-gateway-contract';

const client = createGatewayClient({
  baseUrl: ${singleQuoted(base)},
  accessToken: process.env.PAYMENT_GATEWAY_TOKEN ?? '',
});

${comment ? `// ${comment}\n` : ''}const result = await unwrap(
  client.${method}(${singleQuoted(path)}${argument}),
);
console.log(result);
`;
}

/** Code that calls one operation with one of its named examples. */
export interface CodeSample {
  operationId: string;
  /** Name of the request example; empty for an operation without a body. */
  example: string;
  /** By the name of the language. */
  code: Record<string, string>;
}

/** The languages of the code samples, in the order of their tabs. */
export const sampleLanguages: { lang: string; fence: string; write: (request: SampleRequest) => string }[] = [
  { lang: 'TypeScript', fence: 'ts', write: typescriptSample },
  { lang: 'curl', fence: 'bash', write: curlSample },
  { lang: 'PHP', fence: 'php', write: phpSample },
  { lang: 'Python', fence: 'python', write: pythonSample },
];

/** One sample for each named request example, or a single one for an operation without a body. */
export function codeSamplesOf(contract: OpenApi, operation: Operation): CodeSample[] {
  return [...requestsOf(contract, operation)].map(([example, request]) => ({
    operationId: operation.operationId,
    example,
    code: Object.fromEntries(sampleLanguages.map(({ lang, write }) => [lang, write(request)])),
  }));
}
