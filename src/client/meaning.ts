import { createHide, hideInJson, mask, secretsIn } from '../redaction/index.js';
import type { Course } from './course.js';
import type { GatewayError } from './errors.js';
import {
  connection,
  errorStrings,
  failure,
  isRecord,
  leavesOutcomeOpen,
  networkFailure,
  timeout,
  unknownOutcome,
  unusable,
} from './failure.js';
import { keepFailure } from './kept-failure.js';
import type { Result } from './openapi-fetch.js';
import { jsonOf, limitedStream, parseJson, readBytes, UnusableResponse, unread } from './read.js';
import { timeUp } from './within.js';

/** JSON without what was sent and must not be said back, and without card numbers. Never throws. */
function hidden(course: Course, value: unknown): unknown {
  try {
    return hideInJson(value, createHide([...secretsIn(course.secrets), course.token]));
  } catch {
    // A body of the caller that cannot be read a second time.
    return mask;
  }
}

const requestId = (course: Course, headers: Headers): string | null =>
  hidden(course, headers.get('x-request-id')) as string | null;

/**
 * What a response means, its body included. An error cannot be missed: `error` is set for everything but a success. Middleware
 * that is still to see the response finds it unread.
 *
 * @throws UnusableResponse when it cannot be read.
 */
export async function readResult(course: Course, response: Response, isForMiddleware: boolean): Promise<Result> {
  const { parseAs, maxResponseBytes } = course.settings;
  if (response.ok && parseAs === 'stream')
    return isForMiddleware
      ? { response }
      : { data: limitedStream(response, maxResponseBytes, course.signal), response };
  const bytes = await readBytes(response, maxResponseBytes);
  const kept = isForMiddleware ? unread(response, bytes) : response;
  if (!response.ok) return errorResult(course, kept, parseJson(bytes));
  if (parseAs !== 'json' && parseAs !== 'stream')
    return { data: await new Response(bytes, { headers: response.headers })[parseAs](), response: kept };
  return { data: jsonOf(response, bytes, /DELETE|HEAD|OPTIONS/.test(course.call.method)), response: kept };
}

/** What an error response means: its body with all that was sent hidden, and the failure for those who ask for it. */
export function errorResult(course: Course, response: Response, body: unknown): Result {
  const { status, statusText, headers } = response;
  const error = hidden(course, body);
  const listed = errorStrings(error);
  const errors = listed.length ? listed : [`${hidden(course, statusText) || `HTTP ${status}`}`];
  course.isUnknown ||= !course.repeatable && leavesOutcomeOpen(status);
  const { call, isUnknown } = course;
  keepFailure(response, { call, failed: { status, errors, requestId: requestId(course, headers) }, isUnknown });
  const fields = isRecord(error) ? error : {};
  const given = fields.errors;
  const isList = typeof given === 'object' && given !== null && Object.keys(given).length > 0;
  return { error: isList ? error : { ...fields, errors }, response };
}

/** What an attempt without a usable response means. Throws what is a mistake in the call, or its end by the caller. */
export function attemptError(course: Course, reason: unknown, limitMs: number): unknown {
  const { call, repeatable, sent, signal } = course;
  const isTimeout = reason === timeUp;
  // Nothing was on its way: a mistake in the call, the caller's abort, or an error of `accessToken`.
  if (!sent && !isTimeout && !course.isUnknown) throw reason;
  if (isTimeout) {
    course.isUnknown ||= sent && !repeatable;
    return failure(course.isUnknown ? unknownOutcome : timeout, call, noResponse(limitMs));
  }
  const { message, neverArrived } = networkFailure(reason);
  course.isUnknown ||= sent && !repeatable && !neverArrived;
  if (signal?.aborted && !course.isUnknown) return reason;
  const what = `${hidden(course, message)}`;
  if (!(reason instanceof UnusableResponse)) return failure(course.isUnknown ? unknownOutcome : connection, call, what);
  const { status, headers } = reason.response;
  const failed = { status, errors: [what], requestId: requestId(course, headers) };
  const [kind, knows] = course.isUnknown ? [unknownOutcome, true] : unusable[reason.reason];
  return failure(kind, call, what, knows ? failed : undefined);
}

/** The end of a call whose time ran out in its middleware, where nothing else is known of it. */
export const lateError = ({ call, settings }: Course): GatewayError =>
  failure(timeout, call, noResponse(settings.overallTimeoutMs));

const noResponse = (ms: number) => `no response within ${Math.max(0, Math.floor(ms))} ms`;
