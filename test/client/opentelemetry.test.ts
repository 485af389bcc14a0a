import { type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { afterAll, expect, test, vi } from 'vitest';
import { noteCall, tracedFetch } from '../../scripts/docs/guide/listings/opentelemetry.ts';
import { createGatewayClient } from '../../src/index.js';
import { baseUrl } from './observed-fetch.ts';

/** A tracer with the methods that the example uses. It keeps its spans. */
const spans: { name: string; attributes: Record<string, unknown>; ended: boolean; status?: unknown }[] = [];
const startSpan = (name: string, options?: SpanOptions): Span => {
  const attributes = { ...options?.attributes } as Record<string, unknown>;
  const span = { name, attributes, ended: false, status: undefined as unknown };
  spans.push(span);
  const methods = {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
    setAttribute: (key: string, value: unknown) => Object.assign(span.attributes, { [key]: value }),
    setStatus: (status: unknown) => Object.assign(span, { status }),
    end: () => Object.assign(span, { ended: true }),
  };
  // The example uses no other method.
  return methods as unknown as Span;
};
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) });
afterAll(() => {
  trace.disable();
  vi.unstubAllGlobals();
});

test('the example makes one ended span for each attempt, named after the path of the contract', async () => {
  const responses = [new Response(null, { status: 503 }), Response.json({ id: 7 })];
  vi.stubGlobal('fetch', async () => responses.shift());
  const client = createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 1, fetch: tracedFetch });
  client.use(noteCall);
  await client.GET('/v1/customers/{id}', { params: { path: { id: 7 } } });
  const name = 'GET /v1/customers/{id}';
  expect(spans).toMatchObject([
    { name, attributes: { 'http.response.status_code': 503 }, ended: true, status: { code: 2 } },
    { name, attributes: { 'http.response.status_code': 200, 'http.request.resend_count': 1 }, ended: true },
  ]);
});
