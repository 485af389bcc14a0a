import assert from 'node:assert/strict';
import { once } from 'node:events';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { document } from './contract.js';
import { body, expectPayment } from './expect.js';

const example = document.components.examples['createTransaction.pix.response'].value;
const app = express();
app.use(express.json());
app.use(middleware({ apiSpec: document, validateRequests: true, validateResponses: true, validateSecurity: true }));
app.post('/v1/transactions', (_request, response) => response.json({ ...example, amount: 15990 }));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ message: error.message }));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const post = (sent) =>
  fetch(`http://127.0.0.1:${server.address().port}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
try {
  const taken = await post(body);
  const transaction = await taken.json();
  assert.equal(taken.status, 200, transaction.message);
  expectPayment(transaction);
  const refused = await post({ ...body, amount: 'much' });
  assert.equal(refused.status, 400);
  assert.match((await refused.json()).message, /amount/);
} finally {
  server.closeAllConnections();
  server.close();
}
