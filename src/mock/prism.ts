import type {
  IHttpMockConfig,
  IHttpRequest,
  IHttpResponse,
  PrismHttpComponents,
  PrismHttpInstance,
} from '@stoplight/prism-http';
import { type Answer, refuse } from './answer.js';
import type { Operation } from './contract.js';
import { type JsonObject, objectAt, stringAt } from './json.js';
import type { JsonBody } from './json-body.js';
import type { Peers } from './peers.js';
import type { Preference } from './prefer.js';
import type { Sent, Success } from './responder.js';
import type { Checked, Values } from './validator.js';

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
  /** The answer of the contract's examples; undefined when there is none. */
  respond: (operation: Operation, request: Sent) => Success | undefined;
  /** The one token that is accepted; any when undefined. */
  token: string | undefined;
  /** Makes dynamic answers repeat. */
  seed: string | undefined;
}

export type Resource = Parameters<PrismHttpInstance['request']>[1][number];
type Diagnostic = Parameters<PrismHttpComponents['mock']>[0]['input']['validations'][number];
type Logger = PrismHttpComponents['logger'];
/** The question rides on Prism's request, so that its parts need not work out again what is known. */
type Asked = IHttpRequest & { question: Question };

const SETTINGS: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Has Prism read a contract. */
export function readResources(peers: Peers, contract: JsonObject): Promise<Resource[]> {
  // Prism writes into the document that it reads.
  return peers.getHttpOperationsFromSpec(structuredClone(contract));
}

/**
 * Prism with four of its parts replaced. It reads the contract, takes a request through security, validation and mock, and
 * its own mock still negotiates and makes up whatever the examples cannot give: preferences, media types, dynamic answers.
 */
export function createPrism(
  peers: Peers,
  resources: readonly Resource[],
  options: PrismOptions,
): (question: Question) => Promise<Answer> {
  const byPlace = new Map(resources.map((resource) => [`${resource.method.toUpperCase()} ${resource.path}`, resource]));

  // The router has found the operation before the body was read; Prism gets that one alone.
  const route: PrismHttpComponents['route'] = ({ resources: [found] }) =>
    found ? right(found) : left(new Error('no operation was given'));
  const own = peers.createInstance(SETTINGS, {
    logger: silent,
    route,
    validateSecurity: ({ resource, element }) =>
      diagnosed(element, 401, tokenProblems(resource, element, options.token)),
    validateInput: ({ element }) => {
      const { operation, params, query, headers, body } = questionOf(element);
      if ('problem' in body) return diagnosed(element, body.status, [body.problem]);
      return diagnosed(element, 400, options.validate(operation, { params, query, headers, body: body.value }));
    },
    mock: ({ input }) => {
      const answer = answerOf(questionOf(input.data), input.validations, options.respond);
      return () => right(answer);
    },
  });
  const negotiating = peers.createInstance(
    { ...SETTINGS, checkSecurity: false, validateRequest: false },
    { logger: silent, route },
  );

  return async (question) => {
    const resource = byPlace.get(`${question.operation.method} ${question.operation.path}`);
    if (!resource) throw new Error(`Prism did not read ${question.operation.operationId} from the contract`);
    const request = asRequest(question, resource);

    const first = await own.request(request, [resource])();
    if (first._tag === 'Left') throw first.left;
    const answer = asAnswer(first.right.output);
    const isEnough = answer.body !== undefined && !question.preference && takesJson(question.headers.accept);
    if (answer.status >= 400 || isEnough) return answer;

    const { dynamic = false, seed = options.seed, ...preference } = question.preference ?? {};
    const mock = { ...preference, dynamic, ...(seed === undefined ? {} : { seed }) };
    try {
      const second = await negotiating.request(request, [resource], { ...SETTINGS, ...UNCHECKED, mock })();
      return second._tag === 'Left' ? notGiven(question.operation, second.left) : asAnswer(second.right.output);
    } catch (error) {
      // Prism throws at an Accept header that is no list of media types.
      return notGiven(question.operation, error);
    }
  };
}

const UNCHECKED = { checkSecurity: false, validateRequest: false };

function asRequest(question: Question, resource: Resource): Asked {
  const { path, query, headers, body } = question;
  const method = resource.method as IHttpRequest['method'];
  return { method, url: { path, query }, headers, body: 'value' in body ? body.value : undefined, question };
}

function questionOf(request: IHttpRequest): Question {
  return (request as Asked).question;
}

function asAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]],
  );
  return { status: statusCode, headers: Object.fromEntries(texts), body };
}

function answerOf(
  question: Question,
  validations: readonly Diagnostic[],
  respond: PrismOptions['respond'],
): IHttpResponse {
  const status = validations.find(({ code }) => code === 401)?.code ?? validations[0]?.code;
  if (status !== undefined) {
    const errors = validations.filter(({ code }) => code === status).map(({ message }) => message);
    const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    const { body } = refuse(Number(status), errors);
    return { statusCode: Number(status), headers, body };
  }
  const { operation, params, query, body } = question;
  const value = 'value' in body ? body.value : undefined;
  const success = respond(operation, { params, query, body: value });
  // Without an example there is no body, and Prism is asked to make one up.
  return { statusCode: success?.status ?? 200, headers: {}, body: success?.body };
}

function tokenProblems(resource: Resource, { headers }: IHttpRequest, token: string | undefined): string[] {
  if (!resource.security?.some((scheme) => scheme.length > 0)) return [];
  const sent = /^Bearer +(\S+)$/i.exec(headers?.authorization ?? '')?.[1];
  if (sent === undefined)
    return ['authorization: must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"'];
  return token === undefined || sent === token
    ? []
    : ['authorization: is not the token that the mock was started with'];
}

function diagnosed(element: IHttpRequest, code: number, problems: readonly string[]) {
  const [first, ...others] = problems.map((message): Diagnostic => ({ code, message, severity: 0 }));
  return first ? left([first, ...others] as [Diagnostic, ...Diagnostic[]]) : right(element);
}

/** Whether an answer in JSON is welcome; when not, Prism negotiates. */
function takesJson(accept: string | undefined): boolean {
  return accept === undefined || /\*\/\*|application\/(?:json|\*)/i.test(accept);
}

/** Prism's reasons quote the request; these do not. */
function notGiven({ operationId, definition }: Operation, error: unknown): Answer {
  const isPreference = stringAt(error, 'name')?.endsWith('#NOT_FOUND') === true;
  if (!isPreference) return refuse(406, `accept: ${operationId} answers application/json`);
  const codes = Object.keys(objectAt(definition, 'responses')).join(', ');
  return refuse(404, `prefer: the contract has no such answer for ${operationId}; its statuses are ${codes}`);
}

function right<T>(value: T) {
  return { _tag: 'Right' as const, right: value };
}

function left<T>(value: T) {
  return { _tag: 'Left' as const, left: value };
}

/** Prism logs what it receives, card numbers included; the mock writes lines of its own. */
const silent = {
  fatal() {},
  error() {},
  warn() {},
  info() {},
  debug() {},
  trace() {},
  success() {},
  child: () => silent,
} as unknown as Logger;
