import { expectPayment } from './expect.js';
import { createApiClient } from './out/api.js';

const api = createApiClient(
  {
    fetch: ({ method, url, parameters }) =>
      fetch(url, {
        method,
        headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
        body: JSON.stringify(parameters?.body),
      }),
  },
  process.argv[2],
);
expectPayment(
  await api.post('/v1/transactions', { body: { amount: 15990, payment_method: 'pix', async: false } }),
  'waiting_payment',
);
