import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { printable } from '../../../core/src/codes/printable.js';
import { listen } from '../../../test/listen.ts';
import { runs } from '../../../test/property-runs.ts';
import { createReceiver } from '../../src/cli/event-receiver.js';

let server: Server;
let host: string;
let targets: (string | undefined)[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  targets = [];
  server = createServer((request, response) => {
    targets.push(request.url);
    request.resume().on('end', () => respond(request, response));
  });
  ({ host } = new URL(await listen(server)));
});

const send = (address = `http://${host}/hooks`, timeoutMs = 5_000) => createReceiver(address, timeoutMs).send('{}');

describe('the response', () => {
  test.each([301, 302, 303, 307, 308])('of %i is not followed and confirms nothing [S21]', async (status) => {
    respond = (_, response) => response.writeHead(status, { location: '/elsewhere' }).end();
    expect(await send()).toMatchObject({
      isConfirmed: false,
      status: expect.stringMatching(new RegExp(`^${status} \\(a redirect, not followed\\)$`)),
    });
    expect(targets).toEqual(['/hooks']);
  });

  test('cannot control a terminal or a CI log [S34]', async () => {
    respond = (_, response) => {
      response
        .writeHead(500)
        .end(
          '\u001b[31mred\u001b]0;title\u0007\r\rover\b\u0000\u009b2J\u202egnp\u2028x\r\n::add-mask::y\n\nlink.paid -> z: 200 OK, 1 ms\n',
        );
    };
    const { text } = await send();
    expect(text.split('\n')).toEqual([
      '| \\u{1b}[31mred\\u{1b}]0;title\\u{7}\\u{d}\\u{d}over\\u{8}\\u{0}\\u{9b}2J\\u{202e}gnp\\u{2028}x',
      '| ::add-mask::y',
      '| ',
      '| link.paid -> z: 200 OK, 1 ms',
      '',
    ]);
  });

  test('is read only up to the displayed length, even if it never ends', async () => {
    let sent = 0;
    respond = (_, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write('é'.repeat(4_096))) sent += 8_192;
      };
      response.on('drain', more).on('error', () => {});
      more();
    };
    expect(await send()).toMatchObject({ isConfirmed: false, status: '500', text: `| ${'é'.repeat(800)}…\n` });
    expect(sent).toBeLessThan(20_000_000);
  });

  test('is reported as missing after the time-out', async () => {
    respond = () => {};
    expect(await send(undefined, 300)).toMatchObject({
      isConfirmed: false,
      status: 'no response within 300 ms',
    });
  });
});

describe('the credentials in the address', () => {
  const address = () => `http://shop%40x:p%C3%A4ss-w0rd@${host}/hooks?token=t0k3n-of-query#fr4gment`;

  test('are not in its name [S34]', () => {
    expect(createReceiver(address(), 1).name).toBe(`http://${host}/hooks`);
  });

  test('are hidden when the receiver repeats them [S34]', async () => {
    respond = (request, response) => {
      const text = `${request.headers.authorization} shop@x päss-w0rd ${request.url}`;
      response.writeHead(500, Buffer.from(text).toString('latin1')).end(`${text}\n${text}\n${address()}`);
    };
    const { status, text } = await send(address());
    expect(text).toContain('[redacted]');
    expect(status + text).not.toMatch(/p(%C3%A4|ä)ss-w0rd|shop(%40|@)x|t0k3n-of-query|fr4gment|c2hvcEB4/);
  });

  test('are hidden for any characters', async () => {
    const credential = fc.string({
      unit: fc.constantFrom(...'aB3-_.!$%&/()=?+*^:;,|@#é~"\'\\'),
      minLength: 8,
      maxLength: 20,
    });
    respond = (request, response) => {
      const [, basic = ''] = request.headers.authorization?.split(' ') ?? [];
      response.writeHead(500).end(`<${Buffer.from(basic, 'base64').toString()}> <${basic}> ${request.url}`);
    };
    await fc.assert(
      fc.asyncProperty(credential, credential, credential, async (user, password, token) => {
        const parts = [user, password, token].map(encodeURIComponent);
        const { status, text } = await send(`http://${parts[0]}:${parts[1]}@${host}/?token=${parts[2]}`);
        expect(status).toBe('500');
        for (const secret of [user, password, token, ...parts]) expect(text).not.toContain(secret);
      }),
      { numRuns: runs(200) },
    );
  });
});

test('printed text contains no control characters, for any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
      expect(printable(text)).not.toMatch(/(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    }),
    { numRuns: runs(2_000) },
  );
  expect(printable('ação €\t👩‍💻')).toBe('ação €\t👩‍💻');
});
