import { defineCommand } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { flag, stringAt } from 'payment-gateway-core/util';
import { waitForBuyer } from './demo-wait.js';
import { QR_COLUMNS } from './qr-lines.js';
import { callSandbox, origin, printJson, printLines, REMOTE_OPTIONS } from './remote.js';

export const demo = defineCommand({
  details: 'Prints each request and its result. Retrieve the payment later with the same token.',
  options: {
    wait: { ...flag, help: 'creates a payment link, waits for you to pay it, and prints the event that arrived' },
    ...REMOTE_OPTIONS,
    token: { ...REMOTE_OPTIONS.token, default: 'any-token' },
  },
  notes: `With --wait, a terminal of ${QR_COLUMNS} columns shows the QR code of the link. A phone can open it if the sandbox started with --host 0.0.0.0
and --url has an address that the phone reaches.`,
  examples: ['demo', 'demo --wait', 'demo --url http://127.0.0.1:4011'],
  async run({ values }) {
    const { url, json, wait } = values;
    if (wait) return waitForBuyer(values);
    const steps: unknown[] = [];
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const result = await callSandbox(values, method, path, body);
      steps.push(result);
      const request = [method, path, body && JSON.stringify(body)].filter(Boolean).join(' ');
      if (!json) printLines(`${request}\n  -> ${printable(`${stringAt(result, 'status')}`)}`);
      return result;
    };
    // Fails with advice if no sandbox is running.
    await callSandbox(values, 'GET', '/_sandbox/health');
    const pix = { amount: 15990, payment_method: 'pix', async: true };
    const { id } = (await call('POST', '/v1/transactions', pix)) as { id: number };
    await call('POST', `/_sandbox/objects/${id}/pay`);
    await call('GET', `/v1/transactions/${id}`);
    if (json) printJson(steps);
    else printLines(printable(`Look at it: ${origin(url)}/_sandbox/#/transactions/${id}`));
    return 0;
  },
});
