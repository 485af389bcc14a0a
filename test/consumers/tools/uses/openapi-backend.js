import assert from 'node:assert/strict';
import { OpenAPIBackend } from 'openapi-backend';
import { document } from './contract.js';
import { body, expectPayment } from './expect.js';

const backend = new OpenAPIBackend({ definition: document, quick: true, ajvOpts: { strict: false } });
backend.register({
  createTransaction: (context) =>
    context.api.mockResponseForOperation(context.operation.operationId, { example: 'pix' }).mock,
  validationFail: (context) => ({ refused: context.validation.errors }),
  unauthorizedHandler: () => ({ refused: 'unauthorized' }),
});
backend.registerSecurityHandler('bearerAuth', (context) => context.request.headers.authorization === 'Bearer test');
await backend.init();
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
const post = (sent) => backend.handleRequest({ method: 'POST', path: '/v1/transactions', headers, body: sent });
expectPayment(await post(body));
assert.match(JSON.stringify(await post({ ...body, amount: 'much' })), /"refused".*amount/);
