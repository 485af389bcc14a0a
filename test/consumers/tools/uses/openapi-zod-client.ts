import { expectPayment } from './expect.js';
import { createApiClient } from './out/api.js';

const headers = { authorization: 'Bearer test' };
const api = createApiClient(process.argv[2] ?? '');
expectPayment(await api.post('/v1/transactions', { amount: 15990, payment_method: 'pix' }, { headers }));
