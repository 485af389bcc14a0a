import { readContract } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { readPackageJson } from '../contract/package-files.js';
import { startMockServer } from '../mock/index.js';
import { LOG_FORMATS, type LogFormat } from '../server/journal/log.js';
import { choice, type Option } from '../server/option-table.js';
import { MOCK_OPTIONS } from '../server/options.js';
import { defineCommand } from './command.js';
import { serve } from './serve.js';

/** On a terminal, the mock prints a line for each request. */
export const LOG = {
  ...choice(LOG_FORMATS),
  default: 'pretty',
  value: '<format>',
  help: `how to log requests: ${LOG_FORMATS.join(', ')}`,
} as const satisfies Option;

export const mock = defineCommand({
  details: 'Responses come from the examples of the contract. The mock keeps no state.',
  options: { ...MOCK_OPTIONS, log: LOG },
  notes: `A request can ask for a response (Prefer: code=404 | example=pix | dynamic=true) and for a fault
(x-mock-fault: reset | stall | truncate | 503; retry-after=2 | latency=250).`,
  examples: ['mock', 'mock --port 4010 --strict --docs'],
  async run({ values, given }) {
    const server = await startMockServer({ ...given, log: values.log });
    return serve(server, { host: values.host, name: 'mock', greeting: greeting(server.url, values) });
  },
});

function greeting(
  url: string,
  { log, docs, token }: { log: LogFormat; docs: boolean; token: string | undefined },
): string {
  if (log === 'json') return `${JSON.stringify({ time: new Date().toISOString(), ready: url })}\n`;
  if (log === 'silent') return `${url}\n`;
  const contract = readContract();
  const { version } = readPackageJson('package.json');
  return `Mock of the ${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')} (package ${version})
API ${url}  Contract ${url}/openapi.yaml${docs ? `\nDocs ${url}/docs/` : ''}
Ctrl-C stops it. Try it in another terminal:

${curl(url, token === undefined)}

`;
}

/** Returns a command to copy. It reads a given token from the environment, so that the terminal does not show it. */
const curl = (url: string, takesAnyToken: boolean): string =>
  `  curl ${url}/v1/customers -H "Authorization: Bearer ${takesAnyToken ? 'any-token' : '$TOKEN'}"`;
