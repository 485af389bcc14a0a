// The listing of the guide's section on observability: test/client/opentelemetry.test.ts runs it.
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Middleware } from '../../../../src/index.js';

/** What the client's copy of the request for each attempt keeps. */
interface Traced extends Request {
  call?: { readonly path: string; attempt: number };
}

/** Sees a call once, and notes the path of the contract, which has no id. */
export const noteCall: Middleware = {
  onRequest({ request, schemaPath }) {
    (request as Traced).call = { path: schemaPath, attempt: 0 };
  },
};

/** Sees each attempt. The span begins and ends with it. */
export async function tracedFetch(request: Traced): Promise<Response> {
  const { path = 'unknown', attempt = 0 } = request.call ?? {};
  if (request.call) request.call.attempt++;
  const span = trace
    .getTracer('payment-gateway')
    .startSpan(`${request.method} ${path}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': request.method,
        'url.template': path,
        ...(attempt > 0 && { 'http.request.resend_count': attempt }),
      },
    });
  propagation.inject(trace.setSpan(context.active(), span), request.headers, {
    set: (headers, name, value) => headers.set(name, value),
  });
  try {
    const response = await fetch(request);
    span.setAttribute('http.response.status_code', response.status);
    if (!response.ok) span.setStatus({ code: SpanStatusCode.ERROR });
    return response;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: `${error}` });
    throw error;
  } finally {
    span.end();
  }
}
