import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/index.js';
import { en } from '../../../scripts/docs/words/en.ts';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type Permission, verifyServer } from '../../src/index.js';
import { afterEvents, wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-routes');

const routes = Object.entries(en.register.routes).filter(([, text]) => /^by a call|--allow|--receiver/.test(text));

test.each(routes)('a run by the route %s, "%s", confirms every entry that has this route', async (route, text) => {
  const allow = (/--allow ([\w,]+)/.exec(text)?.[1]?.split(',') ?? []) as Permission[];
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  await sandbox.populate({ customers: 2, transactions: 8, links: 1, subscriptions: 1 });
  const port = await freePort();
  const { entries } = await verifyServer({
    ...{ baseUrl: sandbox.url, ...wholeRun, createdFile: join(folder, `${route}.jsonl`) },
    ...(route === 'event'
      ? { receiver: { url: `http://127.0.0.1:${port}/`, port }, eventsMs: 0, fetch: afterEvents(sandbox) }
      : { allow }),
  });
  const own = entries.filter(({ settle }) => settle.route === route && settle.by !== 'person');
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ verdict }) => verdict !== 'confirmed').map(({ key }) => key)).toEqual([]);
});
