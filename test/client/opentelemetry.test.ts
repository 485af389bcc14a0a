import { type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { afterAll, expect, test } from 'vitest';
import { traced } from '../../scripts/docs/guide/listings/opentelemetry.ts';
import { shop } from './observed-fetch.ts';

/** A tracer with the methods that the example uses. It keeps its spans. */
const spans: { name: string; attributes: Record<string, unknown>; ended: boolean; status?: unknown }[] = [];
const startSpan = (name: string, options?: SpanOptions): Span => {
  const span = {
    name,
    attributes: { ...options?.attributes } as Record<string, unknown>,
    ended: false,
    status: undefined as unknown,
  };
  spans.push(span);
  const methods = {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
    setAttribute: (key: string, value: unknown) => Object.assign(span.attributes, { [key]: value }),
    setStatus: (status: unknown) => Object.assign(span, { status }),
    recordException: () => {},
    end: () => Object.assign(span, { ended: true }),
  };
  // The example uses no other method.
  return methods as unknown as Span;
};
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) });
afterAll(() => trace.disable());

test('the example makes one ended span for each attempt, named after the operation', async () => {
  const { client } = shop({ ...traced() }, new Response(null, { status: 503 }), Response.json({ data: [] }));
  await client.GET('/v1/customers');
  expect(spans).toMatchObject([
    { name: 'listCustomers', attributes: { 'http.response.status_code': 503 }, ended: true, status: { code: 2 } },
    {
      name: 'listCustomers',
      attributes: { 'http.response.status_code': 200, 'http.request.resend_count': 1 },
      ended: true,
    },
  ]);
});
