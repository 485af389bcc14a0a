import { readContract, readOperations } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { readPackageJson } from '../contract/package-files.js';
import { startMockServer } from '../mock/index.js';
import { LOG_FORMATS, type LogFormat } from '../server/journal/log.js';
import { choice, type Option } from '../server/option-table.js';
import { MOCK_OPTIONS } from '../server/options.js';
import { defineCommand } from './command.js';
import { serve } from './serve.js';

/** A terminal gets a line for each request. */
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
  return `
Mock of the ${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')} (package ${version})

  API       ${url}
${docs ? `  Docs      ${url}/docs/\n` : ''}  Contract  ${url}/openapi.yaml  ${url}/openapi.json  ${url}/openapi.portable.json

  ${evidenceLine(contract)}

  Try it:
  ${curl(url, token === undefined)}

Ctrl-C stops it.

`;
}

/** How many operations carry which level, as the contract says. */
export function evidenceLine(contract: Parameters<typeof readOperations>[0]): string {
  const levels = readOperations(contract).map(({ evidence }) => evidence.split(' ')[0]);
  const counts = ['documented', 'observed', 'assumed'].map(
    (level) => `${levels.filter((other) => other === level).length} ${level}`,
  );
  return `${levels.length} operations: ${counts.join(', ')} (each response carries its level: x-evidence)`;
}

/** A line to copy. A token that was given stays out of the terminal: the line reads it from the environment. */
function curl(url: string, takesAnyToken: boolean): string {
  const token = takesAnyToken ? 'any-token' : '$TOKEN';
  const body = '{"amount":15990,"payment_method":"pix"}';
  return `curl -s ${url}/v1/transactions -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${body}'`;
}
