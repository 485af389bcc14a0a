import { expectPayment } from './expect.js';
import { Api } from './out/api.js';

const api = new Api({
  baseUrl: process.argv[2],
  securityWorker: () => ({ headers: { authorization: 'Bearer test' } }),
});
api.setSecurityData({});
const { data } = await api.v1.createTransaction(
  { amount: 15990, payment_method: 'pix', async: false },
  { format: 'json' },
);
expectPayment(data, 'waiting_payment');
