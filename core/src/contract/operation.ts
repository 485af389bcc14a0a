import { asObject, isObject, type JsonObject, listAt, objectAt, stringAt } from '../util/index.js';
import { resolve } from './document.js';
import type {
  BodyObject,
  EvidenceText,
  Example,
  OperationObject,
  ParameterObject,
  Reference,
  Resource,
  Schema,
} from './openapi.js';

export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** An element that an operation writes itself, or refers to. */
interface Part<Definition extends JsonObject> {
  /** As the operation writes it: often a `$ref`. */
  readonly written: Definition | Reference;
  /** The target of the reference. */
  readonly definition: Definition;
}

export interface Parameter extends Part<ParameterObject> {
  readonly name: string;
  /** `path`, `query` or `header`. */
  readonly in: string;
  readonly isRequired: boolean;
}

/** A request body or a response. The gateway speaks JSON only, so other media types are left out. */
export interface Body extends Part<BodyObject> {
  /** The schema as it is written: often a `$ref`. */
  readonly schema: Schema | undefined;
  /** The named examples, references followed. */
  readonly examples: ReadonlyMap<string, Example>;
}

/** One operation of the contract: a request to the gateway, or one that it sends (a webhook). */
export interface Operation {
  readonly operationId: string;
  /** Upper case, as in a request line. */
  readonly method: string;
  /** The template, `/v1/transactions/{id}`, or the event of a webhook. */
  readonly path: string;
  /** The keys that lead to it from the root. */
  readonly place: readonly [root: 'paths' | 'webhooks', path: string, method: string];
  readonly isWebhook: boolean;
  readonly tag: string;
  readonly summary: string;
  /** Whether requests need a token. */
  readonly isProtected: boolean;
  /** Whether requests change nothing: every GET, and each POST that only looks something up. */
  readonly isSafe: boolean;
  /** Includes those of its path. */
  readonly parameters: readonly Parameter[];
  readonly request: Body | undefined;
  /** By status code or class: `200`, `5XX`. */
  readonly responses: ReadonlyMap<string, Body>;
  /** The evidence of its parts (`x-evidence-of`), by name: `security`, `requestBody`, a status, a parameter. */
  readonly uses: Readonly<Record<string, EvidenceText>>;
  /** Its action on a resource (`x-resource`), or an empty object. */
  readonly resource: Partial<Resource>;
  /** The operation as in the contract, with unresolved references. */
  readonly definition: OperationObject;
}

/**
 * Returns the operations of the gateway, or the requests that it sends (`webhooks`), in the order of the contract. Reads a document that lint
 * refuses, too, so its types hold only for objects that are there.
 */
export function readOperations(contract: JsonObject, root: 'paths' | 'webhooks'): Operation[] {
  const byDefault = objectAt(contract, 'x-evidence-of');
  return Object.entries(objectAt(contract, root)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, definition]): Operation[] => {
      if (!HTTP_METHODS.includes(method) || !isObject(definition)) return [];
      const needsToken = isProtected(definition.security ?? contract.security);
      const parameters = [...listAt(item, 'parameters'), ...listAt(definition, 'parameters')].filter(
        (parameter): parameter is ParameterObject | Reference => isObject(parameter),
      );
      const responses = Object.entries(objectAt(definition, 'responses')).filter(
        (entry): entry is [string, BodyObject | Reference] => isObject(entry[1]),
      );
      return [
        {
          operationId: stringAt(definition, 'operationId') ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          place: [root, path, method],
          isWebhook: root === 'webhooks',
          tag: String(listAt(definition, 'tags')[0] ?? ''),
          summary: stringAt(definition, 'summary') ?? '',
          isProtected: needsToken,
          isSafe: method === 'get' || definition['x-safe'] === true,
          parameters: parameters.map((parameter) => readParameter(contract, parameter)),
          request: isObject(definition.requestBody) ? readBody(contract, definition.requestBody) : undefined,
          responses: new Map(responses.map(([status, response]) => [status, readBody(contract, response)])),
          // The root states the evidence of the authentication, which only a protected operation has.
          uses: { ...(needsToken && byDefault), ...objectAt(definition, 'x-evidence-of') } as Operation['uses'],
          resource: objectAt(definition, 'x-resource'),
          definition: definition as OperationObject,
        },
      ];
    }),
  );
}

/** Returns whether a status code or class is one of success. */
export const isSuccess = (status: string): boolean => status.startsWith('2');

/** Returns the lowest 2xx response of an operation, and its status: 200 if it has none. */
export function successOf({ responses }: Pick<Operation, 'responses'>): { status: number; response?: Body } {
  const [lowest] = [...responses].filter(([status]) => /^2\d\d$/.test(status)).sort(([a], [b]) => a.localeCompare(b));
  return lowest ? { status: Number(lowest[0]), response: lowest[1] } : { status: 200 };
}

/** Returns the response with a status: its own, that of its class, such as `5XX`, or the default. */
export function responseOf<Response = Body>(
  { responses }: { readonly responses: ReadonlyMap<string, Response> },
  status: number,
): Response | undefined {
  return [String(status), `${Math.floor(status / 100)}XX`, 'default'].map((name) => responses.get(name)).find(Boolean);
}

function readParameter(contract: JsonObject, written: ParameterObject | Reference): Parameter {
  const definition = resolve<ParameterObject>(contract, written);
  const name = stringAt(definition, 'name') ?? '';
  return { written, definition, name, in: String(definition.in), isRequired: definition.required === true };
}

function readBody(contract: JsonObject, written: BodyObject | Reference): Body {
  const definition = resolve<BodyObject>(contract, written);
  const { schema, examples } = objectAt(objectAt(definition, 'content'), 'application/json');
  const named = Object.entries(isObject(examples) ? (examples as Record<string, Example | Reference>) : {});
  return {
    written,
    definition,
    schema: isObject(schema) ? schema : undefined,
    examples: new Map(named.map(([name, example]) => [name, resolve<Example>(contract, example)])),
  };
}

/** An empty list, or an empty alternative in it, means that no token is needed. */
function isProtected(security: unknown): boolean {
  return Array.isArray(security) && security.length > 0 && security.every((one) => Object.keys(one ?? {}).length > 0);
}
