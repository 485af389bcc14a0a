import { setTimeout as sleep } from 'node:timers/promises';
import { readContract } from './contract/contract.js';
import { loadPeers } from './contract/peers.js';
import type { Route } from './contract/router.js';
import { control, isOwnPath } from './control/control.js';
import { createGuard } from './control/guard.js';
import { createJournal, type Journal, journaled } from './control/journal.js';
import { createLog } from './control/log.js';
import { page } from './control/static-pages.js';
import { checkOptions, type MockOptions } from './options.js';
import { prepare } from './prepared.js';
import { createPrism } from './prism.js';
import { realCards } from './request/cards.js';
import { FAULT_HEADER, type Fault, readFault } from './request/faults.js';
import { readPrefer } from './request/prefer.js';
import { createRandom } from './request/random.js';
import { createNegotiator } from './response/generated.js';
import { corsHeaders, preflight } from './wire/cors.js';
import { isObject, listAt, stringAt, type Values } from './wire/json.js';
import { type JsonBody, readJsonBody } from './wire/json-body.js';
import { type Answer, refuse } from './wire/response.js';

/** A request as it came in, over a socket or not. Header names are lower case. */
export interface Incoming {
  method: string;
  /** Path and query, as in a request line. */
  target: string;
  headers: Record<string, string>;
  /** Reads the body; undefined when it is larger than the mock takes. */
  readBody: () => Promise<Uint8Array | undefined>;
}

/** What becomes of a request: an answer, perhaps one that breaks off half way, or none at all. */
export type Outcome = { answer: Answer; isTruncated: boolean } | { lost: 'reset' | 'stall' };

export interface Mock {
  handle(incoming: Incoming): Promise<Outcome>;
  journal: Journal;
  reset(): void;
}

export const LARGEST_BODY = 1024 * 1024;

/**
 * Loads the contract and Prism, and answers requests. Sockets are other modules' business.
 *
 * @param host the address that is listened on, if any
 */
export async function createMock(
  options: MockOptions,
  { docs = false, host }: { docs?: boolean; host?: string } = {},
): Promise<Mock> {
  checkOptions(options);
  const peers = await loadPeers();
  const contract = options.contract ?? readContract();
  const { operations, route, validator, responder, testCards } = prepare(peers, contract);
  const ask = createPrism(peers, {
    validate: (operation, request) => {
      const problems = validator(operation)(request);
      return options.allowAnyCard ? problems : [...problems, ...realCards(request.body, testCards)];
    },
    respond: (operation, request) => responder(operation)(request),
    negotiate: createNegotiator(peers, contract, options.seed),
    token: options.token,
  });

  const guard = createGuard([...(options.allowHosts ?? []), ...(host === undefined ? [] : [host])]);
  const journal = createJournal();
  const log = createLog(options.log ?? 'silent');
  let random = createRandom(options.seed);
  const reset = () => {
    journal.clear();
    random = createRandom(options.seed);
  };
  const own = { journal, reset, operations: operations.length, version: stringAt(contract.info, 'version') ?? '' };

  return { handle, journal, reset };

  async function handle(incoming: Incoming): Promise<Outcome> {
    const { method, headers } = incoming;
    const { authority, path, query } = parseTarget(incoming.target);
    if (isOwnPath(path)) {
      // Not opened by `cors`: that is for pages that call the gateway.
      return { answer: guard({ method, authority, headers }) ?? control(method, path, own), isTruncated: false };
    }
    const beside = (options.cors ? preflight(method, headers) : undefined) ?? page(method, path, docs);
    if (beside) return { answer: finished(beside, headers.origin), isTruncated: false };

    const started = performance.now();
    const found = route(method, path);
    const bytes = await incoming.readBody();
    const body: JsonBody | undefined =
      bytes && readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
    const fault = readFault(headers[FAULT_HEADER]);
    const outcome = await decide(found, fault, { path, query, headers, body });

    const operation = 'operation' in found ? found.operation : undefined;
    const answer = 'answer' in outcome ? outcome.answer : undefined;
    const entry = {
      time: new Date().toISOString(),
      method,
      operationId: operation?.operationId,
      ...journaled(
        { params: 'params' in found ? found.params : {}, query, body },
        headers.authorization?.replace(/^Bearer +/i, ''),
      ),
      status: answer?.status ?? 0,
      errors: sentencesOf(answer),
      evidence: operation?.evidence,
      duration: performance.now() - started,
    };
    journal.add(entry);
    log(entry);
    if (!('answer' in outcome)) return outcome;
    return { ...outcome, answer: finished(outcome.answer, headers.origin, operation?.evidence) };
  }

  async function decide(
    found: Route,
    fault: ReturnType<typeof readFault>,
    request: { path: string; query: Values; headers: Record<string, string>; body: JsonBody | undefined },
  ): Promise<Outcome> {
    const plainly = (answer: Answer) => ({ answer, isTruncated: false });
    if ('problem' in fault) return plainly(refuse(400, fault.problem));
    await wait((options.latency ?? 0) + (fault.latency ?? 0));
    if (fault.kind === 'reset' || fault.kind === 'stall') return { lost: fault.kind };
    const isTruncated = fault.kind === 'truncate';
    return { answer: failure(fault) ?? (await answer(found, request)), isTruncated };
  }

  function failure({ status, retryAfter }: Fault): Answer | undefined {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    if (status !== undefined) return refuse(status, `${FAULT_HEADER}: asked for this ${status}`, headers);
    if (options.failureRate && random() < options.failureRate) {
      return refuse(503, 'the mock was started to fail now and then; send the request again');
    }
    return undefined;
  }

  async function answer(
    found: Route,
    {
      path,
      query,
      headers,
      body,
    }: { path: string; query: Values; headers: Record<string, string>; body: JsonBody | undefined },
  ): Promise<Answer> {
    if ('refusal' in found) return found.refusal;
    if (!body) return refuse(413, `body: must be at most ${LARGEST_BODY} bytes`);
    const { preference, problem } = readPrefer(headers.prefer);
    if (problem !== undefined) return refuse(400, problem);
    return ask({ ...found, path, query, headers, body, preference });
  }

  function finished(answer: Answer, origin: string | undefined, evidence?: string): Answer {
    return {
      ...answer,
      headers: {
        ...answer.headers,
        ...(evidence === undefined ? {} : { 'x-evidence': evidence }),
        ...(options.cors ? corsHeaders(origin) : {}),
      },
    };
  }
}

function parseTarget(target: string): { authority: string | undefined; path: string; query: Values } {
  // A proxy's clients send whole addresses; a fragment never belongs in a request.
  const [whole = '', authority] = /^[a-z]+:\/\/([^/?#]*)/i.exec(target) ?? [];
  const relative = target.slice(whole.length).split('#', 1)[0] ?? '';
  const [path = '', search = ''] = splitOnce(relative, '?');
  if (search === '') return { authority, path, query: {} };
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values.get(name);
    if (Array.isArray(known)) known.push(value);
    else values.set(name, known === undefined ? value : [known, value]);
  }
  return { authority, path, query: Object.fromEntries(values) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function sentencesOf(answer: Answer | undefined): string[] {
  if (!answer || answer.status < 400 || !isObject(answer.body)) return [];
  return listAt(answer.body, 'errors').filter((error) => typeof error === 'string');
}

async function wait(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds);
}
