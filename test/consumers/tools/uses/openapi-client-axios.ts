import { OpenAPIClientAxios } from 'openapi-client-axios';
import { document } from './contract.js';
import { expectPayment } from './expect.js';
import type { Client } from './out/client.js';

const api = new OpenAPIClientAxios({ definition: document, withServer: { url: process.argv[2] ?? '' } });
const client = await api.init<Client>();
const headers = { authorization: 'Bearer test' };
const response = await client.createTransaction(
  null,
  { amount: 15990, payment_method: 'pix', async: false },
  { headers },
);
expectPayment(response.data, 'waiting_payment');
