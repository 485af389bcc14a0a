import { examplesOf, operationsOf, resolve } from '../places.ts';
import type { CodeSample, Contract, Parameter, Place } from '../types.ts';

/** Puts TypeScript and curl beside every operation; forms beyond the first stand below its description. */
export function addCodeSamples(contract: Contract) {
  for (const place of operationsOf(contract)) {
    const [first, ...others] = codeSamplesOf(contract, place);
    if (!first) continue;
    place.operation['x-codeSamples'] = [
      { lang: 'TypeScript', label: 'TypeScript', source: first.typescript },
      { lang: 'curl', label: 'curl', source: first.curl },
    ];
    place.operation.description = `${place.operation.description ?? ''}\n\n${moreCode(others)}`.trim();
  }
}

/** One sample for each named request example, or a single one for an operation without a body. */
export function codeSamplesOf(contract: Contract, place: Place): CodeSample[] {
  const { operation } = place;
  const operationId = operation.operationId ?? place.path;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(contract, parameter));
  const examples = Object.entries(examplesOf(contract, operation.requestBody?.content));
  if (examples.length === 0) examples.push(['', { value: undefined }]);
  return examples.map(([name, { summary, value }]) => {
    const comment = name ? [name, summary].filter(Boolean).join(': ') : undefined;
    return {
      operationId,
      example: name,
      typescript: typescriptSample(place, baseUrl(contract), parameters, value, comment),
      curl: curlSample(place, baseUrl(contract), parameters, value, comment),
    };
  });
}

function typescriptSample(
  place: Place,
  base: string,
  parameters: Parameter[],
  body: unknown,
  comment?: string,
): string {
  const params: Record<string, Record<string, unknown>> = {};
  for (const { in: kind, name, example } of parameters) params[kind] = { ...params[kind], [name]: example };
  const options = {
    ...(parameters.length > 0 && { params }),
    ...(body !== undefined && { body }),
  };
  const argument = Object.keys(options).length > 0 ? `, ${literal(options)}` : '';
  return `import { createGatewayClient, unwrap } from 'payment-gateway-contract';

const client = createGatewayClient({
  baseUrl: ${quote(base)},
  accessToken: process.env.GATEWAY_TOKEN ?? '',
});

${comment ? `// ${comment}\n` : ''}const answer = await unwrap(
  client.${place.method}(${quote(place.path)}${argument}),
);
console.log(answer);
`;
}

function curlSample(place: Place, base: string, parameters: Parameter[], body: unknown, comment?: string): string {
  const lines = [
    `curl${place.method === 'GET' ? '' : ` -X ${place.method}`} ${shellQuote(base + address(place, parameters))}`,
  ];
  lines.push('-H "Authorization: Bearer $GATEWAY_TOKEN"');
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body, null, 2))}`);
  }
  return `${comment ? `# ${comment}\n` : ''}${lines.join(' \\\n  ')}\n`;
}

/** The path with its parameters filled in from their examples. */
function address({ path }: Place, parameters: Parameter[]): string {
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

function baseUrl(contract: Contract): string {
  const [server] = contract.servers;
  return (server?.url ?? '').replace(/\{(\w+)\}/g, (_, name) => server?.variables?.[name]?.default ?? '');
}

/** The samples of the other examples, folded: the page's own sample panel has room for one per language. */
function moreCode(samples: CodeSample[]): string {
  if (samples.length === 0) return '';
  const blocks = samples.map(
    ({ example, typescript, curl }) => `**${example}**\n\n\`\`\`ts\n${typescript}\`\`\`\n\n\`\`\`bash\n${curl}\`\`\``,
  );
  const names = samples.map(({ example }) => `<code>${example}</code>`).join(', ');
  return `<details class="code"><summary>Code for ${names}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** A value as TypeScript, in the style of this project. */
function literal(value: unknown, indent: string = '  '): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)}: ${literal(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const short = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (short.length + indent.length < 76 && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
