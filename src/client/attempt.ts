import type { Course, Result } from './course.js';
import { checkHeader } from './headers.js';
import { readResult } from './meaning.js';
import { notify } from './notify.js';
import { PlainRequest, type Prepared } from './openapi-fetch.js';
import type { RequestEvent } from './options.js';

/** What every attempt of a call sends, but for the token and what `onRequest` adds. */
export interface Template {
  /** The address, or a request that middleware made. */
  readonly target: string | Request;
  readonly init: RequestInit;
  readonly headers: Headers;
  /** Nothing in it can be a mistake, so that the global fetch may make the request. */
  readonly isSafe: boolean;
}

/** Reads a request once, so that it can be sent more than once. */
export async function templateOf(prepared: Prepared, { settings, call }: Course): Promise<Template> {
  const { request, isReplaced, body, extras } = prepared;
  // A copy: middleware that keeps its request must not find the token in it.
  const headers = request instanceof PlainRequest ? (request.init.headers as Headers) : new Headers(request.headers);
  if (settings.idempotencyKey !== undefined) headers.set(settings.idempotencyHeader, settings.idempotencyKey);
  if (isReplaced && request instanceof Request) {
    const { method } = request;
    const bytes = request.body && (await request.clone().arrayBuffer());
    return { target: request, init: { method, body: bytes }, headers, isSafe: false };
  }
  const init = { ...extras, method: call.method, body: (body ?? null) as (RequestInit['body'] & {}) | null };
  return { target: request.url, init, headers, isSafe: Object.keys(extras).length === 0 };
}

/** One attempt: the token, the request, the response with its body. */
export async function makeAttempt(
  course: Course,
  template: Template,
  event: RequestEvent,
  signal: AbortSignal,
): Promise<Result> {
  course.sent = false;
  course.token = await (course.renewal ?? course.tokens.get());
  // Time may have run out meanwhile, and a fetch of the caller need not look at the signal before it sends.
  signal.throwIfAborted();
  const init: RequestInit = {
    ...template.init,
    headers: headersOf(course, template, event),
    signal,
    // Followed, it would carry a card to another host, or turn a POST into a GET that looks like a success.
    redirect: 'manual',
  };
  const { target, isSafe } = template;
  const { fetch: ownFetch } = course.settings;
  // The global fetch makes a request of its own from whatever it gets: two of them cost a tenth of a call.
  const request = ownFetch || !isSafe ? new Request(target, init) : undefined;
  course.sent = true;
  const response = await (request ? (ownFetch ?? fetch)(request) : fetch(target, init));
  return readResult(course, response, course.isObserved);
}

function headersOf(course: Course, template: Template, event: RequestEvent): Headers {
  const { onRequest, idempotencyKey, idempotencyHeader } = course.settings;
  const added = notify(onRequest, event);
  // Only what a hook adds is for one attempt alone; another Headers costs a twentieth of a call.
  const headers = added ? new Headers(template.headers) : template.headers;
  for (const [name, value] of added ? Object.entries<unknown>(added) : []) {
    checkHeader(name, value);
    if (value !== undefined && value !== null) headers.set(name, `${value}`);
  }
  if (added && idempotencyKey !== undefined) headers.set(idempotencyHeader, idempotencyKey);
  headers.set('authorization', `Bearer ${course.token}`);
  return headers;
}
