import { expectPayment } from './expect.js';
import { createTransaction } from './out/api.js';

const headers = { authorization: 'Bearer test' };
const response = await createTransaction({ amount: 15990, payment_method: 'pix' }, { headers });
if (response.status !== 200) throw new Error(JSON.stringify(response.data));
expectPayment(response.data);
