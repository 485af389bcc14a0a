import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/index.js';
import { probe } from '../../src/sandbox/index.js';
import { PIX, send as sendTo } from '../entrances.ts';

const TOKEN = 'token';

/** Starts a sandbox, and counts the commits of an account from now on. */
async function counted() {
  const sandbox = await startSandbox({ port: 0, log: 'silent', accounts: 'per-token' });
  onTestFinished(() => sandbox.close());
  const { engine, account } = probe(sandbox, TOKEN);
  const controls = sandbox.account(TOKEN);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const send = (method: string, path: string, body?: unknown, signal: AbortSignal | null = null) =>
    sendTo({ url: sandbox.url, fetch: (at, init) => fetch(at, { ...init, signal }) }, method, path, body, headers);
  /** Resolves with the number of commits during a task. */
  const commitsOf = async (task: () => Promise<unknown>) => {
    let commits = 0;
    const stop = engine.changes.listen(account, () => commits++);
    await task();
    stop();
    return commits;
  };
  return { controls, send, commitsOf };
}

describe('a request is one unit of work', () => {
  test('also if it takes a planned fault', async () => {
    const { controls, send, commitsOf } = await counted();
    await controls.failNext('createTransaction', { fault: 503, after: 'commit' });

    const commits = await commitsOf(() => send('POST', '/v1/transactions', PIX));

    expect(await controls.faults()).toEqual([]);
    expect((await send('GET', '/v1/transactions')).body.total).toBe(1);
    // The journal signals its new entry, too.
    expect(commits - 1).toBe(1);
  });

  test('whose refused rule changes nothing, and whose planned fault is used up', async () => {
    const { controls, send } = await counted();
    const { id } = (await send('POST', '/v1/transactions', PIX)).body;
    await controls.failNext('captureTransaction', { latency: 1 });
    const before = await controls.events.list();

    const { status } = await send('POST', `/v1/transactions/${id}/capture`, {});

    expect(status).toBe(422);
    expect(await controls.faults()).toEqual([]);
    expect(await controls.events.list()).toEqual(before);
  });

  test('which a delay does not split: the request is carried out before it', async () => {
    const { controls, send } = await counted();
    await controls.failNext('createTransaction', { latency: 20_000 });
    const stopped = new AbortController();
    onTestFinished(() => stopped.abort());
    void send('POST', '/v1/transactions', PIX, stopped.signal).catch(() => {});
    await expect.poll(async () => (await send('GET', '/v1/transactions')).body.total).toBe(1);
  });
});
