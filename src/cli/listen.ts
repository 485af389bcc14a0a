import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { printable } from '../codes/printable.js';
import { isObject, stringAt } from '../contract/json.js';
import { type Options, optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { createReceiver } from './receiver.js';
import { print, printJson, REMOTE_OPTIONS, readRemote } from './remote.js';

const OPTIONS: Options = {
  'forward-to': { type: 'string', value: '<url>', help: 'the address of your receiver' },
  ...REMOTE_OPTIONS,
};

/** Milliseconds: as long as the sandbox itself waits for a receiver. */
const TIMEOUT = 10_000;

export const listen: Command = {
  help: `payment-gateway listen --forward-to <url> [options]

Receives the events of a running sandbox, hands each on to a receiver, and prints what it returned. The
receiver may be on a machine that the sandbox does not send to; what it does not confirm is sent again.

${optionLines(OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, OPTIONS);
    read.noMore(read.positionals, 'listen takes no argument');
    const to = read.string('forward-to') ?? '';
    if (!/^https?:\/\/\S+$/.test(to) || !URL.canParse(to)) {
      read.wrong('--forward-to must be an address that begins with http:// or https://');
    }
    const remote = readRemote(read);
    const isJson = read.flag('json');
    read.done();

    const receiver = createReceiver(to, TIMEOUT);
    const server = createServer(async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const { isConfirmed, status } = await receiver.send(body);
      if (isJson) printJson({ ...eventOf(body), confirmed: isConfirmed, status });
      else print(printable(`${lineOf(body)} -> ${receiver.name}: ${status}`));
      response.writeHead(isConfirmed ? 204 : 502).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const { port } = server.address() as AddressInfo;
    try {
      const { id } = await remote.ask('POST', 'receivers', { url: `http://127.0.0.1:${port}/` });
      if (!isJson) print(`Events go to ${receiver.name}. Ctrl-C stops it.`);
      await stop;
      // The sandbox may be gone already.
      await remote.ask('DELETE', `receivers/${id}`).catch(() => {});
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return 0;
  },
};

function eventOf(body: string): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(body);
    return isObject(event) ? event : {};
  } catch {
    return {};
  }
}

function lineOf(body: string): string {
  const event = eventOf(body);
  const status = stringAt(event.payload, 'status');
  return [stringAt(event, 'event'), event.model_id, status].filter((part) => part !== undefined).join(' ');
}
