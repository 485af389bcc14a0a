import type { Route } from '../contract/router.js';
import { isObject, listAt, type Values } from '../wire/json.js';
import type { JsonBody } from '../wire/json-body.js';
import type { WireResponse } from '../wire/response.js';
import { type Journal, journaled, journaledErrors, type MockRequest } from './journal.js';
import { createLog, type Log } from './log.js';

/** A request for the API, before anybody looked whether it is a right one. Header names are lower case. */
export interface ReceivedRequest {
  method: string;
  /** The operation that it is for, or why there is none. */
  found: Route;
  /** As it was sent, percent-encoding and all. */
  path: string;
  query: Values;
  headers: Record<string, string>;
  /** Undefined when it is too large. */
  body: JsonBody | undefined;
}

/** Writes a request and what came of it to the journal and the log, without secrets. */
export type Recorder = (request: ReceivedRequest, response: WireResponse, started: number) => void;

export function createRecorder(journal: Journal, log: Log = 'silent'): Recorder {
  const write = createLog(log);
  return ({ method, found, query, headers, body }, response, started) => {
    const isLost = response.fault === 'reset' || response.fault === 'stall';
    const received = { params: 'params' in found ? found.params : {}, query, body };
    const token = headers.authorization?.replace(/^Bearer +/i, '');
    const { json, ...sent } = journaled(received, token);
    const entry: MockRequest = {
      time: new Date().toISOString(),
      method,
      operationId: 'operation' in found ? found.operation.operationId : undefined,
      ...sent,
      errors: journaledErrors(isLost ? [] : sentencesOf(response), received, token),
      status: isLost ? 0 : response.status,
      warnings: response.warnings ?? [],
      evidence: evidenceOf(found),
      duration: performance.now() - started,
    };
    journal.add(entry, json);
    write(entry);
  };
}

/** On what evidence the operation is known; undefined for a request that belongs to none. */
export function evidenceOf(found: Route): string | undefined {
  return 'operation' in found ? found.operation.evidence : undefined;
}

function sentencesOf({ status, body }: WireResponse): string[] {
  if (status < 400 || !isObject(body)) return [];
  return listAt(body, 'errors').filter((error) => typeof error === 'string');
}
