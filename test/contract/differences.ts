/**
 * The intended differences between unmodified Prism and the mock, with their reasons. One more: if several examples fit, Prism
 * returns the first one, and the mock returns the one closest to the request.
 */

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export const TOKEN = { authorization: 'Bearer token' };
export const JSON_BODY = { ...TOKEN, 'content-type': 'application/json' };
const PIX = JSON.stringify({ amount: 1, payment_method: 'pix' });

/** Every intended difference: Prism's response, the mock's response, and the reason. */
export const DIFFERENCES: readonly { what: string; why: string; sent: Sent; prism: number; mock: number }[] = [
  {
    what: 'an invalid body',
    why: 'the document knows 400 for an integration error; 422 was only observed',
    sent: { method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body: '{}' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'an array for a body',
    why: 'as above',
    sent: { method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body: '[]' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'no body',
    why: 'as above',
    sent: { method: 'POST', path: '/v1/transactions' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'a body of another type',
    why: '415 says what is wrong; Prism looks for a response with that status in the contract and takes the next best',
    sent: { method: 'POST', path: '/v1/transactions', headers: { ...TOKEN, 'content-type': 'text/plain' }, body: PIX },
    prism: 422,
    mock: 415,
  },
  {
    what: 'a body where the contract has none',
    why: 'some HTTP clients send {} with DELETE, and nothing says that the gateway minds',
    sent: { method: 'DELETE', path: '/v1/customers/1', headers: JSON_BODY, body: '{}' },
    prism: 422,
    mock: 200,
  },
  {
    what: 'a slash at the end of a collection',
    why: 'an empty id is a mistake of the caller, and the nearest path shows it',
    sent: { method: 'GET', path: '/v1/cards/' },
    prism: 400,
    mock: 404,
  },
  {
    what: 'a body of more than 1 MiB',
    why: 'Prism reads 10 MB before it looks; no request of this gateway is that large',
    sent: {
      method: 'POST',
      path: '/v1/transactions',
      headers: JSON_BODY,
      body: JSON.stringify({ amount: 1, payment_method: 'pix', metadata: 'x'.repeat(1 << 20) }),
    },
    prism: 200,
    mock: 413,
  },
  {
    what: 'an amount of digits in a string',
    why: 'nothing is lost, real clients send such scalars, and a header warns of it',
    sent: {
      method: 'POST',
      path: '/v1/transactions',
      headers: JSON_BODY,
      body: '{"amount":"15990","payment_method":"pix"}',
    },
    prism: 422,
    mock: 200,
  },
  {
    what: 'an amount that multiplying reais by 100 left unrounded',
    why: 'a public client sends 19.99 * 100, and a header warns of it',
    sent: {
      method: 'POST',
      path: '/v1/transactions',
      headers: JSON_BODY,
      body: '{"amount":1998.9999999999998,"payment_method":"pix"}',
    },
    prism: 422,
    mock: 200,
  },
  {
    what: 'a card that could be real',
    why: 'a mock that takes it pulls whoever runs it into PCI scope',
    sent: { method: 'POST', path: '/v1/cards', headers: JSON_BODY, body: '{"card_number":"4485275742308327"}' },
    prism: 200,
    mock: 400,
  },
  {
    what: 'a preference that is none',
    why: 'a wrong header is no violation of a field',
    sent: { method: 'GET', path: '/v1/cards', headers: { ...TOKEN, prefer: 'code=abc' } },
    prism: 422,
    mock: 400,
  },
];

/** Cases with the same status, where the mock uses the contract's error format and names the problem. */
export const OTHER_WORDS: readonly (Sent & { what: string; status: number; names: string })[] = [
  {
    what: 'broken JSON',
    method: 'POST',
    path: '/v1/cards',
    headers: JSON_BODY,
    body: '{',
    status: 400,
    names: 'line 1',
  },
  { what: 'a wrong query', method: 'GET', path: '/v1/cards?page=x', status: 400, names: 'query.page' },
  { what: 'no token', method: 'GET', path: '/v1/cards', headers: {}, status: 401, names: 'authorization' },
  { what: 'an unknown path', method: 'GET', path: '/v1/card', status: 404, names: 'GET /v1/cards' },
  { what: 'an empty id', method: 'GET', path: '/v1//cards', status: 404, names: 'GET /v1/cards' },
  { what: 'a wrong method', method: 'PATCH', path: '/v1/customers/1', status: 405, names: 'DELETE, GET, PUT' },
  {
    what: 'another media type',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, accept: 'text/html' },
    status: 406,
    names: 'application/json',
  },
  {
    what: 'a status that the contract does not have',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, prefer: 'code=418' },
    status: 404,
    names: '200, 400, 401, 429, 5XX',
  },
  {
    what: 'an example that the contract does not have',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, prefer: 'example=nothing' },
    status: 404,
    names: 'first_page',
  },
];
