import type { IPrismComponents, IPrismConfig, IPrismDiagnostic } from '@stoplight/prism-core';
import type { Operation } from './contract/contract.js';
import type { Peers } from './contract/peers.js';
import type { Preference } from './request/prefer.js';
import type { Checked } from './request/validator.js';
import { type Negotiator, needsNegotiation } from './response/generated.js';
import type { Sent, Success } from './response/responder.js';
import type { Values } from './wire/json.js';
import type { JsonBody } from './wire/json-body.js';
import { type Answer, refuse } from './wire/response.js';

/** A request to an operation. Header names are lower case. */
export interface Question {
  operation: Operation;
  params: Record<string, string>;
  path: string;
  query: Values;
  headers: Record<string, string>;
  body: JsonBody;
  preference: Preference | undefined;
}

export interface PrismOptions {
  /** One sentence per violation of a request. */
  validate: (operation: Operation, request: Checked) => string[];
  /** The answer out of the contract's examples; undefined when there is none. */
  respond: (operation: Operation, request: Sent) => Success | undefined;
  /** What the examples cannot give. */
  negotiate: Negotiator;
  /** The one token that is accepted; any when undefined. */
  token: string | undefined;
}

type Components = IPrismComponents<Operation, Question, Answer, IPrismConfig>;

const CONFIG: IPrismConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: {},
};

/**
 * Prism's core, which takes a request through routing, security, validation and mock, with parts of this package in those
 * places. What the examples cannot give (preferences, other media types, dynamic answers) is asked of Prism's own mock.
 */
export function createPrism(
  { factory }: Peers,
  { validate, respond, negotiate, token }: PrismOptions,
): (question: Question) => Promise<Answer> {
  const components: Components = {
    // The router has found the operation before the body was read.
    route: ({ input }) => right(input.operation),
    validateSecurity: ({ resource, element }) => diagnosed(element, 401, tokenProblems(resource, element, token)),
    validateInput: ({ resource, element }) => {
      const { params, query, headers, body } = element;
      if ('problem' in body) return diagnosed(element, body.status, [body.problem]);
      return diagnosed(element, 400, validate(resource, { params, query, headers, body: body.value }));
    },
    mock: ({ resource, input: { data, validations } }) => {
      const answer = refusal(validations) ?? success(resource, data);
      return () => right(answer);
    },
    validateOutput: ({ element }) => right(element),
    forward: () => {
      throw new Error('the mock forwards nothing');
    },
    logger: silent,
  };
  const core = factory(CONFIG, components);

  return async (question) => {
    const result = await core.request(question, [])();
    if (result._tag === 'Left') throw result.left;
    const answer = result.right.output;
    return answer.status < 400 && needsNegotiation(question, answer) ? negotiate(question) : answer;
  };

  function success(operation: Operation, { params, query, body }: Question): Answer {
    const found = respond(operation, { params, query, body: 'value' in body ? body.value : undefined });
    return { status: found?.status ?? 200, headers: {}, body: found?.body };
  }
}

/** A missing token says nothing of the rest of the request: it is told alone. */
function refusal(validations: readonly IPrismDiagnostic[]): Answer | undefined {
  const status = validations.find(({ code }) => code === 401)?.code ?? validations[0]?.code;
  if (status === undefined) return undefined;
  const errors = validations.filter(({ code }) => code === status).map(({ message }) => message);
  return refuse(Number(status), errors, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
}

function tokenProblems({ isProtected }: Operation, { headers }: Question, token: string | undefined): string[] {
  if (!isProtected) return [];
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (sent === undefined)
    return ['authorization: must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"'];
  return token === undefined || sent === token
    ? []
    : ['authorization: is not the token that the mock was started with'];
}

function diagnosed(element: Question, code: number, problems: readonly string[]) {
  const [first, ...others] = problems.map((message): IPrismDiagnostic => ({ code, message, severity: 0 }));
  return first ? left<[IPrismDiagnostic, ...IPrismDiagnostic[]]>([first, ...others]) : right(element);
}

function right<T>(value: T) {
  return { _tag: 'Right' as const, right: value };
}

function left<T>(value: T) {
  return { _tag: 'Left' as const, left: value };
}

/** Prism logs what it receives, card numbers included; the mock writes lines of its own. */
export const silent = {
  fatal() {},
  error() {},
  warn() {},
  info() {},
  debug() {},
  trace() {},
  success() {},
  child: () => silent,
} as unknown as Components['logger'];
