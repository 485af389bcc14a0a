import { body, expectPayment } from './expect.js';
import { zCreateTransactionRequest, zTransaction } from './out/zod.gen.js';

const response = await fetch(`${process.argv[2]}/v1/transactions`, {
  method: 'POST',
  headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
  body: JSON.stringify(zCreateTransactionRequest.parse(body)),
});
expectPayment(zTransaction.parse(await response.json()));
