import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { operationCount } from './contract.js';
import { body, expectPayment } from './expect.js';

const [, , , ...server] = process.argv;
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: server,
    env: { ...process.env, BEARER_TOKEN_BEARERAUTH: 'test' },
    stderr: 'inherit',
  }),
);
try {
  const { tools } = await client.listTools();
  assert.equal(tools.length, operationCount);
  // One of the servers abbreviates names, for programs that bound their length.
  const tool = tools.find(({ name }) => ['createTransaction', 'crt-transaction'].includes(name));
  assert(tool, `no tool creates a transaction: ${tools.map(({ name }) => name)}`);
  const wrapped = 'requestBody' in (tool.inputSchema.properties ?? {});
  const result = await client.callTool({ name: tool.name, arguments: wrapped ? { requestBody: body } : body });
  const text = result.content.map((part) => part.text ?? '').join('\n');
  assert(!result.isError, text);
  assert(text.includes('{'), text);
  expectPayment(JSON.parse(text.slice(text.indexOf('{'))));
} finally {
  await client.close();
}
