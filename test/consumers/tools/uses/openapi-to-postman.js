import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationCount } from './contract.js';

const { item, variable } = JSON.parse(readFileSync('out/collection.json', 'utf8'));
const requests = item.flatMap(function inside(entry) {
  return entry.item ? entry.item.flatMap(inside) : [entry];
});
assert.equal(requests.length, operationCount);
const { request } = requests.find(({ name }) => name === 'Create a transaction');
const baseUrl = variable.find(({ key }) => key === 'baseUrl').value;
const base = baseUrl.replace(/\{\{(\w+)\}\}/g, (_, name) => variable.find(({ key }) => key === name)?.value ?? '');
const response = await fetch([base, ...request.url.path].join('/'), {
  method: request.method,
  headers: {
    authorization: 'Bearer test',
    ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
  },
  body: request.body.raw,
});
const transaction = await response.json();
assert.equal(response.status, 200, JSON.stringify(transaction));
assert.equal(transaction.amount, JSON.parse(request.body.raw).amount);
