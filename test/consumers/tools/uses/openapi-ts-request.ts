import axios from 'axios';
import { expectPayment } from './expect.js';
import { transactionsUsingPost } from './out/transactions.js';

axios.defaults.baseURL = process.argv[2];
const headers = { authorization: 'Bearer test' };
const response = await transactionsUsingPost({
  body: { amount: 15990, payment_method: 'pix', async: false },
  options: { headers },
});
expectPayment(response.data, 'waiting_payment');
