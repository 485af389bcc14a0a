// The listing of the guide's section on observability: test/client/opentelemetry.test.ts runs it.
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { GatewayCall, Hooks } from '../../../../src/index.js';

/** One client span per attempt, for `createGatewayClient({ …, ...traced() })`. */
export function traced(): Hooks {
  const tracer = trace.getTracer('payment-gateway');
  const spans = new WeakMap<GatewayCall, Span>();
  return {
    onRequest({ call, attempt }) {
      const span = tracer.startSpan(call.operationId, {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': call.method,
          'url.template': call.path,
          ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
        },
      });
      spans.set(call, span);
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      return headers;
    },
    onResponse({ call, status, error }) {
      const span = spans.get(call);
      if (status) span?.setAttribute('http.response.status_code', status);
      if (error instanceof Error) span?.recordException(error);
      if (error || (status ?? 0) >= 400)
        span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    onRetry({ call, delayMs }) {
      trace
        .getActiveSpan()
        ?.addEvent('retry', { operation: call.operationId, delay_ms: delayMs });
    },
  };
}
