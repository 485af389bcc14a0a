import { expectPayment } from './expect.js';
import { createTransaction } from './out/clients/createTransaction.js';

// Its client leaves the content type to its caller.
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
expectPayment(await createTransaction({ amount: 15990, payment_method: 'pix' }, { headers }));
