import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { createConfig } from '@redocly/openapi-core';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import { loadPeer } from '../../contract/peers.js';

/** What a run takes from the engine that chains the requests of flows. Verdicts, secrets and reports are not its concern. */
export interface Engine extends Disposable {
  /** The flows, parsed. */
  readonly flows: unknown;
  /** Runs flows one after the other, each to its end or to the first request that could not be made. */
  run(run: EngineRun): Promise<void>;
}

export interface EngineRun {
  readonly workflowIds: readonly string[];
  readonly baseUrl: string;
  readonly inputs: object;
  readonly timeoutMs: number;
  /** `step` is the one that asks for the request, as `workflowId.stepId`. */
  readonly fetch: (step: string, url: string, init: RequestInit) => Promise<Response>;
}

/** By this header the engine says which step it is at. It is not sent. */
const STEP = 'x-step-of-the-run';
/** A failed check must not end a flow, or its clean-up would not run; and whether one failed is for the judge to say. */
const NEVER_STOP = [
  'STATUS_CODE_CHECK',
  'SCHEMA_CHECK',
  'SUCCESS_CRITERIA_CHECK',
  'CONTENT_TYPE_CHECK',
  'UNEXPECTED_ERROR',
];
const nothing = () => {};
/** Nothing of a run is in it: it is the engine's default, which takes long to make. */
let config: ReturnType<typeof createConfig> | undefined;
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
  const [{ run }, core] = await loadPeers();
  config ??= core.createConfig({});
  const made = await config;
  const flows = core.parseYaml(readFileSync(flowsFile, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'payment-gateway-verify-'));
  return {
    flows,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
    async run({ workflowIds, baseUrl, inputs, timeoutMs, fetch }) {
      const chosen = chosenOf(flows, workflowIds);
      const file = join(folder, 'flows.json');
      writeFileSync(file, JSON.stringify(filled(chosen, inputs)));
      writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addressesOf(document, JSON.stringify(chosen))));
      await run({
        files: [file],
        workflow: [...workflowIds],
        config: made,
        server: `gateway=${baseUrl}`,
        severity: NEVER_STOP.map((check) => `${check}=warn`).join(','),
        maxSteps: 1_000,
        maxFetchTimeout: timeoutMs,
        requestFileLoader: { getFileBody: () => Promise.reject(new Error('flows send no files')) },
        logger: SILENT,
        // The flows are linted where they are written; and it would hide `123` in every other value.
        skipLint: true,
        noSecretsMasking: true,
        fetch: (input, init) => {
          const headers = new Headers(init?.headers);
          const step = headers.get(STEP) ?? '';
          headers.delete(STEP);
          return fetch(step, String(input), { ...init, headers });
        },
      });
    },
  };
}

/** The flows that are run, each step with its name. */
function chosenOf(flows: unknown, workflowIds: readonly string[]): JsonObject {
  const workflows = listAt(flows, 'workflows')
    .filter(isObject)
    .filter((workflow) => workflowIds.includes(stringAt(workflow, 'workflowId') ?? ''))
    // The engine would compile the schema of the inputs with a new ajv, twice for each flow: half of the time of a run.
    .map(({ inputs: _, ...workflow }) => ({
      ...workflow,
      steps: listAt(workflow, 'steps')
        .filter(isObject)
        .map((step) => ({
          ...step,
          parameters: [
            ...listAt(step, 'parameters'),
            { name: STEP, in: 'header', value: `${String(workflow.workflowId)}.${String(step.stepId)}` },
          ],
        })),
    }));
  const [source] = listAt(flows, 'sourceDescriptions');
  const { inputs: _, ...components } = objectAt(flows, 'components');
  const addresses = { ...objectAt({ source }, 'source'), url: './addresses.json' };
  return { ...objectAt({ flows }, 'flows'), sourceDescriptions: [addresses], workflows, components };
}

/** With the inputs in the place of the expressions that name them. One that nobody gave stays, and is refused when it is to be sent. */
function filled(node: unknown, inputs: object): unknown {
  if (Array.isArray(node)) return node.map((item) => filled(item, inputs));
  if (isObject(node)) {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value, inputs)]));
  }
  if (typeof node !== 'string') return node;
  return node.replaceAll(/\{?\$inputs\.([\w.]+)\}?/g, (expression, path: string) => {
    const value = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), inputs);
    return typeof value === 'string' ? value : expression;
  });
}

/** Methods, paths and names of the operations that flows name, without anything that the engine could make an example of. */
function addressesOf(document: JsonObject, flow: string): JsonObject {
  const paths = Object.entries(objectAt(document, 'paths')).map(([path, item]) => {
    const operations = Object.entries(isObject(item) ? item : {})
      .map(([method, operation]) => [method, stringAt(operation, 'operationId')] as const)
      .filter(([, operationId]) => flow.includes(`"${operationId}"`))
      .map(([method, operationId]) => [method, { operationId, responses: { '200': { description: 'Any' } } }]);
    return [path, Object.fromEntries(operations)];
  });
  const info = { title: 'Addresses', version: '1' };
  return { openapi: '3.1.0', info, servers: [{ url: 'http://127.0.0.1:9' }], paths: Object.fromEntries(paths) };
}

async function loadPeers() {
  const load = () => Promise.all([import('@redocly/respect-core'), import('@redocly/openapi-core')]);
  return loadPeer(load, 'a run needs', ['@redocly/respect-core', '@redocly/openapi-core']);
}
