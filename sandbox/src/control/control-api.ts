import { contractOf } from 'payment-gateway-core/contract';
import {
  camelCase,
  clauses,
  isObject,
  type JsonObject,
  once,
  snakeCase,
  stringAt,
  type Values,
} from 'payment-gateway-core/util';
import { type Checked, createValidators } from 'payment-gateway-core/validation';
import { readPackageJson } from '../package-files.js';
import { Refusal, type Run } from '../state/index.js';
import { createAccountHandlers } from './account-handlers.js';
import { activityOf } from './activity.js';
import type { ControlCall, ControlOperation, ControlOptions, Handlers, Success } from './call.js';
import { createEventHandlers } from './event-handlers.js';
import { createObjectHandlers } from './object-handlers.js';
import { createPageHandlers } from './page-handlers.js';

/** The parts of a call from code, not checked yet. Names are in camel case, and ids may be numbers. */
export interface CodeCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The control API. HTTP and code call the same operations, and the contract validates both. */
export type Control = ReturnType<typeof createControl>;

export function createControl(options: ControlOptions) {
  const { engine, onActivity } = options;
  const handlers: Handlers = {
    ...createAccountHandlers(options),
    ...createObjectHandlers(options),
    ...createEventHandlers(options),
    ...createPageHandlers(options),
  };
  // Loads the contract on first use.
  const api = once(() => {
    const contract: JsonObject = readPackageJson('dist/derived/sandbox.openapi.json');
    const validator = createValidators(contract, { refuseUnknownQuery: true });
    return { contract, ...contractOf(contract), validator, names: wireNamesIn(contract) };
  });

  /**
   * Carries out an operation. Throws a `Refusal` with one sentence per violation of the contract, or the error of its handler.
   *
   * @param named the account of the caller; undefined if each token has one and the request has no token
   * @param publicUrl where browsers reach the pages. Default: the address of the settings
   */
  async function call<Id extends ControlOperation>(
    id: Id,
    request: Partial<Checked>,
    named: string | undefined,
    publicUrl = engine.settings.publicUrl,
  ): Promise<Success<Id>> {
    const { operation: operationNamed, validator } = api();
    const operation = operationNamed(id);
    if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
    const { params = {}, query = {}, headers = {}, body } = request;
    const errors = validator(operation)({ params, query, headers, body });
    if (errors.length > 0) throw new Refusal(400, errors);
    const account = (): string => {
      if (named !== undefined) return named;
      const sentence = 'authorization: each token has its own account here; send the bearer token of the account';
      throw new Refusal(400, [sentence]);
    };
    // The request matches the contract, so it has the type of the operation.
    const run: Run = (name, task, options) => engine.run(name, task, { publicUrl, ...options });
    const given = { account, run, publicUrl, params, query, body: body ?? {} } as unknown as ControlCall<Id>;
    const result = await handlers[id](given);
    const activity = onActivity && activityOf(id, { params, body, result });
    if (activity) onActivity(activity);
    return result;
  }

  return {
    get contract() {
      return api().contract;
    },
    route: (method: string, path: string) => api().route(method, path),
    call,

    /** Carries out an operation for code, which writes `retryAfter` for `retry_after`. Errors use the names of code, too. */
    async callFromCode<Id extends ControlOperation>(id: Id, request: CodeCall, account: string): Promise<Success<Id>> {
      const { names } = api();
      const { params = {}, query = {}, body } = request;
      try {
        if (!isObject(query)) throw new Refusal(400, ['query: must be an object']);
        const unchecked = { params: texts(params), query: texts(wired(query, names)), body: wired(body, names) };
        return copied(await call(id, unchecked, account));
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 400) throw error;
        throw new RangeError(clauses(error.errors.map((sentence) => inCode(sentence, names))));
      }
    },
  };
}

/** Returns the result as the control API sends it. The caller may change it without changing the state. */
function copied<Result>(result: Result): Result {
  return result === undefined ? result : JSON.parse(JSON.stringify(result));
}

/** Returns all field and parameter names with underscores. */
function wireNamesIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const item of node) wireNamesIn(item, found);
  if (!isObject(node)) return found;
  const fields = isObject(node.properties) ? Object.keys(node.properties) : [];
  for (const name of [...fields, ...(node.in === 'query' ? [stringAt(node, 'name') ?? ''] : [])]) {
    if (name.includes('_')) found.add(name);
  }
  for (const value of Object.values(node)) wireNamesIn(value, found);
  return found;
}

/** Renames the fields of an object to the contract's names, and drops undefined fields. */
function wired(value: unknown, names: ReadonlySet<string>): JsonObject;
function wired(value: unknown, names: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const wire = snakeCase(name);
      return [names.has(wire) ? wire : name, field];
    }),
  );
}

/** Returns parameters as the strings of an address. Other values than numbers remain for the validator to refuse. */
function texts(values: Readonly<Record<string, unknown>>): Values {
  const entries = Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]);
  return Object.fromEntries(entries);
}

function inCode(sentence: string, names: ReadonlySet<string>): string {
  return sentence
    .replace(/^(?:path|query)\./, '')
    .replace(/[a-z]+(?:_[a-z]+)+/g, (name) => (names.has(name) ? camelCase(name) : name));
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** A type of the contract with field names for code: `retryAfter` for `retry_after`. */
export type CodeNames<Value> = { readonly [Name in keyof Value as CamelCase<Name>]: Value[Name] };

/** Renames the fields of an object for code, but not those of nested objects. */
export function codeNames<Value extends object>(value: Value): CodeNames<Value> {
  const fields = Object.entries(value).map(([name, field]) => [camelCase(name), field]);
  return Object.fromEntries(fields); // the type maps names in the same way
}
