/** The HTTP pipeline in front of the first example of each operation, for tests of the pipeline. The sandbox has rules and a state instead. */

import { listen } from '../core/src/access/index.js';
import { readContract, successOf } from '../core/src/contract/index.js';
import { type JsonObject, type OptionsOf, readOptions } from '../core/src/util/index.js';
import { Engine } from '../sandbox/src/engine/index.js';
import { LISTEN_OPTIONS } from '../sandbox/src/options/index.js';
import { createPipeline, type UnitStep } from '../sandbox/src/pipeline/index.js';
import * as server from '../sandbox/src/server/index.js';

export type StubOptions = OptionsOf<typeof LISTEN_OPTIONS>;

export interface Stub extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly server.RecordedRequest[];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const firstExample: UnitStep = ({ operation, warnings }) => {
  const { status, response } = successOf(operation);
  return { status, headers: {}, body: response?.examples.values().next().value?.value, warnings };
};

interface Parts {
  respond?: UnitStep;
  contract?: JsonObject;
}

function pipelineOf(
  options: ReturnType<typeof readStubOptions>,
  { respond = firstExample, contract = readContract() }: Parts,
) {
  const journal = server.createJournal(options.journalBytes);
  const engine = new Engine({});
  const parts = {
    options,
    publicUrlAt: () => undefined,
    contract,
    prepared: server.prepare(contract),
    engine,
    accountOf: () => server.EVERYBODY,
    observers: new Map(),
    ownPaths: [],
    sending: false,
    journal,
    failures: server.createFailures(options.failureRate, options.seed),
  };
  return { journal, handle: createPipeline(parts, respond) };
}

const readStubOptions = (given: StubOptions) => readOptions(LISTEN_OPTIONS, given);

/** Returns a stub in this process. */
export function createStub(options: StubOptions = {}, parts: Parts = {}): Stub {
  const { journal, handle } = pipelineOf(readStubOptions(options), parts);
  const stubFetch = server.asFetch(Promise.resolve(handle));
  const url = 'http://stub.invalid';
  return stubAt(url, journal, (path, init) => stubFetch(url + path, init));
}

/** Starts a stub on a free port. */
export async function startStub(given: StubOptions = {}, parts: Parts = {}): Promise<Stub> {
  const options = readStubOptions({ port: 0, ...given });
  const { journal, handle } = pipelineOf(options, parts);
  const { url, close } = await listen(handle, options);
  return stubAt(url, journal, (path, init) => fetch(url + path, init), close);
}

function stubAt(url: string, journal: server.Journal, fetch: Stub['fetch'], close = async () => {}): Stub {
  return {
    ...{ url, fetch, close, [Symbol.asyncDispose]: close },
    get requests() {
      return journal.requests;
    },
  };
}
