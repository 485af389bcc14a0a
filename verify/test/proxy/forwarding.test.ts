import { expect, test } from 'vitest';
import { proxyTo, rawClient, rawTarget, sendThrough, sendTo } from './raw-server.ts';

const REQUEST = 'GET /v1/plans HTTP/1.1\r\nHost: shop\r\nX-Odd:  a\r\nx-odd: b\r\nAUTHORIZATION: Bearer t\r\n\r\n';
const RESPONSE =
  'HTTP/1.1 200 Fine\r\nX-b: 1\r\nx-A: 2\r\nX-b: 3\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/** Returns a request as a target without TLS gets it. */
const forwarded = (request: string, host: string) =>
  request.replace(/Host: \w+/, `Host: ${host}`).replace(/\r\n$/, 'x-payment-gateway-proxy: 1\r\n\r\n');

test('names, order and repetitions of headers stay, and only Host changes [S54]', async () => {
  await using passage = await sendThrough(REQUEST);
  const { target, shop, gateway } = passage;
  gateway.socket.write(RESPONSE);
  await shop.until('{}');
  expect(gateway.received()).toBe(forwarded(REQUEST, target.host));
  expect(shop.received()).toBe(RESPONSE);
  shop.socket.end();
  expect(await gateway.ended).toBe('end');
  gateway.socket.end();
  expect(await shop.ended).toBe('end');
  expect(await passage.judged()).toEqual(['GET /v1/plans 200']);
});

test.each([
  ['a length', 'Content-Length: 9\r\n\r\n{"a":', '"b"}'],
  ['chunks', 'Transfer-Encoding: chunked\r\n\r\n5;x=1\r\n{"a":\r\n', '5\r\n"b"} \r\n0\r\nX-Trailer: 1\r\n\r\n'],
])('each piece of a body with %s passes before the next one [S54]', async (_, first, second) => {
  await using passage = await sendThrough(
    `POST /v1/plans HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${first}`,
  );
  const { shop, gateway } = passage;
  await gateway.until('{"a":');
  shop.socket.write(second);
  await gateway.until(second);
  gateway.socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${first}`);
  await shop.until('{"a":');
  gateway.socket.write(second);
  await shop.until(second);
  expect(await passage.judged()).toEqual(['POST /v1/plans 200']);
});

test('exchanges of one connection use one connection, also in a pipeline', async () => {
  await using passage = await sendThrough(
    'HEAD /v1/plans HTTP/1.1\r\nHost: x\r\n\r\nDELETE /v1/plans/1 HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/prices HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  const { target, shop, gateway } = passage;
  await gateway.until('/v1/prices HTTP/1.1\r\nHost: ');
  gateway.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n${RESPONSE}`);
  await shop.until('{}');
  expect(await passage.judged()).toEqual(['HEAD /v1/plans 200', 'DELETE /v1/plans/1 204', 'GET /v1/prices 200']);
  expect(gateway.received().match(/Host: .*/g)).toEqual(Array(3).fill(`Host: ${target.host}`));
  expect(target.connections).toHaveLength(1);
});

test('an interim response and Expect pass, and the final response is judged', async () => {
  await using passage = await sendThrough(
    'POST /v1/plans HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  );
  const { shop, gateway } = passage;
  gateway.socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
  await shop.until('103 Early');
  shop.socket.write('{}');
  await gateway.until('{}');
  gateway.socket.write(RESPONSE);
  await shop.until('200 Fine');
  expect(await passage.judged()).toEqual(['POST /v1/plans 200']);
});

test('a response may come before the end of its request', async () => {
  await using passage = await sendThrough('POST /v1/plans HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{');
  const { shop, gateway } = passage;
  await gateway.until('\r\n\r\n{');
  gateway.socket.write(RESPONSE);
  await shop.until('200 Fine');
  shop.socket.write('}');
  await gateway.until('{}');
  expect(await passage.judged()).toEqual(['POST /v1/plans 200']);
});

test('a target with HTTP/1.0 ends a body with the connection', async () => {
  await using passage = await sendThrough('GET /v1/plans HTTP/1.0\r\nHost: x\r\n\r\n');
  const { shop, gateway } = passage;
  gateway.socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"data":[]}');
  expect(await shop.ended).toBe('end');
  expect(shop.received()).toBe('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"data":[]}');
  expect(await passage.judged()).toEqual(['GET /v1/plans 200']);
});

test('after an upgrade, bytes pass in both directions', async () => {
  await using passage = await sendThrough(
    'GET /v1/events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n',
  );
  const { proxy, shop, gateway } = passage;
  gateway.socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
  await shop.until('hello');
  shop.socket.write('GET / HTTP/1.1\r\nHost: kept\r\n\r\n');
  await gateway.until('Host: kept');
  expect(proxy.judged).toEqual([]);
});

test.each(['shop', 'gateway'] as const)('a reset by the %s is a reset on the other side', async (who) => {
  await using passage = await sendThrough('POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  const { target, proxy, shop, gateway } = passage;
  await gateway.until('\r\n\r\n{');
  const [from, to] = who === 'shop' ? [shop, gateway] : [gateway, shop];
  from.socket.resetAndDestroy();
  expect(await to.ended).toBe('ECONNRESET');
  const { notes } = await proxy.report();
  expect(notes).toEqual(['Exchanges without a complete response, not judged: 1.']);
  expect(gateway.received().match(/POST/g)).toHaveLength(1);
  expect(target.connections).toHaveLength(1);
});

test('a cut response is cut for the shop, and is not judged', async () => {
  await using passage = await sendThrough(REQUEST);
  const { shop, gateway } = passage;
  gateway.socket.end(RESPONSE.slice(0, -1));
  expect(await shop.ended).toBe('end');
  expect(shop.received()).toBe(RESPONSE.slice(0, -1));
  shop.socket.end();
  await gateway.ended;
  expect(await passage.judged()).toEqual([]);
});

test('a target that is down resets the connection, and the proxy reports it once', async () => {
  await using target = await rawTarget();
  await target[Symbol.asyncDispose]();
  await using proxy = await proxyTo(target.url);
  for (let time = 0; time < 2; time++) {
    const shop = rawClient(proxy.port);
    shop.socket.write(REQUEST);
    expect(await shop.ended).toBe('ECONNRESET');
  }
  expect(new Set(proxy.said)).toEqual(new Set(['the target cannot be reached: ECONNREFUSED']));
});

test('broken chunks pass, and end the judging of their connection only', async () => {
  await using passage = await sendThrough(REQUEST);
  const { target, proxy, shop, gateway } = passage;
  gateway.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n');
  await shop.until('no size');
  shop.socket.write(REQUEST);
  await gateway.until(`proxy: 1\r\n\r\nGET /v1/plans HTTP/1.1\r\nHost: ${target.host}`);
  gateway.socket.write(RESPONSE);
  await shop.until('200 Fine');

  const other = rawClient(proxy.port);
  other.socket.write(REQUEST);
  const second = await target.connection(1);
  second.socket.write(RESPONSE);
  await other.until('200 Fine');
  expect(await passage.judged()).toEqual(['GET /v1/plans 200']);
});

test.each(['GET http://elsewhere.example/v1/plans HTTP/1.1', 'CONNECT elsewhere.example:443 HTTP/1.1'])(
  'a request for another server goes nowhere: %s [S54, S56]',
  async (line) => {
    await using passage = await sendTo(`${line}\r\nHost: elsewhere.example\r\n\r\n`);
    const { target, proxy, shop } = passage;
    expect(await shop.ended).toBe('ECONNRESET');
    expect(proxy.said).toEqual([expect.stringContaining('names another server')]);
    expect(target.connections).toEqual([]);
  },
);

test.each([
  ['a Host that a web page can own', 'Host: shop.example', /^host: /],
  ['no Host', 'X-Other: 1', /^host: /],
  ['two of Host', 'Host: x\r\nHost: shop.example', /^host: /],
  ['a foreign Origin', 'Host: 127.0.0.1\r\nOrigin: https://shop.example', /^origin: /],
  ['a foreign page', 'Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site', /^origin: /],
  ['another proxy on its way', 'Host: 127.0.0.1\r\nX-Payment-Gateway-Proxy: 1', /^--target: another proxy /],
])('a request with %s gets 403, and nothing reaches the target [S23, S24, S56]', async (_, headers, reason) => {
  await using passage = await sendTo(`GET /_sandbox/snapshot HTTP/1.1\r\n${headers}\r\n\r\n`);
  const { target, proxy, shop } = passage;
  expect(await shop.ended).toBe('end');
  expect(shop.received()).toMatch(/^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/s);
  expect(JSON.parse(shop.received().split('\r\n\r\n')[1] ?? '').errors[0]).toMatch(reason);
  expect(proxy.said).toEqual([expect.stringMatching(/^a request was refused: /)]);
  expect(target.connections).toEqual([]);
});

test('a foreign request on a connection that is in use goes nowhere, and what came before passes', async () => {
  await using passage = await sendThrough(REQUEST);
  const { proxy, shop, gateway } = passage;
  gateway.socket.write(RESPONSE);
  await shop.until('{}');
  shop.socket.write(REQUEST.replace('shop', 'shop.example'));
  expect(await shop.ended).toBe('end');
  expect(shop.received()).toContain('HTTP/1.1 403 ');
  expect(await gateway.ended).toBe('end');
  expect(gateway.received().match(/GET/g)).toHaveLength(1);
  expect(proxy.said).toHaveLength(1);
});

test('a foreign request behind one without a response ends the connection, and goes nowhere', async () => {
  await using passage = await sendThrough(REQUEST);
  const { shop, gateway } = passage;
  shop.socket.write(REQUEST.replace('shop', 'shop.example'));
  expect(await shop.ended).toBe('ECONNRESET');
  await gateway.ended;
  expect(gateway.received().match(/GET/g)).toHaveLength(1);
});

test('the names of --allow-host pass', async () => {
  const request = 'GET / HTTP/1.1\r\nHost: shop.example:4012\r\n\r\n';
  await using passage = await sendTo(request, { allowHosts: ['shop.example'] });
  await (await passage.target.connection()).until(`Host: ${passage.target.host}\r\n`);
  // The proxy would wait for the response.
  passage.shop.socket.resetAndDestroy();
});

test('a proxy does not forward to another proxy', async () => {
  await using target = await rawTarget();
  await using second = await proxyTo(target.url);
  await using first = await proxyTo(second.url);
  const shop = rawClient(first.port);
  shop.socket.write(REQUEST);
  await shop.until('another proxy sent this request');
  expect(second.said).toHaveLength(1);
  expect(target.connections).toEqual([]);
});

test('bytes that are no request reach no target', async () => {
  await using passage = await sendTo('\0GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  expect(await passage.shop.ended).toBe('ECONNRESET');
  expect(passage.target.connections).toEqual([]);
});

test('a redirect passes, and the proxy does not follow it [S54]', async () => {
  await using elsewhere = await rawTarget();
  await using passage = await sendThrough(REQUEST);
  const { target, shop, gateway } = passage;
  const redirect = `HTTP/1.1 307 Moved\r\nLocation: ${elsewhere.url}/v1/plans\r\nContent-Length: 0\r\n\r\n`;
  gateway.socket.write(redirect);
  await shop.until(redirect);
  expect(await passage.judged()).toEqual(['GET /v1/plans 307']);
  expect([target.connections.length, elsewhere.connections.length]).toEqual([1, 0]);
});

test.each([
  [2 ** 20, []],
  [2 ** 20 + 1, ['Exchanges too long, not judged: 1.']],
])('a body of %i bytes passes whole, and is judged up to 1 MiB', async (size, expected) => {
  await using passage = await sendThrough(REQUEST);
  const { proxy, shop, gateway } = passage;
  gateway.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
  gateway.socket.write(Buffer.alloc(size, 'a'));
  await shop.until('a'.repeat(size));
  const { notes } = await proxy.report();
  expect(notes).toEqual(expected);
});

test('a target that is the proxy itself is refused [S56]', async () => {
  await using target = await rawTarget();
  const port = Number(new URL(target.url).port);
  await target[Symbol.asyncDispose]();
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.1.2.3',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '2130706433',
  ])
    await expect(proxyTo(`http://${host}:${port}`, { port })).rejects.toThrow(
      '--target: must be the gateway, not the proxy itself',
    );
});
