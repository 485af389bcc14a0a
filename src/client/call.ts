import { observedTemplate, templateOf } from './attempt.js';
import { makeAttempts } from './attempts.js';
import type { Course } from './course.js';
import { errorResult, lateError, readResult } from './meaning.js';
import { type Api, createApi, type Exchange, type Init, type Result } from './openapi-fetch.js';
import { operationOf } from './operations.js';
import type { GatewayClientOptions } from './options.js';
import { pathSerializer } from './path.js';
import { callSettings, clientSettings } from './settings.js';
import { createTokenSource } from './token.js';
import { timeUp, within } from './within.js';

export type Call = (method: string, path: string, init?: object) => Promise<Result>;

/** Gives the function that makes one logical call, and the middleware around it. */
export function createCall(options: GatewayClientOptions): { readonly call: Call; readonly api: Api } {
  const client = clientSettings(options);
  const tokens = createTokenSource(options.accessToken);
  const { headers, querySerializer, bodySerializer } = client.rest;
  const api = createApi({
    baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ''),
    headers,
    querySerializer,
    bodySerializer,
  });

  const call: Call = async (method, path, init = {}) => {
    const { settings, rest } = callSettings(init, client.settings);
    const { operationId, repeatable } = operationOf(method, path);
    const course: Course = {
      call: { operationId, method, path },
      repeatable,
      settings,
      tokens,
      deadline: performance.now() + settings.overallTimeoutMs,
      signal: settings.signal,
      secrets: [rest.body, headers, rest.headers],
      token: '',
      sent: false,
      isUnknown: false,
      hasEnded: false,
      exchange: api.isObserved(rest.middleware) ? {} : undefined,
    };
    const request = {
      pathSerializer: pathSerializer(operationId),
      ...rest,
      parseAs: settings.parseAs,
      params: { path: {}, ...Object(rest.params) },
    };
    if (course.exchange) return observedCall(course, api, request, course.exchange);
    return makeAttempts(course, templateOf(await api.prepare(course.call, request), settings));
  };
  return { call, api };
}

/** Begins the attempts of a call, when openapi-fetch has made its request and middleware has seen it. */
async function send(request: Request, course: Course, exchange: Exchange): Promise<Response> {
  const { operationId } = course.call;
  if (course.attempts && !course.repeatable) throw new Error(`${operationId}: a POST is sent once.`);
  const template = await observedTemplate(request, exchange, course.settings);
  if (template.target === request) {
    course.signal = course.signal ? AbortSignal.any([course.signal, request.signal]) : request.signal;
  }
  if (course.hasEnded) throw new Error(`${operationId}: the call has ended.`);
  course.attempts = makeAttempts(course, template);
  course.result = await course.attempts.catch((reason) => {
    // openapi-fetch ignores a thrown value that is falsy.
    throw reason || new Error(`${reason}`);
  });
  return course.result.response;
}

/** Middleware stands around all attempts, and its time counts too. */
async function observedCall(course: Course, api: Api, request: Init, exchange: Exchange): Promise<Result> {
  const { settings } = course;
  try {
    return await within(settings.overallTimeoutMs, course.signal, async (signal) => {
      const init = settings.signal ? { ...request, signal } : request;
      const made = await api.run(course.call, init, exchange, (seen) => send(seen, course, exchange));
      if (exchange.response) return resultOf(course, exchange.response);
      // Of `onRequest`, so that nothing was sent.
      return made.response.ok ? made : errorResult(course, made.response, made.error);
    });
  } catch (reason) {
    course.hasEnded = true;
    // What was sent ends in its own time, whatever middleware does.
    const attemptsError = await course.attempts?.then(
      () => undefined,
      (error: unknown) => error,
    );
    // What `onError` returned is what the caller is to get; what middleware throws, only where nothing is hidden by it.
    if ('error' in exchange) throw exchange.error;
    const mayBeAccepted = !course.repeatable && (course.isUnknown || course.result?.response.ok);
    if (mayBeAccepted && course.result) return resultOf(course, course.result.response);
    throw mayBeAccepted ? attemptsError : reason === timeUp ? lateError(course) : reason;
  }
}

/** Middleware may have put a response of its own in the place of the one that came. */
const resultOf = (course: Course, response: Response): Result | Promise<Result> =>
  course.result?.response === response && course.settings.parseAs !== 'stream'
    ? course.result
    : readResult(course, response, false);
