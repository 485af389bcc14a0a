import { literal, type Syntax } from './literal.ts';
import type { SampleRequest } from './request.ts';

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
