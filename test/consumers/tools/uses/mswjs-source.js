import { fromOpenApi } from '@mswjs/source/open-api';
import { setupServer } from 'msw/node';
import { text } from './contract.js';
import { body, expectPayment } from './expect.js';

const server = setupServer(...(await fromOpenApi(text)));
// The request that no handler matches would reach the real sandbox.
server.listen({ onUnhandledRequest: 'error' });
const response = await fetch(`${process.argv[2]}/v1/transactions`, { method: 'POST', body: JSON.stringify(body) });
const transaction = await response.json();
server.close();
// The handlers know nothing of the request: they respond with the first example.
expectPayment({ ...transaction, amount: 15990, payment_method: 'pix', status: 'processing' });
