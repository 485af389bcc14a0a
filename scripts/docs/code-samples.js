// @ts-check
/** @import { CodeSample, Contract, Parameter, Place } from './types.ts' */
import { examplesOf, operationsOf, resolve } from './places.js';

/**
 * Puts TypeScript and curl beside every operation; forms beyond the first stand below its description.
 *
 * @param {Contract} contract
 */
export function addCodeSamples(contract) {
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

/**
 * One sample for each named request example, or a single one for an operation without a body.
 *
 * @param {Contract} contract
 * @param {Place} place
 * @returns {CodeSample[]}
 */
export function codeSamplesOf(contract, place) {
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

/**
 * @param {Place} place
 * @param {string} base
 * @param {Parameter[]} parameters
 * @param {unknown} body
 * @param {string} [comment]
 * @returns {string}
 */
function typescriptSample(place, base, parameters, body, comment) {
  /** @type {Record<string, Record<string, unknown>>} */
  const params = {};
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

/**
 * @param {Place} place
 * @param {string} base
 * @param {Parameter[]} parameters
 * @param {unknown} body
 * @param {string} [comment]
 * @returns {string}
 */
function curlSample(place, base, parameters, body, comment) {
  const lines = [
    `curl${place.method === 'GET' ? '' : ` -X ${place.method}`} ${shellQuote(base + address(place, parameters))}`,
  ];
  lines.push('-H "Authorization: Bearer $GATEWAY_TOKEN"');
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body, null, 2))}`);
  }
  return `${comment ? `# ${comment}\n` : ''}${lines.join(' \\\n  ')}\n`;
}

/**
 * The path with its parameters filled in from their examples.
 *
 * @param {Place} place
 * @param {Parameter[]} parameters
 * @returns {string}
 */
function address({ path }, parameters) {
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

/**
 * @param {Contract} contract
 * @returns {string}
 */
function baseUrl(contract) {
  const [server] = contract.servers;
  return (server?.url ?? '').replace(/\{(\w+)\}/g, (_, name) => server?.variables?.[name]?.default ?? '');
}

/**
 * The samples of the other examples, folded: the page's own sample panel has room for one per language.
 *
 * @param {CodeSample[]} samples
 * @returns {string}
 */
function moreCode(samples) {
  if (samples.length === 0) return '';
  const blocks = samples.map(
    ({ example, typescript, curl }) => `**${example}**\n\n\`\`\`ts\n${typescript}\`\`\`\n\n\`\`\`bash\n${curl}\`\`\``,
  );
  const names = samples.map(({ example }) => `<code>${example}</code>`).join(', ');
  return `<details class="code"><summary>Code for ${names}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/**
 * A value as TypeScript, in the style of this project.
 *
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
function literal(value, indent = '  ') {
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

/**
 * @param {string} text
 * @returns {string}
 */
function quote(text) {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function shellQuote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
