import type { Course, Result } from './course.js';
import { checkHeader } from './headers.js';
import { readResult } from './meaning.js';
import { notify } from './notify.js';
import { PlainRequest, type Prepared } from './openapi-fetch.js';
import type { RequestEvent } from './options.js';

/** What every attempt of a call sends, but for the token and what `onRequest` adds. */
export interface Template {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  /** Given where only a real request knows all that is to be sent. */
  readonly request?: Request;
}

/** Reads a request once, so that it can be sent more than once. */
export async function templateOf({ request, isReplaced, body }: Prepared, { settings }: Course): Promise<Template> {
  const isPlain = request instanceof PlainRequest;
  // A copy: middleware that keeps its request must not find the token in it.
  const headers = isPlain ? (request.init.headers as Headers) : new Headers(request.headers);
  if (settings.idempotencyKey !== undefined) headers.set(settings.idempotencyHeader, settings.idempotencyKey);
  if (isPlain) return { url: request.url, init: request.init, headers };
  const { url, method } = request;
  if (!isReplaced && (typeof body === 'string' || body === undefined)) {
    return { url, init: { method, body: body ?? null }, headers, request };
  }
  return { url, init: { method, body: request.body && (await request.clone().arrayBuffer()) }, headers, request };
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
  const { fetch: ownFetch } = course.settings;
  // The global fetch makes a request of its own from whatever it gets: two of them cost a tenth of a call.
  const request = ownFetch || !isPlain(template) ? new Request(template.request ?? template.url, init) : undefined;
  course.sent = true;
  const response = await (request ? (ownFetch ?? fetch)(request) : fetch(template.url, init));
  return course.isObserved ? readCopy(course, response) : readResult(course, response);
}

/** Reads in time what middleware is to find unread. */
async function readCopy(course: Course, response: Response): Promise<Result> {
  if (response.ok && course.settings.parseAs === 'stream') return { response };
  try {
    return await readResult(course, response, response.clone());
  } catch (error) {
    // One half of a copied body keeps the connection open for the other.
    response.body?.cancel().catch(() => {});
    throw error;
  }
}

/** Anything else may be a mistake, which must show before it counts as sent. */
const isPlain = ({ request, init }: Template) =>
  !request && Object.keys(init).every((name) => /^(method|body|headers|signal|redirect)$/.test(name));

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
