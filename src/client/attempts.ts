import { makeAttempt, type Template } from './attempt.js';
import type { Course } from './course.js';
import { GatewayConnectionError } from './errors.js';
import { attemptError } from './meaning.js';
import { notify } from './notify.js';
import type { Result } from './openapi-fetch.js';
import type { ResponseEvent } from './options.js';
import { UnusableResponse } from './read.js';
import { retryDelay } from './retry.js';
import { pause, within } from './within.js';

/** Attempts until there is a response, or no hope of one. */
export async function makeAttempts(course: Course, template: Template): Promise<Result> {
  const { call, settings } = course;
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now();
    const limitMs = Math.min(settings.timeoutMs, course.deadline - startedAt);
    let result: Result | undefined;
    let error: unknown;
    let isFinal = false;
    try {
      result = await within(limitMs, course.signal, (signal) =>
        makeAttempt(course, template, { call, attempt }, signal),
      );
    } catch (reason) {
      error = attemptError(course, reason, limitMs);
      // It would be as large again.
      isFinal = reason instanceof UnusableResponse && reason.reason === 'too large';
    }
    const durationMs = performance.now() - startedAt;
    const end = result
      ? { call, attempt, durationMs, status: result.response.status }
      : { call, attempt, durationMs, error };
    notify(settings.onResponse, end);
    if (result?.response.ok) return result;

    const delayMs = isFinal ? undefined : nextDelay(course, result?.response, end);
    if (delayMs === undefined) {
      if (result) return result;
      throw error;
    }
    notify(settings.onRetry, { ...end, delayMs });
    await pause(delayMs, course.signal).catch((reason) => {
      throw course.isUnknown ? attemptError(course, reason, 0) : reason;
    });
  }
}

/** Milliseconds until the next attempt; nothing when there is to be none. */
function nextDelay(course: Course, response: Response | undefined, end: ResponseEvent): number | undefined {
  const { settings, tokens, repeatable, deadline } = course;
  if (response?.status === 401 && tokens.renew && !course.renewal) {
    course.renewal = tokens.renew(course.token);
    return 0;
  }
  const delayMs = retryDelay(response, end.attempt, settings.retryDelayMs);
  const isHarmless = repeatable || settings.idempotencyKey !== undefined || end.error instanceof GatewayConnectionError;
  const isInTime = end.attempt <= settings.retries && performance.now() + delayMs < deadline;
  return isHarmless && isInTime && !course.signal?.aborted && notify(settings.retryIf, end) ? delayMs : undefined;
}
