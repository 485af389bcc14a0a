import { literal, type Syntax, singleQuoted } from './literal.ts';
import type { SampleRequest } from './request.ts';

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
