// @ts-nocheck: a program of a shop, which has no types
// A shop as a program: `node shop.mjs charge|repair|orders naive|careful`. Its database is a file named after the token of the run.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token, FOLDER: folder = '.' } = process.env;
const [, , task, kind] = process.argv;
const file = join(folder, token);
const order = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const orders = () => JSON.stringify([{ order: 'order-1', paid: order.paid ?? 0 }]);
const save = (change) => {
  writeFileSync(file, JSON.stringify(Object.assign(order, change)));
  writeFileSync(`${file}.orders`, orders());
};
const reference_key = 'order-1-0000000000000001';
const card = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
};

// Not fetch: it compiles its parser on a second processor in each process, which costs as much as all else.
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request(url + path, { method, headers, agent: false });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  const { statusCode } = response;
  if (statusCode >= 400)
    throw Object.assign(new Error(`${method} ${path}: ${statusCode}`), statusCode < 500 && { refused: true });
  return JSON.parse(text);
}

const charge = (key) =>
  call('POST', '/v1/transactions', {
    ...{ amount: 15990, payment_method: 'credit_card', card, reference_key: key },
    metadata: JSON.stringify({ order: 'order-1' }),
  });

const look = async () => {
  const { data } = await call('GET', `/v1/transactions?reference_key=${reference_key}`);
  const found = data.find((one) => one.reference_key === reference_key);
  if (found) save({ paid: found.status === 'paid' ? found.paid_amount : 0 });
};

const tasks = {
  async charge() {
    if (kind === 'naive') {
      const { status } = await charge().catch(() => charge());
      return save({ paid: status === 'paid' ? 15990 : 0 });
    }
    // The repair job looks again if the gateway does not answer.
    if (order.note) return look().catch(() => {});
    // Fails if the other of two processes has written it.
    try {
      writeFileSync(file, JSON.stringify({ note: true }), { flag: 'wx' });
    } catch {
      return;
    }
    order.note = true;
    try {
      const { status } = await charge(reference_key);
      save({ paid: status === 'paid' ? 15990 : 0 });
    } catch (error) {
      if (error.refused) save({ note: false });
    }
  },
  repair: look,
  orders: () => console.log(orders()),
};
await tasks[task]();
