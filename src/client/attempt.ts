import type { Course } from './course.js';
import { checkHeader } from './headers.js';
import { readResult } from './meaning.js';
import { notify } from './notify.js';
import type { Exchange, Prepared, Result } from './openapi-fetch.js';
import type { RequestEvent } from './options.js';
import type { Settings } from './settings.js';

/** What every attempt of a call sends, but for the token and what `onRequest` adds. */
export interface Template {
  /** The address, or a request that middleware made. */
  readonly target: string | Request;
  readonly init: RequestInit;
  readonly headers: Headers;
  /** Nothing in it can be a mistake, so that the global fetch may make the request. */
  readonly isSafe: boolean;
}

/** What openapi-fetch itself puts into an init. */
const usual: readonly string[] = ['redirect', 'method', 'body', 'headers', 'signal'];

/** What the attempts of a call send that openapi-fetch prepared. They write their token into its headers, unless they are given others. */
export function templateOf(
  { url, init }: Prepared,
  { idempotencyHeader, idempotencyKey }: Settings,
  headers = init.headers as Headers,
): Template {
  if (idempotencyKey !== undefined) headers.set(idempotencyHeader, idempotencyKey);
  const { body } = init;
  const isSafe =
    (typeof body === 'string' || body === undefined) && Object.keys(init).every((name) => usual.includes(name));
  return { target: url, init, headers, isSafe };
}

/** The same for a request that middleware has seen. Reads one that middleware made once, so that it can be sent more than once. */
export async function observedTemplate(request: Request, exchange: Exchange, settings: Settings): Promise<Template> {
  // A copy: middleware that keeps its request must not find the token in it.
  const headers = new Headers(request.headers);
  if (exchange.prepared && request === exchange.request) return templateOf(exchange.prepared, settings, headers);
  const body = request.body && (await request.clone().arrayBuffer());
  const init = { method: request.method, body };
  return { ...templateOf({ url: '', init }, settings, headers), target: request, isSafe: false };
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
  return readResult(course, response, course.exchange !== undefined);
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
