import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { webhookExamples } from '../../../generated/webhook-examples.js';
import { cli as cliProcess } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const folder = temporaryFolder('trigger');
let receiver: Server;
let url: string;
let received: { type: string | undefined; event: unknown }[];
let authorizations: (string | undefined)[];
let statuses: number[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  authorizations = [];
  statuses = [];
  respond = (_, response) => response.writeHead(statuses.shift() ?? 200).end('seen');
  receiver = createServer(async (request, response) => {
    received.push({ type: request.headers['content-type'], event: await json(request) });
    authorizations.push(request.headers.authorization);
    respond(request, response);
  });
  url = `${await listen(receiver)}/hooks`;
});

describe('payment-gateway-sandbox trigger', () => {
  test.each(Object.entries(webhookExamples))('sends the example of %s', async (event, example) => {
    const { code, stdout } = await cli('trigger', event, '--to', url);
    expect(received).toEqual([{ type: 'application/json', event: example }]);
    expect(stdout).toMatch(new RegExp(`^${event} -> ${url}: 200, \\d+ ms\n$`));
    expect(code).toBe(0);
  });

  test('replaces fields of the payload, with JSON or a file', async () => {
    const changes = { id: 9, status: 'refused', customer: { name: 'Ana Lima' } };
    const file = join(folder, 'changes.json');
    await cli('trigger', 'transaction.created', '--to', url, '--data', JSON.stringify(changes));
    writeFileSync(file, `\ufeff${JSON.stringify(changes)}`);
    await cli('trigger', 'transaction.created', '--to', url, '--data', file);
    const example = webhookExamples['transaction.created'];
    expect(received[0]?.event).toEqual({
      ...example,
      model_id: '9',
      payload: { ...example.payload, ...changes, customer: { ...example.payload.customer, name: 'Ana Lima' } },
    });
    expect(received[1]).toEqual(received[0]);
  });

  test('fails if no receiver confirms the event', async () => {
    statuses = [204, 500];
    expect((await cli('trigger', 'link.paid', '--to', url, '--count', '2')).code).toBe(1);
    expect(received).toHaveLength(2);
    receiver.close();
    receiver.closeAllConnections();
    const { code, stdout } = await cli('trigger', 'link.paid', '--to', url);
    expect(code).toBe(1);
    expect(stdout).toMatch(/: no server listens there \(ECONNREFUSED\), \d+ ms/);
  });

  test('reports every mistake in one line', async () => {
    const wrong = ['link.payed', 'twice', '--to', 'ftp://x', '--count', '0', '--data', '{'];
    const { code, stderr } = await cli('trigger', ...wrong);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'payment-gateway-sandbox: trigger: takes one <event>, but got 2',
      `payment-gateway-sandbox: <event>: must be one of ${Object.keys(webhookExamples).join(', ')}; did you mean link.paid?`,
      'payment-gateway-sandbox: --to: must be an address that begins with http:// or https://',
      'payment-gateway-sandbox: --data: must be a JSON object',
      'payment-gateway-sandbox: --count: must be a whole number from 1 to 1000',
    ]);
    expect((await cli('trigger')).stderr).toContain('trigger: needs <event> (one of transaction.created');
  });

  test.each(['tok-S3CR3T', 'https://shop:S3CR3T@shop.example/hook', 'S3CR3T.created'])(
    'an unknown event is not printed, because it may be a secret: %s',
    async (name) => {
      const { code, stderr } = await cli('trigger', name, '--to', url);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^payment-gateway-sandbox: <event>: must be one of .*\n$/),
      ]);
      expect(stderr).not.toContain('S3CR3T');
    },
  );

  test.each([
    ['[{"card_number":"4111111111111111"}]', '--data: must be a JSON object'],
    ['package.json/4111111111111111', '--data: must be a JSON object, or a file that contains one'],
    ['LICENSE', '--data: must be a JSON object, or a file that contains one'],
  ])('--data %s is refused without quoting it', async (data, mistake) => {
    const { code, stderr } = await cli('trigger', 'link.paid', '--to', url, '--data', data);
    expect([code, stderr]).toEqual([1, `payment-gateway-sandbox: ${mistake}\n`]);
    expect(received).toEqual([]);
  });

  test.each(['{}', JSON.stringify({ id: webhookExamples['link.paid'].payload.id })])(
    '--data %s is an error, because it changes nothing',
    async (data) => {
      const { code, stderr } = await cli('trigger', 'link.paid', '--to', url, '--data', data);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/: --data: changes nothing; .* are id, .*status/)]);
      expect(received).toEqual([]);
    },
  );
});

test('a receiver that closes each connection at once gets a line, and the process does not end before', async () => {
  const to = `${await listen(createSocketServer((socket) => socket.destroy()))}/`;
  const { code, stdout } = await cliProcess('trigger', 'link.paid', '--to', to);
  expect(stdout).toMatch(/^link\.paid -> .*: the connection was closed before a response .*, \d+ ms\n$/);
  expect(code).toBe(1);
});

describe('the credentials in --to', () => {
  /** Returns an address of the receiver with a user, a password, and a token in its query. */
  const withCredentials = () =>
    `${url.replace('http://', 'http://shop%40x:p%C3%A4ss-w0rd@')}?token=t0k3n-of-query#fr4gment`;

  test('are sent as Basic authorization and in the query', async () => {
    let target: string | undefined;
    respond = (request, response) => {
      target = request.url;
      response.end();
    };
    const { code, stdout } = await cli('trigger', 'link.paid', '--to', withCredentials());
    expect(authorizations).toEqual([`Basic ${Buffer.from('shop@x:päss-w0rd').toString('base64')}`]);
    expect(target).toBe('/hooks?token=t0k3n-of-query');
    expect(stdout).toMatch(new RegExp(`^link.paid -> ${url}: 200, \\d+ ms\n$`));
    expect(code).toBe(0);
  });

  test.each([
    ['a receiver that is not there', 'http://user:s3cr3t-pass@127.0.0.1:1/?t=s3cr3t-pass'],
    ['an escape that is none', 'http://user:s3cr3t-pass%zz@127.0.0.1:1/'],
    ['no address', 'http://user:s3cr3t-pass@:99999999/'],
  ])('are not printed for %s [S34]', async (_, to) => {
    const { code, stdout, stderr } = await cli('trigger', 'link.paid', '--to', to);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/-> .*: (no server|the name|the request).*, \d+ ms|--to: must be an address/);
    expect(stdout + stderr).not.toContain('s3cr3t-pass');
  });

  test.each([
    ['trigger', 'link.paid', 'http://user:s3cr3t-pass@127.0.0.1:1/'],
    ['trigger', 'http://127.0.0.1:1/?t=s3cr3t-pass', 'link.paid'],
  ])('are not printed if --to is missing: %s %s', async (...args) => {
    const { code, stderr } = await cli(...args);
    expect(code).toBe(1);
    expect(stderr).toContain('--to: is required');
    expect(stderr).not.toContain('s3cr3t-pass');
  });
});
