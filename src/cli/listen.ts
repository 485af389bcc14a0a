import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseJson } from '../client/body.js';
import { printable } from '../codes/printable.js';
import { isObject, stringAt } from '../contract/json.js';
import { webAddress } from '../server/option-table.js';
import { defineCommand } from './command.js';
import { createReceiver } from './receiver.js';
import { callSandbox, print, REMOTE_OPTIONS, type Schemas } from './remote.js';

export const listen = defineCommand({
  details: `Prints what your receiver returned for each event. The receiver may be on a machine that the sandbox cannot
reach. The sandbox sends an event again if your receiver does not confirm it.`,
  options: {
    forwardTo: { ...webAddress({ mayHaveUser: true }), isRequired: true, help: 'the address of your receiver' },
    ...REMOTE_OPTIONS,
  },
  examples: ['listen --forward-to http://localhost:3000/hooks'],
  async run({ values }) {
    const { forwardTo: to, json: isJson } = values;
    const receiver = createReceiver(to);
    const server = createServer(async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const { isConfirmed, status } = await receiver.send(body);
      const account = request.headers['x-sandbox-account'];
      const parsed = parseJson(new TextEncoder().encode(body));
      const event = isObject(parsed) ? parsed : {};
      if (isJson) print(JSON.stringify({ ...event, ...(account && { account }), confirmed: isConfirmed, status }));
      else print(printable(`${lineOf(event)}${account ? ` of ${account}` : ''} -> ${receiver.name}: ${status}`));
      response.writeHead(isConfirmed ? 204 : 502).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const { port } = server.address() as AddressInfo;
    try {
      const address = { url: `http://127.0.0.1:${port}/` };
      const { id } = await callSandbox<Schemas['Receiver']>(values, 'POST', '/_sandbox/receivers', address);
      if (!isJson) print(`Events go to ${receiver.name}. Ctrl-C stops it.`);
      await stop;
      // The sandbox may have ended.
      await callSandbox(values, 'DELETE', `/_sandbox/receivers/${id}`).catch(() => {});
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return 0;
  },
});

function lineOf(event: Record<string, unknown>): string {
  const status = stringAt(event.payload, 'status');
  return [stringAt(event, 'event'), event.model_id, status].filter((part) => part !== undefined).join(' ');
}
