import { expectPayment } from './expect.js';
import { OpenAPI, TransactionsService } from './out/index.js';

OpenAPI.BASE = process.argv[2] ?? '';
OpenAPI.TOKEN = 'test';
expectPayment(
  await TransactionsService.createTransaction({ amount: 15990, payment_method: 'pix', async: false }),
  'waiting_payment',
);
