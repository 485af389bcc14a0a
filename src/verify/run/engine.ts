import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPeer } from '../../mock/contract/peers.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../mock/wire/json.js';

/** What a run takes from the engine that chains the requests of a flow. Verdicts, secrets and reports are not its concern. */
export interface Engine extends Disposable {
  /** The flows, parsed. */
  readonly flows: unknown;
  /** Runs one flow to its end, or to the first request that could not be made. */
  runFlow(flow: EngineRun): Promise<void>;
}

export interface EngineRun {
  readonly workflowId: string;
  readonly baseUrl: string;
  readonly inputs: object;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/** A failed check must not end a flow, or its clean-up would not run; and whether one failed is for the judge to say. */
const NEVER_STOP = [
  'STATUS_CODE_CHECK',
  'SCHEMA_CHECK',
  'SUCCESS_CRITERIA_CHECK',
  'CONTENT_TYPE_CHECK',
  'UNEXPECTED_ERROR',
];
const nothing = () => {};
/** Its messages are coloured and quote bodies. */
const SILENT = {
  output: nothing,
  warn: nothing,
  error: nothing,
  info: nothing,
  printNewLine: nothing,
  printSeparator: nothing,
  indent: (text: string) => text,
};

/**
 * Loads the engine, two optional peers. Throws one line that says what to install when one is missing. `flowsFile` are the flows;
 * of the contract the engine gets addresses only: it would read all of it for each flow, and hold responses against it in its own way.
 */
export async function loadEngine(flowsFile: string, document: JsonObject): Promise<Engine> {
  const [{ run }, { createConfig, parseYaml }] = await loadPeers();
  const config = await createConfig({});
  const flows = parseYaml(readFileSync(flowsFile, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'payment-gateway-verify-'));
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addressesOf(document)));
  return {
    flows,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
    async runFlow({ workflowId, baseUrl, inputs, timeoutMs, fetch }) {
      const file = join(folder, `${workflowId}.json`);
      writeFileSync(file, JSON.stringify(alone(flows, workflowId)));
      await run({
        files: [file],
        workflow: [workflowId],
        config,
        input: JSON.stringify(inputs),
        server: `gateway=${baseUrl}`,
        severity: NEVER_STOP.map((check) => `${check}=warn`).join(','),
        maxSteps: 1_000,
        maxFetchTimeout: timeoutMs,
        requestFileLoader: { getFileBody: () => Promise.reject(new Error('flows send no files')) },
        logger: SILENT,
        // The flows are linted where they are written; and it would hide `123` in every other value.
        skipLint: true,
        noSecretsMasking: true,
        fetch,
      });
    },
  };
}

/** One flow in a file of its own: the engine compiles the inputs of all that are in a file, each time. */
function alone(flows: unknown, workflowId: string): JsonObject {
  const workflows = listAt(flows, 'workflows').filter((workflow) => stringAt(workflow, 'workflowId') === workflowId);
  const [source] = listAt(flows, 'sourceDescriptions');
  const addresses = { ...objectAt({ source }, 'source'), url: './addresses.json' };
  return { ...objectAt({ flows }, 'flows'), sourceDescriptions: [addresses], workflows };
}

/** Methods, paths and names of the operations, without anything that the engine could make an example of. */
function addressesOf(document: JsonObject): JsonObject {
  const paths = Object.entries(objectAt(document, 'paths')).map(([path, item]) => {
    const operations = Object.entries(isObject(item) ? item : {}).map(([method, operation]) => [
      method,
      { operationId: objectAt({ operation }, 'operation').operationId, responses: { '200': { description: 'Any' } } },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const info = { title: 'Addresses', version: '1' };
  return { openapi: '3.1.0', info, servers: [{ url: 'http://127.0.0.1:9' }], paths: Object.fromEntries(paths) };
}

async function loadPeers() {
  const load = () => Promise.all([import('@redocly/respect-core'), import('@redocly/openapi-core')]);
  return loadPeer(load, 'a run needs', ['@redocly/respect-core', '@redocly/openapi-core']);
}
