import { body, expectPayment } from './expect.js';
import { CreateTransactionRequest, Transaction } from './out/api.js';

const response = await fetch(`${process.argv[2]}/v1/transactions`, {
  method: 'POST',
  headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
  body: JSON.stringify(CreateTransactionRequest.parse({ ...body, async: false })),
});
expectPayment(Transaction.parse(await response.json()), 'waiting_payment');
