import { expectPayment } from './expect.js';
import { createTransaction, defaults } from './out/api.js';

defaults.headers = { authorization: 'Bearer test' };
const response = await createTransaction({ amount: 15990, payment_method: 'pix' });
if (response.status !== 200) throw new Error(JSON.stringify(response.data));
expectPayment(response.data);
