import { startMockServer } from '../mock/index.js';
import { LISTEN_OPTIONS } from '../server/index.js';
import { defineCommand } from './command.js';
import { COMMAND, COMMAND_NOTES, runWithServer, WITH_COMMAND } from './run-with-server.js';
import { LOG, serve } from './serve.js';

export const mock = defineCommand({
  details: 'Responses come from the examples of the contract. The mock keeps no state.',
  argument: COMMAND,
  options: { ...LISTEN_OPTIONS, log: LOG },
  notes: `A request can ask for a response (Prefer: code=404 | example=pix) and for a fault
(x-sandbox-fault: reset | stall | truncate | 503; retry-after=2 | latency=250).
Prefer: dynamic=true needs two packages of Prism; the response without them names both.

${COMMAND_NOTES}`,
  examples: ['mock', 'mock --port 4010 --strict --docs', 'mock --strict -- npm test'],
  async run({ values, given, argument: command }) {
    if (command.length > 0) {
      return runWithServer(await startMockServer({ ...WITH_COMMAND, ...given }), command, values.token);
    }
    const server = await startMockServer({ ...given, log: values.log });
    const { url } = server;
    // Reads a given token from the environment, so that the terminal does not show it.
    const token = values.token === undefined ? 'any-token' : '$TOKEN';
    const example = `curl ${url}/v1/customers -H "Authorization: Bearer ${token}"`;
    return serve(server, values, { name: 'Mock', link: `Contract ${url}/openapi.yaml`, example });
  },
});
