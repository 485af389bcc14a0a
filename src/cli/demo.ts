import { stringAt } from '../contract/json.js';
import { defineCommand } from './command.js';
import { createRemote, print, REMOTE_OPTIONS } from './remote.js';

export const demo = defineCommand({
  details: 'Prints each request and its result. Retrieve the payment later with the same token.',
  options: { ...REMOTE_OPTIONS, token: { ...REMOTE_OPTIONS.token, default: 'any-token' } },
  examples: ['demo', 'demo --url http://127.0.0.1:4011'],
  async run({ values }) {
    const { url, token, json } = values;
    const steps: unknown[] = [];
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(url.replace(/\/+$/, '') + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const result: unknown = await response.json();
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(result)}`);
      steps.push(result);
      const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
      if (!json) print(`${method} ${path}${sent}\n  -> ${response.status} ${stringAt(result, 'status')}`);
      return result;
    };
    // Fails with advice if no sandbox is running.
    await createRemote(values).GET('/_sandbox/health');
    const { id } = (await call('POST', '/v1/transactions', {
      amount: 15990,
      payment_method: 'pix',
      async: true,
    })) as { id: number };
    await call('POST', `/_sandbox/objects/${id}/pay`);
    await call('GET', `/v1/transactions/${id}`);
    print(json ? JSON.stringify(steps) : `Look at it: ${url.replace(/\/+$/, '')}/_sandbox/#/transactions/${id}`);
    return 0;
  },
});
