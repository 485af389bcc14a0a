import { expectPayment } from './expect.js';
import { client } from './out/client.gen.js';
import { createTransaction } from './out/sdk.gen.js';

client.setConfig({ auth: 'test', throwOnError: true });
const { data } = await createTransaction({ body: { amount: 15990, payment_method: 'pix' } });
expectPayment(data);
