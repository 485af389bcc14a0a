import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/source/operations.ts';
import { createSandboxFetch } from '../../../src/index.js';

describe('GET / describes the server', () => {
  const read = async (accept: string) => {
    await using sandbox = createSandboxFetch();
    const response = await sandbox('http://sandbox.test/', { headers: { accept } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  test('in HTML for a browser', async () => {
    const { status, type, text } = await read('text/html,application/xhtml+xml,*/*;q=0.8');
    expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(text).toContain('<h1>The sandbox of ');
    expect(text).toContain('<a href="/openapi.yaml">');
    expect(text).not.toContain('<script');
  });

  test('in plain text for any other client', async () => {
    const { type, text } = await read('*/*');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^The sandbox of .+\n\n {2}\/v1\/…/);
    expect(text).toContain(`the API: ${counts.http} operations, each asking for a bearer token`);
    expect(text).toMatch(/^ {2}\/_sandbox\//m);
  });

  test('only for GET: POST / is a 404', async () => {
    await using sandbox = createSandboxFetch();
    expect((await sandbox('http://sandbox.test/', { method: 'POST' })).status).toBe(404);
    expect(sandbox.requests).toHaveLength(1);
  });
});
