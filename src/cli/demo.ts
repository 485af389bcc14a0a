import { stringAt } from '../contract/json.js';
import { defineCommand } from './command.js';
import { origin, print, REMOTE_OPTIONS, sandboxFetch } from './remote.js';

export const demo = defineCommand({
  details: 'Prints each request and its result. Retrieve the payment later with the same token.',
  options: { ...REMOTE_OPTIONS, token: { ...REMOTE_OPTIONS.token, default: 'any-token' } },
  examples: ['demo', 'demo --url http://127.0.0.1:4011'],
  async run({ values: { url, token, json } }) {
    const send = sandboxFetch({ url });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const steps: unknown[] = [];
    const call = async (method: string, path: string, body?: string): Promise<unknown> => {
      const response = await send(new Request(origin(url) + path, { method, headers, body: body ?? null }));
      const result: unknown = await response.json();
      steps.push(result);
      if (!json)
        print(`${[method, path, body].join(' ').trim()}\n  -> ${response.status} ${stringAt(result, 'status')}`);
      return result;
    };
    // Fails with advice if no sandbox is running.
    await send(new Request(`${origin(url)}/_sandbox/health`));
    const pix = { amount: 15990, payment_method: 'pix', async: true };
    const { id } = (await call('POST', '/v1/transactions', JSON.stringify(pix))) as { id: number };
    await call('POST', `/_sandbox/objects/${id}/pay`);
    await call('GET', `/v1/transactions/${id}`);
    print(json ? JSON.stringify(steps) : `Look at it: ${origin(url)}/_sandbox/#/transactions/${id}`);
    return 0;
  },
});
