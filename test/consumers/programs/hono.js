// @ts-nocheck recipes.ts installs hono when it runs, so the compiler cannot find it here.
/** The sandbox as a route of a Hono app, for a preview without a gateway. A route handler of Next.js takes the same line. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Hono } from 'hono';
import { createSandboxFetch } from '../../../sandbox/src/index.ts';
import { createGatewayClient, unwrap } from '../../../src/index.ts';

const sandbox = createSandboxFetch({ strict: true, clock: 'manual' });
after(() => sandbox.close());

const app = new Hono();
app.all('/v1/*', (context) => sandbox(context.req.raw));

// Next.js, app/v1/[...path]/route.js:
// export { handler as GET, handler as POST, handler as PUT, handler as DELETE };
const handler = (request) => sandbox(request);

for (const [name, fetch] of [
  ['Hono', (input, init) => app.request(input, init)],
  ['Next.js', (input, init) => handler(new Request(input, init))],
]) {
  test(`a shop pays through a route of ${name}`, async () => {
    const client = createGatewayClient({ baseUrl: 'http://shop.example', accessToken: 'any-token', fetch });
    const { id } = await unwrap(
      client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
    );
    await sandbox.pay(id);
    const { status } = await unwrap(client.GET('/v1/transactions/{id}', { params: { path: { id } } }));
    assert.equal(status, 'paid');
  });
}
