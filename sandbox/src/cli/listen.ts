import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { defineCommand } from 'payment-gateway-contract/internal/cli';
import { printable } from 'payment-gateway-contract/internal/codes';
import type { Handle } from 'payment-gateway-contract/internal/server';
import {
  createGuard,
  LARGEST_BODY,
  LISTEN_OPTIONS,
  listen as listenOn,
  parseTarget,
  readJsonBody,
  refuse,
  type WireResponse,
} from 'payment-gateway-contract/internal/server';
import { isObject, stringAt, textOf, webAddress } from 'payment-gateway-contract/internal/util';
import { createReceiver } from './event-receiver.js';
import { callSandbox, print, printJson, REMOTE_OPTIONS, type Schemas } from './remote.js';

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
    // Requests are forwarded with the credentials of the receiver, so only the sandbox gets the address.
    const path = `/${randomUUID()}`;
    const handle = forwardEvents(path, async (body, event, account) => {
      const { isConfirmed, status } = await receiver.send(body);
      if (isJson) printJson({ ...event, ...(account && { account }), confirmed: isConfirmed, status });
      else print(printable(`${lineOf(event)}${account ? ` of ${account}` : ''} -> ${receiver.name}: ${status}`));
      return { status: isConfirmed ? 204 : 502, headers: {} };
    });
    const requestTimeout = LISTEN_OPTIONS.requestTimeout.default;
    const server = await listenOn(handle, { port: 0, host: '127.0.0.1', requestTimeout });
    const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    try {
      const address = { url: `${server.url}${path}` };
      const { id } = await callSandbox<Schemas['Receiver']>(values, 'POST', '/_sandbox/receivers', address);
      if (!isJson) print(`Events go to ${receiver.name}. Ctrl-C stops it.`);
      await stop;
      // The sandbox may have ended.
      await callSandbox(values, 'DELETE', `/_sandbox/receivers/${id}`).catch(() => {});
    } finally {
      // A receiver that hangs must not delay the end.
      receiver.close();
      await server.close();
    }
    return 0;
  },
});

type Forward = (body: string, event: Record<string, unknown>, account: string | undefined) => Promise<WireResponse>;

/** Returns a handler that forwards the events posted to a path, and refuses every other request. */
function forwardEvents(path: string, forward: Forward): Handle {
  const guard = createGuard({ hosts: [] });
  return async ({ method, target, headers, readBody }) => {
    const { authority, path: asked } = parseTarget(target);
    const refused = guard('control', { method, authority, headers });
    if (refused) return refused;
    if (asked !== path) return refuse(404, 'path: is not the address that this command gave to the sandbox');
    if (method !== 'POST') return refuse(405, 'method: must be POST', { allow: 'POST' });
    const bytes = await readBody();
    if (bytes === undefined) return refuse(413, `body: must be at most ${LARGEST_BODY} bytes`);
    const body = readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
    if ('problem' in body) return refuse(body.status, body.problem);
    if (!isObject(body.value)) return refuse(400, 'body: must be an event');
    return forward(body.text, body.value, headers['x-sandbox-account']);
  };
}

function lineOf(event: Record<string, unknown>): string {
  const status = stringAt(event.payload, 'status');
  return [stringAt(event, 'event'), textOf(event.model_id), status].filter(Boolean).join(' ');
}
