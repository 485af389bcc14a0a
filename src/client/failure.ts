import {
  type GatewayAnswer,
  GatewayApiError,
  GatewayAuthenticationError,
  type GatewayCall,
  GatewayConnectionError,
  type GatewayError,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayTimeoutError,
  GatewayValidationError,
} from './errors.js';

/** A kind of failure, and what to do about it. */
type Kind = readonly [type: new (...args: ConstructorParameters<typeof GatewayError>) => GatewayError, advice: string];

export const unknownOutcome: Kind = [
  GatewayOutcomeUnknownError,
  'It may have been accepted: retrieve or list by your own reference before you send it again',
];
export const timeout: Kind = [GatewayTimeoutError, 'Try again'];
export const connection: Kind = [GatewayConnectionError, 'Check baseUrl and try again'];

const invalid: Kind = [GatewayValidationError, 'Correct the request'];
const byStatus: Readonly<Record<number, Kind>> = {
  400: invalid,
  401: [GatewayAuthenticationError, 'Check accessToken'],
  404: [GatewayNotFoundError, 'Check the id'],
  422: invalid,
  429: [GatewayRateLimitError, 'Wait and try again'],
};

export function failure([Type, advice]: Kind, call: GatewayCall, what: string, answer?: GatewayAnswer): GatewayError {
  return new Type(call, `${what}. ${advice}.`, answer, answer ? {} : { cause: new Error(what) });
}

/** The failure that an answer stands for. */
export const answerFailure = (call: GatewayCall, answer: GatewayAnswer, isUnknown: boolean): GatewayError =>
  failure(
    isUnknown ? unknownOutcome : (byStatus[answer.status] ?? [GatewayApiError, 'Ask the gateway']),
    call,
    `HTTP ${answer.status}: ${answer.errors.join('; ')}`,
    answer,
  );

/** The texts of an error answer, whose `errors` may be a list or lists by field. */
export function errorTexts(body: unknown): string[] {
  const { errors } = Object(body) as { errors?: unknown };
  return Object.entries(Object(errors)).flatMap(([field, texts]) =>
    [texts].flat().map((text) => (Array.isArray(errors) ? `${text}` : `${field}: ${text}`)),
  );
}

/** The texts and codes of a failure and its causes. The error itself may hold anything, down to the request. */
export function networkTexts(reason: unknown): [texts: string, codes: string] {
  const texts: unknown[] = [];
  const codes: unknown[] = [];
  for (let link = Object(reason); link instanceof Error && texts.length < 5; link = Object(link.cause)) {
    texts.push(link.message);
    codes.push(Object(link).code);
  }
  return [texts.join(': '), codes.join()];
}
