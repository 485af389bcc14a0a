import { templateOf } from './attempt.js';
import { makeAttempts } from './attempts.js';
import type { Course, Result } from './course.js';
import { errorResult, lateError, readResult } from './meaning.js';
import { type Api, createApi, type Ending, type Init, type Send } from './openapi-fetch.js';
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
  const api = createApi({ baseUrl: withoutSlash(options.baseUrl), headers, querySerializer, bodySerializer });

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
      isObserved: api.isObserved(rest.middleware),
    };
    const request = {
      pathSerializer: pathSerializer(operationId),
      ...rest,
      parseAs: settings.parseAs,
      params: { path: {}, ...Object(rest.params) },
    };
    return course.isObserved ? observedCall(course, api, request) : plainCall(course, api, request);
  };
  return { call, api };
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

/** Begins the attempts of a call, when openapi-fetch has made its request and middleware has seen it. */
const send =
  (course: Course): Send =>
  async (prepared) => {
    if (course.attempts && !course.repeatable) throw new Error(`${course.call.operationId}: a POST is sent once.`);
    const { request, isReplaced } = prepared;
    const template = await templateOf(prepared, course);
    if (isReplaced && request instanceof Request) {
      course.signal = course.signal ? AbortSignal.any([course.signal, request.signal]) : request.signal;
    }
    if (course.hasEnded) throw new Error(`${course.call.operationId}: the call has ended.`);
    course.attempts = makeAttempts(course, template);
    course.result = await course.attempts;
    return course.result.response;
  };

/** Nobody but the attempts sees the request and the response. */
async function plainCall(course: Course, api: Api, request: Init): Promise<Result> {
  const { error } = await api.run(course.call, request, send(course), false);
  if (course.result) return course.result;
  throw error;
}

/** Middleware stands around all attempts, and its time counts too. */
async function observedCall(course: Course, api: Api, request: Init): Promise<Result> {
  let ending: Ending = {};
  try {
    return await within(course.settings.overallTimeoutMs, course.signal, async (signal) => {
      const { signal: own } = course.settings;
      if (own) course.signal = signal;
      ending = await api.run(course.call, own ? { ...request, signal } : request, send(course), true);
      if (ending.response) return resultOf(course, ending.response, ending.made);
      throw ending.error;
    });
  } catch (reason) {
    course.hasEnded = true;
    // What was sent ends in its own time, whatever middleware does.
    const attemptsError = await course.attempts?.then(
      () => undefined,
      (error: unknown) => error,
    );
    // What `onError` returned is what the caller is to get; what middleware throws, only where nothing is hidden by it.
    if ('error' in ending && ending.error === reason) throw reason;
    const mayBeAccepted = !course.repeatable && (course.isUnknown || course.result?.response.ok);
    if (mayBeAccepted && course.result) return resultOf(course, course.result.response);
    throw mayBeAccepted ? attemptsError : reason === timeUp ? lateError(course) : reason;
  }
}

/** Middleware may have put a response of its own in the place of the one that came. */
function resultOf(course: Course, response: Response, made?: Ending['made']): Result | Promise<Result> {
  if (made) return response.ok ? { data: made.data, response } : errorResult(course, response, made.error);
  return course.result?.response === response && course.settings.parseAs !== 'stream'
    ? course.result
    : readResult(course, response, false);
}
