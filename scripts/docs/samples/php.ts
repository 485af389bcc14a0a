import { literal, type Syntax, singleQuoted } from './literal.ts';
import type { SampleRequest } from './request.ts';

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
