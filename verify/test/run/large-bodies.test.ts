import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { some } from '../../../test/property-runs.ts';
import { recordExchanges, verifyServer } from '../../src/index.js';

const MEGABYTE = Buffer.alloc(2 ** 20, ' ');

/** Gzip may have many parts, and each becomes a megabyte. */
const PART = gzipSync(MEGABYTE);

const bodies: Record<string, (response: ServerResponse) => void> = {
  'an endless body': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (response.write(MEGABYTE));
    };
    response
      .on('error', () => {})
      .on('drain', more)
      .on('close', () => response.off('drain', more));
    more();
  },
  'a gzip bomb of 1 GB': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(Buffer.concat(Array(1024).fill(PART)));
  },
};

const start = (name: string) => listen(createServer((_, response) => bodies[name]?.(response)));

// The run sends several requests. Each one gets such a body.
test.each(some(Object.keys(bodies).toReversed()))('stops reading %s at 10 MiB and settles nothing', async (name) => {
  const url = await start(name);
  const before = process.memoryUsage().rss;
  const report = await verifyServer({ baseUrl: url, token: 't', entry: 'list-envelope', confirm: async () => true });
  expect(report.notes.join('\n')).toContain('not judged: HTTP 200 with more than 10485760 bytes');
  expect(report.exchanges.judged).toBe(0);
  expect(report.summary).toMatchObject({ confirmed: 0, refuted: 0, deviations: 0 });
  // Without a limit, each body takes more than a gigabyte.
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 29);
});

test.each(some(Object.keys(bodies)))('leaves %s out of a recording', async (name) => {
  const url = await start(name);
  const file = join(mkdtempSync(join(tmpdir(), 'recording-')), 'exchanges.jsonl');
  const fetch = recordExchanges(globalThis.fetch, file);
  const response = await fetch(`${url}/v1/customers`);
  await Promise.all([fetch.recorded(), response.body?.cancel()]);
  expect(JSON.parse(readFileSync(file, 'utf8')).response).toMatchObject({ omitted: 'more than 10485760 bytes' });
});
